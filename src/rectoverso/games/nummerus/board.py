"""What is shown of a game of Nummerus, and what is told of a move. Everything is open, so all seats see the same."""

from __future__ import annotations

from typing import Literal

import msgspec

from ...kernel.record import Record
from .material import BOARDS
from .rules import TAKING
from .sheet import (
    BOARD,
    FIELD,
    PHASE,
    PLAYERS,
    POWER,
    REACH,
    REACHED,
    RUN_END,
    RUNS,
    TAKEN,
    TOKENS,
    score,
)


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
    pawn's field, from 0; `reach` the fields whose pawns may be taken now.
    """

    board: Literal["classic", "square"]
    fields: list[int | None]
    power: int
    reach: list[int]
    phase: Literal["take", "trade"]
    seats: list[NummerusSeat]


class NummerusKnown(msgspec.Struct, frozen=True):
    """For the notes: the numbers still on the board, in order."""

    left: list[int]


# What follows reads the table from a glance at a SEEN record (`sheet.glance`).


def board(sheet: bytes) -> NummerusTable:
    """The table as everybody sees it."""
    return NummerusTable(
        board=BOARDS[sheet[BOARD]],  # type: ignore[arg-type]  # one of the two names
        fields=[pawn or None for pawn in sheet[FIELD:REACH]],
        power=sheet[POWER],
        reach=list(sheet[REACH : REACH + sheet[REACHED]]),
        phase="take" if sheet[PHASE] == TAKING else "trade",
        seats=_seats(sheet),
    )


def known(sheet: bytes) -> NummerusKnown:
    """Nothing has to be remembered: what is not on the board lies before a seat."""
    return NummerusKnown(sorted(pawn for pawn in sheet[FIELD:REACH] if pawn))


def _seats(sheet: bytes) -> list[NummerusSeat]:
    """N5: runs of two and more are series, the other pawns loose. N9: alone, every run is a series."""
    seats = []
    alone, taken, start = sheet[PLAYERS] == 1, list(sheet[TAKEN:RUN_END]), 0
    for p in range(sheet[PLAYERS]):
        begin, series, loose = start, [], []
        for end in sheet[RUN_END + sheet[RUNS + p] : RUN_END + sheet[RUNS + p + 1]]:
            if alone or end - start > 1:
                series.append(taken[start:end])
            else:
                loose.append(taken[start])
            start = end
        seats.append(NummerusSeat(taken[begin:start], series, loose, sheet[TOKENS + p], score(sheet, p)))
    return seats


def reveals_a_face(state: Record, move: int) -> bool:
    """No move shows anybody anything new."""
    return False
