"""Cards and their symbols as SVG, from `art.json`."""

from __future__ import annotations

from ...art import Pieces, Theme, painted, palette

PIECES = Pieces(__package__)


def draw_symbol(letter: str, *, ink: str | None = None, theme: Theme = "light") -> str:
    """One of the symbols ``A`` to ``K`` in a square of 100, in its own colour unless another ``ink`` is given."""
    colours = palette()[theme] | {"ink": ink or PIECES.art["colours"][letter]}
    return f'<g fill="{colours["ink"]}">{painted(PIECES.art["symbols"][letter], colours)}</g>'


def draw_card(side: str | None, *, outer: bool = False, theme: Theme = "light") -> str:
    """A card showing ``side``, in the hand or (``outer``: corner marks) as the others see it; ``None`` is ``?``."""
    if side is None:
        return PIECES.draw("unknown", theme)
    ink = {"ink": PIECES.art["colours"][side]}
    return PIECES.draw("outer" if outer else "card", theme, ink, symbol=draw_symbol(side, theme=theme))
