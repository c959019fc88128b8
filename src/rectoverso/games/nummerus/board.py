"""What is shown of a game of Nummerus, and what is told of a move. Everything is open, so all seats see the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ... import art
from ...kernel.record import Record
from ...words import say
from .material import BOARDS, PAWNS, ROWS, SEATS, WIDTH
from .moves import pawn_taken
from .rules import END, ON_HIGH, ON_LOW, TAKING, TRADE
from .sheet import (
    BOARD,
    FIELD,
    IN_LINE,
    OVER,
    PHASE,
    PLAYERS,
    POWER,
    REACH,
    REACHED,
    RUN_END,
    RUNS,
    TAKEN,
    TOKENS,
    TURN,
    observed,
    score,
)

# ---- what lies on the table


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


# ---- what is told of a move


class Took(msgspec.Struct, frozen=True, tag="take"):
    """A pawn taken from a field (`start`: where the Power pawn slid from; fields from 0).

    `free`: there was none in line (N4). `on`: the neighbour to whose series it was put (N9).
    """

    seat: int
    pawn: int
    start: int
    field: int
    free: bool
    on: int | None
    over: bool


class Traded(msgspec.Struct, frozen=True, tag="trade"):
    """N8: a pawn given to another seat, and one got from it."""

    seat: int
    other: int
    given: int
    taken: int
    over: bool


class Ended(msgspec.Struct, frozen=True, tag="end"):
    """N8: no exchange this turn."""

    seat: int
    over: bool


NummerusTold = Took | Traded | Ended


def narrate(sheet: bytes, after: bytes, move: int) -> NummerusTold:
    """What everybody saw of a move."""
    seat, over = sheet[TURN] + 1, after[OVER] != 0
    if move == END:
        return Ended(seat, over)
    if move >= TRADE:
        given, taken = (move - TRADE) // PAWNS + 1, (move - TRADE) % PAWNS + 1
        return Traded(seat, _owner(sheet, taken), given, taken, over)
    pawn = pawn_taken(move)
    on = None if move < ON_LOW else pawn - 1 if move < ON_HIGH else pawn + 1
    field = sheet.index(pawn, FIELD) - FIELD
    return Took(seat, pawn, sheet[POWER], field, not sheet[IN_LINE], on, over)


def _owner(sheet: bytes, pawn: int) -> int:
    """The seat, from 1, that has taken a pawn."""
    place = sheet.index(pawn, TAKEN) - TAKEN
    runs = sum(end <= place for end in sheet[RUN_END : RUN_END + sheet[RUNS + sheet[PLAYERS]]])
    return next(p for p in range(1, SEATS + 1) if runs < sheet[RUNS + p])


def in_words(told: NummerusTold, lang: str, names: Sequence[str]) -> str:
    """The same in words; `names` by seat, the reader's own is `@you`."""
    player = names[told.seat - 1]
    match told:
        case Took():
            key = "take_on" if told.on is not None else "take_free" if told.free else "take"
            text = say(lang, f"nummerus_told_{key}", player=player, pawn=told.pawn, on=told.on)
        case Traded():
            text = say(
                lang, "nummerus_told_trade",
                player=player, other=names[told.other - 1], given=told.given, taken=told.taken,
            )  # fmt: skip
        case Ended():
            text = say(lang, "nummerus_told_end", player=player)
    return f"{text} {say(lang, 'nummerus_told_over')}" if told.over else text


def without_faces(told: Any) -> Any:
    """No face was hidden, so none is forgotten."""
    return told


def reveals_a_face(state: Record, move: int) -> bool:
    """No move shows anybody anything new."""
    return False


# ---- pictures

_POWER_SIGN, _EMPTY_SIGN = "★", "·"


def picture(observation: Record) -> str:
    """The board and the seats as text, for terminals."""
    shown = board(observed(observation))
    lines = _board_lines(shown)
    for number, seat in enumerate(shown.seats, 1):
        series = ["-".join(map(str, run)) for run in seat.series]
        parts = [f"seat {number}:", *series, *map(str, seat.loose)]
        if seat.tokens:
            parts.append(f"({seat.tokens} token{'s' * (seat.tokens > 1)})")
        lines.append(" ".join(parts))
    return "\n".join(lines)


def _board_lines(shown: NummerusTable) -> list[str]:
    signs = [_EMPTY_SIGN if pawn is None else str(pawn) for pawn in shown.fields]
    signs[shown.power] = _POWER_SIGN
    lines, start = [], 0
    for length in ROWS[shown.board]:
        row = "".join(f"{sign:>3}" for sign in signs[start : start + length])
        lines.append(" " * 3 * ((WIDTH - length) // 2) + row)
        start += length
    return lines


_SEAT_HEIGHT, _SMALL, _STEP, _MARGIN = 64, 0.42, 46, 20


def svg(observation: Record) -> str:
    """The board and the seats as a picture."""
    shown = board(observed(observation))
    plan = art.board(shown.board)
    pieces = [art.board_picture(shown.board)]
    for place, pawn in enumerate(shown.fields):
        if pawn is not None:
            pieces.append(_on_field(art.pawn(pawn), plan, place))
    pieces.append(_on_field(art.power(), plan, shown.power))
    width, height = plan.width, plan.height
    for number, seat in enumerate(shown.seats, 1):
        row, right = _seat_drawing(number, seat)
        pieces.append(art.at(row, 0, height))
        width, height = max(width, right), height + _SEAT_HEIGHT
    return art.page("".join(pieces), width, height + _MARGIN, title=picture(observation), background=art.colour("page"))


def _on_field(piece: str, plan: art.Board, place: int) -> str:
    x, y = plan.centres[place]
    return art.at(piece, x - plan.cell / 2, y - plan.cell / 2, plan.cell / 100)


def _seat_drawing(number: int, seat: NummerusSeat) -> tuple[str, int]:
    """A seat's pawns in a row, a gap after each series; and where the row ends."""
    ink = art.colour("ink")
    pieces = [f'<text x="{_MARGIN}" y="40" font-family="{art.FONT}" font-size="30" fill="{ink}">{number}</text>']
    x = _MARGIN + _STEP
    for run in [*seat.series, *([pawn] for pawn in seat.loose)]:
        for pawn in run:
            pieces.append(art.at(art.pawn(pawn), x, 8, _SMALL))
            x += _STEP
        x += _STEP // 3
    for _ in range(seat.tokens):
        pieces.append(art.at(art.token(), x, 8, _SMALL))
        x += _STEP
    return "".join(pieces), x + _MARGIN
