"""What is shown of a game of Nummerus, and what is told of a move. Everything is open, so all seats see the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import numpy as np

from ... import art
from ...kernel.bits import first, has
from ...kernel.jit import brief, kernel
from ...kernel.record import Record
from ...words import say
from .material import BOARDS, FIELDS, PAWNS, ROWS, SEATS, WIDTH
from .moves import pawn_taken
from .rules import END, ON_HIGH, ON_LOW, TAKING, TRADE, in_line, reach, result

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


# All that lies open, as bytes: reading a record field by field from Python is slow. Numbers first, then four lists: the
# pawns by field, the fields in reach, the pawns taken, seat by seat and ascending, and where in these each run ends.
PLAYERS, OVER, TURN, PHASE, BOARD, POWER, IN_LINE, REACHED = range(8)
TOKENS, RUNS = 8, 8 + SEATS
FIELD = RUNS + SEATS + 1
REACH, TAKEN, RUN_END = FIELD + FIELDS, FIELD + 2 * FIELDS, FIELD + 3 * FIELDS
SHEET = FIELD + 4 * FIELDS


@brief
def survey(seen: Record, sheet: Any, scores: Any, ranks: Any) -> None:
    """What can be read off the table at one glance; also the scores."""
    state = seen.state
    sheet[PLAYERS] = state.players
    sheet[OVER] = state.over
    sheet[TURN] = state.turn
    sheet[PHASE] = state.phase
    sheet[BOARD] = state.board
    sheet[POWER] = state.power - 1
    for p in range(SEATS):
        sheet[TOKENS + p] = state.tokens[p]
    for f in range(FIELDS):
        sheet[FIELD + f] = state.at[f + 1] if has(state.pawns, f + 1) else 0
    survey_reach(state, sheet)
    survey_runs(state, sheet)
    result(state, scores, ranks)


@kernel
def survey_reach(state: Record, sheet: Any) -> None:
    """N3, N4: is there a pawn in line, and which fields' pawns may be taken?"""
    sheet[IN_LINE] = in_line(state.board, state.power, state.pawns) != 0
    left = reach(state.board, state.power, state.pawns) if state.phase == TAKING else 0
    n = 0
    while left:
        sheet[REACH + n] = first(left) - 1
        left &= left - 1
        n += 1
    sheet[REACHED] = n


@kernel
def survey_runs(state: Record, sheet: Any) -> None:
    """N5: v and v + 1 lie together; N9: alone, only where they were put together. `RUNS`: how many up to each seat."""
    taken, runs = 0, 0
    sheet[RUNS] = 0
    for p in range(state.players):
        left = state.own[p]
        bonds = state.bonds if state.players == 1 else left & left >> 1
        while left:
            pawn = first(left)
            left &= left - 1
            sheet[TAKEN + taken] = pawn
            taken += 1
            if not has(bonds, pawn):
                sheet[RUN_END + runs] = taken
                runs += 1
        sheet[RUNS + p + 1] = runs


def _surveyed(seen: Record) -> tuple[bytes, list[int]]:
    """The sheet, and the scores by seat."""
    sheet, numbers = np.zeros(SHEET, np.uint8), np.zeros((2, SEATS), np.int64)
    survey(seen, sheet, numbers[0], numbers[1])
    scores: list[int] = numbers[0].tolist()
    return sheet.tobytes(), scores


def table(seen: Record) -> NummerusTable:
    """The table as everybody sees it."""
    sheet, scores = _surveyed(seen)
    return NummerusTable(
        board=BOARDS[sheet[BOARD]],  # type: ignore[arg-type]  # one of the two names
        fields=[pawn or None for pawn in sheet[FIELD:REACH]],
        power=sheet[POWER],
        reach=list(sheet[REACH : REACH + sheet[REACHED]]),
        phase="take" if sheet[PHASE] == TAKING else "trade",
        seats=_seats(sheet, scores),
    )


def known(seen: Record) -> NummerusKnown:
    """Nothing has to be remembered: what is not on the board lies before a seat."""
    sheet, _ = _surveyed(seen)
    return NummerusKnown(sorted(pawn for pawn in sheet[FIELD:REACH] if pawn))


def _seats(sheet: bytes, scores: list[int]) -> list[NummerusSeat]:
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
        seats.append(NummerusSeat(taken[begin:start], series, loose, sheet[TOKENS + p], scores[p]))
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


def told(before: Record, after: Record, move: int) -> NummerusTold:
    """What everybody saw of a move."""
    sheet, _ = _surveyed(before)
    seat, over = sheet[TURN] + 1, _surveyed(after)[0][OVER] != 0
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


def said(told: NummerusTold, lang: str, names: Sequence[str]) -> str:
    """The same in words; `names` by seat, the reader's own is `@you`."""
    player = names[told.seat - 1]
    match told:
        case Ended():
            text = say(lang, "nummerus_told_end", player=player)
        case Traded():
            text = say(
                lang, "nummerus_told_trade",
                player=player, other=names[told.other - 1], given=told.given, taken=told.taken,
            )  # fmt: skip
        case Took(on=int()):
            text = say(lang, "nummerus_told_take_on", player=player, pawn=told.pawn, on=told.on)
        case Took(free=True):
            text = say(lang, "nummerus_told_take_free", player=player, pawn=told.pawn)
        case _:
            text = say(lang, "nummerus_told_take", player=player, pawn=told.pawn)
    return f"{text} {say(lang, 'nummerus_told_over')}" if told.over else text


def faceless(told: Any) -> Any:
    """No face was hidden, so none is forgotten."""
    return told


def uncovers(state: Record, move: int) -> bool:
    """No move shows anybody anything new."""
    return False


# ---- pictures

_POWER_SIGN, _EMPTY_SIGN = "★", "·"


def picture(seen: Record) -> str:
    """The board and the seats as text, for terminals."""
    shown = table(seen)
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


def drawing(seen: Record) -> str:
    """The board and the seats as a picture."""
    shown = table(seen)
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
    return art.page("".join(pieces), width, height + _MARGIN, title=picture(seen), background=art.colour("page"))


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
