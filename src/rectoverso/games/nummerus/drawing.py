"""Pawns, tokens and boards as SVG, from `art.json` (its `boards` are for the page)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...art import Pieces, Theme, at, colour
from .material import ROWS

PIECES = Pieces(__package__)


def draw_pawn(number: int, *, theme: Theme = "light") -> str:
    """A pawn, 1 to 48."""
    return PIECES.draw_numbered("pawn", number, theme)


def draw_power(*, theme: Theme = "light") -> str:
    """The Power pawn."""
    return PIECES.draw("power", theme)


def draw_token(*, theme: Theme = "light") -> str:
    """An exchange token (N8)."""
    return PIECES.draw("token", theme)


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """The geometry of a board: the centres of its fields in reading order, in a picture of width × height."""

    name: str
    width: int
    height: int
    cell: int
    centres: tuple[tuple[float, float], ...]


@cache
def plan_of(board: str = "classic", cell: int = 100, margin: int = 20) -> BoardGeometry:
    """N2: the geometry of the board ``classic`` or ``square``; its rows are centred."""
    rows = ROWS[board]
    widest = max(rows)
    centres = tuple(
        (margin + cell * ((widest - row) / 2 + column + 0.5), margin + cell * (line + 0.5))
        for line, row in enumerate(rows)
        for column in range(row)
    )
    return BoardGeometry(board, 2 * margin + cell * widest, 2 * margin + cell * len(rows), cell, centres)


def draw_board(board: str = "classic", *, theme: Theme = "light") -> str:
    """The empty board, in the size of its plan."""
    plan = plan_of(board)
    field = PIECES.draw("field", theme)
    corner, side = plan.cell / 2 + 2, plan.cell + 4
    ground = "".join(f"M{x - corner:g} {y - corner:g}h{side}v{side}h-{side}z" for x, y in plan.centres)
    wood = colour("board", theme)
    fields = "".join(at(field, x - plan.cell / 2, y - plan.cell / 2, plan.cell / 100) for x, y in plan.centres)
    edge = f'fill="{wood}" stroke="{wood}" stroke-width="20" stroke-linejoin="round"'
    return f'<path d="{ground}" {edge}/>{fields}'
