"""What is shown of a game of Nummerus. Everything is open, so all seats see the same."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ...kernel.fixed_record import Record, plain
from .knowledge import SERIES_ROW
from .material import BOARDS, PAWNS, SERIES_PUT_AWAY
from .rules import TAKING

NOTHING = b"\0"


class NummerusSeat(msgspec.Struct, frozen=True):
    """What a seat has taken: its series (N5; in solitaire every pawn is in one, N9), its loose pawns, its tokens.

    `score` is what the seat would score if the game ended now.
    """

    pawns: list[int]
    series: list[list[int]]
    loose: list[int]
    tokens: int
    score: int


class NummerusTable(msgspec.Struct, frozen=True):
    """The board and the seats.

    `fields` in reading order: the pawn on each field, null where there is none; `power` is the number of the Power
    pawn's field, from 0; `reach` the fields whose pawns may be taken now; `free_choice`: there is no pawn on any of the
    Power pawn's lines, so any pawn may be taken (N4); `put_away_from`: the length from which a
    series is put away at the end of a solitaire (N10), null where several play.
    """

    board: Literal["classic", "square"]
    fields: list[int | None]
    power: int
    reach: list[int]
    free_choice: bool
    phase: Literal["take", "trade"]
    put_away_from: int | None
    seats: list[NummerusSeat]


class NummerusKnown(msgspec.Struct, frozen=True):
    """For the notes: the numbers still on the board, in order."""

    left: list[int]


class Observation:
    """What an OBSERVATION record holds, for reading in Python."""

    __slots__ = ("state",)

    def __init__(self, observation: Record) -> None:
        self.state = plain(observation)


def board(observed: Observation) -> NummerusTable:
    """The table as everybody sees it."""
    state = observed.state
    return NummerusTable(
        BOARDS[state.board],  # type: ignore[arg-type]  # one of the two names
        [pawn or None for pawn in state.fields],
        state.power - 1,
        [*state.reach[: state.reached]],
        state.free_choice != 0,
        "take" if state.phase == TAKING else "trade",
        SERIES_PUT_AWAY if state.players == 1 else None,
        [_seat(state, seat) for seat in range(state.players)],
    )


def _seat(state: Any, seat: int) -> NummerusSeat:
    """What lies in front of a seat; in the record each list fills a row, which ends with zeros."""
    row, series_row = PAWNS * seat, SERIES_ROW * seat
    series = state.series[series_row : series_row + SERIES_ROW].rstrip(NOTHING)
    return NummerusSeat(
        [*state.taken[row : row + PAWNS].rstrip(NOTHING)],
        [[*pawns] for pawns in series.split(NOTHING)] if series else [],
        [*state.loose[row : row + PAWNS].rstrip(NOTHING)],
        state.tokens[seat],
        state.scores[seat],
    )


def known(observed: Observation) -> NummerusKnown:
    """Nothing has to be remembered: what is not on the board lies in front of a seat."""
    return NummerusKnown(sorted(pawn for pawn in observed.state.fields if pawn))


def reveals_a_face(state: Record, move: int) -> bool:
    """No move shows anything new to anybody."""
    return False
