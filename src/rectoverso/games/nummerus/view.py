"""What is shown of a game of Nummerus, and what is told of a move. Everything is open, so all seats see the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec
import numpy as np

from ... import art
from ...kernel.jit import kernel
from ...kernel.record import Record
from ...words import say
from .material import ALL_FIELDS, BOARDS, FIELDS, PAWNS, ROWS, SEATS, WIDTH
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


# All that lies open, as one list of numbers: reading a record field by field from Python is slow.
PLAYERS, OVER, TURN, PHASE, BOARD, POWER, ON_BOARD, BONDS, IN_LINE, REACH = range(10)
OWN, TOKENS, SCORES, FIELD = 10, 10 + SEATS, 10 + 2 * SEATS, 10 + 3 * SEATS
SHEET = FIELD + FIELDS + 1


@kernel
def survey(seen: Record, sheet: Any, ranks: Any) -> None:
    """What can be read off the table at one glance; also the scores, and the fields in line and in reach (N3, N4)."""
    state = seen.state
    sheet[PLAYERS] = state.players
    sheet[OVER] = state.over
    sheet[TURN] = state.turn
    sheet[PHASE] = state.phase
    sheet[BOARD] = state.board
    sheet[POWER] = state.power
    sheet[ON_BOARD] = state.pawns
    sheet[BONDS] = state.bonds
    sheet[IN_LINE] = in_line(state.board, state.power, state.pawns)
    sheet[REACH] = reach(state.board, state.power, state.pawns)
    for p in range(SEATS):
        sheet[OWN + p] = state.own[p]
        sheet[TOKENS + p] = state.tokens[p]
    for f in range(FIELDS + 1):
        sheet[FIELD + f] = state.at[f]
    result(state, sheet[SCORES:FIELD], ranks)


def _surveyed(seen: Record) -> list[int]:
    sheet = np.zeros(SHEET, np.int64)
    survey(seen, sheet, np.zeros(SEATS, np.int64))
    numbers: list[int] = sheet.tolist()
    return numbers


def table(seen: Record) -> NummerusTable:
    """The table as everybody sees it."""
    sheet = _surveyed(seen)
    taking = sheet[PHASE] == TAKING
    pawns = sheet[ON_BOARD]
    return NummerusTable(
        board=BOARDS[sheet[BOARD]],  # type: ignore[arg-type]  # one of the two names
        fields=[sheet[FIELD + f] if pawns >> f & 1 else None for f in range(1, FIELDS + 1)],
        power=sheet[POWER] - 1,
        reach=[f - 1 for f in _members(sheet[REACH])] if taking else [],
        phase="take" if taking else "trade",
        seats=[_seat(sheet, p) for p in range(sheet[PLAYERS])],
    )


def known(seen: Record) -> NummerusKnown:
    """Nothing has to be remembered: what is not on the board lies before a seat."""
    sheet = _surveyed(seen)
    return NummerusKnown(sorted(sheet[FIELD + f] for f in _members(sheet[ON_BOARD] & ALL_FIELDS)))


def _seat(sheet: list[int], p: int) -> NummerusSeat:
    own = sheet[OWN + p]
    alone = sheet[PLAYERS] == 1
    pawns, series, loose = _laid_out(own, sheet[BONDS] if alone else own & own >> 1, alone)
    return NummerusSeat(pawns, series, loose, tokens=sheet[TOKENS + p], score=sheet[SCORES + p])


@lru_cache(maxsize=4096)  # from one move to the next most seats have the same pawns
def _laid_out(own: int, bonds: int, alone: bool) -> tuple[list[int], list[list[int]], list[int]]:
    """A seat's pawns, its series, and what is loose."""
    runs = _runs(own, bonds)
    series = [run for run in runs if alone or len(run) > 1]
    return _members(own), series, [run[0] for run in runs if not alone and len(run) == 1]


_MEMBERS = [[[8 * place + i for i in range(8) if byte >> i & 1] for byte in range(256)] for place in range(8)]


def _members(numbers: int) -> list[int]:
    """A set of bits as a list, ascending."""
    members: list[int] = []
    for of_byte, byte in zip(_MEMBERS, numbers.to_bytes(8, "little"), strict=True):
        members += of_byte[byte]
    return members


def _runs(own: int, bonds: int) -> list[list[int]]:
    """The pawns in runs: v and v + 1 are together where `bonds` has v."""
    runs: list[list[int]] = []
    for pawn in _members(own):
        if bonds >> (pawn - 1) & 1:
            runs[-1].append(pawn)
        else:
            runs.append([pawn])
    return runs


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
    sheet = _surveyed(before)
    seat, over = sheet[TURN] + 1, _surveyed(after)[OVER] != 0
    if move == END:
        return Ended(seat, over)
    if move >= TRADE:
        given, taken = (move - TRADE) // PAWNS + 1, (move - TRADE) % PAWNS + 1
        other = next(p + 1 for p in range(SEATS) if sheet[OWN + p] >> taken & 1)
        return Traded(seat, other, given, taken, over)
    pawn = pawn_taken(move)
    on = None if move < ON_LOW else pawn - 1 if move < ON_HIGH else pawn + 1
    field = sheet.index(pawn, FIELD + 1) - FIELD
    return Took(seat, pawn, sheet[POWER] - 1, field - 1, not sheet[IN_LINE], on, over)


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
