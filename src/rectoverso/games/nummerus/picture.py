"""A game of Nummerus as text for terminals, and as a drawing."""

from __future__ import annotations

from ... import art
from ...kernel.fixed_record import Record
from .board import NummerusSeat, NummerusTable, Observation, board
from .drawing import BoardGeometry, draw_board, draw_pawn, draw_power, draw_token, plan_of
from .material import ROWS, WIDTH

_POWER_SIGN, _EMPTY_SIGN = "★", "·"


def picture(observation: Record) -> str:
    """The board and the seats as text, for terminals."""
    shown = board(Observation(observation))
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
    shown = board(Observation(observation))
    plan = plan_of(shown.board)
    pieces = [draw_board(shown.board)]
    for place, pawn in enumerate(shown.fields):
        if pawn is not None:
            pieces.append(_on_field(draw_pawn(pawn), plan, place))
    pieces.append(_on_field(draw_power(), plan, shown.power))
    width, height = plan.width, plan.height
    for number, seat in enumerate(shown.seats, 1):
        row, right = _seat_drawing(number, seat)
        pieces.append(art.at(row, 0, height))
        width, height = max(width, right), height + _SEAT_HEIGHT
    return art.page("".join(pieces), width, height + _MARGIN, title=picture(observation), background=art.colour("page"))


def _on_field(piece: str, plan: BoardGeometry, place: int) -> str:
    x, y = plan.centres[place]
    return art.at(piece, x - plan.cell / 2, y - plan.cell / 2, plan.cell / 100)


def _seat_drawing(number: int, seat: NummerusSeat) -> tuple[str, int]:
    """A seat's pawns in a row, a gap after each series; and where the row ends."""
    ink = art.colour("ink")
    pieces = [f'<text x="{_MARGIN}" y="40" font-family="{art.FONT}" font-size="30" fill="{ink}">{number}</text>']
    x = _MARGIN + _STEP
    for run in [*seat.series, *([pawn] for pawn in seat.loose)]:
        for pawn in run:
            pieces.append(art.at(draw_pawn(pawn), x, 8, _SMALL))
            x += _STEP
        x += _STEP // 3
    for _ in range(seat.tokens):
        pieces.append(art.at(draw_token(), x, 8, _SMALL))
        x += _STEP
    return "".join(pieces), x + _MARGIN
