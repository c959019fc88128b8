"""Coins and point cards as SVG, from `art.json`."""

from __future__ import annotations

from ...art import Pieces, Theme, at, written

PIECES = Pieces(__package__)


def draw_coin(face: int, back: int | None = None, *, known: bool = False, theme: Theme = "light") -> str:
    """A coin showing ``face``. With ``back`` or ``known`` part of its back is visible: the number, or ``?`` (T5)."""
    front = PIECES.draw_numbered("coin", face, theme)
    if back is None and not known:
        return front
    return at(draw_coin_back(back, theme=theme), 52, 52, 0.48) + at(front, 0, 0, 0.78)


def draw_coin_back(face: int | None = None, *, theme: Theme = "light") -> str:
    """The other side of a coin: its number, or ``?``. Its hatched grey rim tells it from the side that is up."""
    return PIECES.draw("coin_back", theme, number=written(face))


def draw_point_card(value: int, *, theme: Theme = "light") -> str:
    """A point card, 18 down to 7 (T3)."""
    return PIECES.draw("point_card", theme, number=str(value))
