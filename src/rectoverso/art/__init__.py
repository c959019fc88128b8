"""The art, drawn once, for the page, for notebooks and for print.

The sources are data files beside this one; the page imports them too:

- ``palette.json``: colours by name, ``light`` and ``dark``; the colours of the symbols, of coins 1–19, of pawns 1–48;
- ``symbols.json``: the eleven Janus symbols, as SVG in a square of 100;
- ``pieces.json``: coins, cards, pawns, as SVG with their ``width`` and ``height``. There ``$name`` stands for a colour
  of the palette (the page puts ``var(--name)`` there), ``$ink`` for the colour of the symbol, ``$value`` for the colour
  of the number, ``$font`` for the typeface, ``{number}`` and ``{symbol}`` for what the piece shows;
- ``boards.json``: how many fields each row of a Nummerus board has (N2); rows are centred;
- ``logo.svg``, ``icon.svg``: finished pictures. The covers of the games lie with their boards, in ``web/src/games/``.

The functions here return SVG fragments in the units of those files; ``at`` places them, ``page`` makes a whole picture.
A drawing depends only on what it is asked to show: a coin with an unknown back looks the same whatever its back is
(T5).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

Theme = Literal["light", "dark"]

SYMBOLS: Final = "ABCDEFGHIJK"
FONT: Final = "'Palatino Linotype',Palatino,P052,'DejaVu Serif',serif"
UPSIDE_DOWN: Final = (6, 9)
"""Numbers that can be read upside down: they are underlined."""


@cache
def source(name: str) -> Any:
    """One of the JSON sources: ``palette``, ``symbols``, ``pieces`` or ``boards``."""
    return json.loads(files(__name__).joinpath(f"{name}.json").read_text("utf-8"))


def picture(name: str) -> str:
    """A finished picture: ``logo`` or ``icon``."""
    return files(__name__).joinpath(f"{name}.svg").read_text("utf-8")


def colour(name: str, theme: Theme = "light") -> str:
    """A colour of the palette."""
    found: str = source("palette")[theme][name]
    return found


def size(piece: str) -> tuple[int, int]:
    """Width and height of a piece: ``coin``, ``point_card``, ``janus_card``, ``pawn`` …"""
    drawn = source("pieces")[piece]
    return drawn["width"], drawn["height"]


# --- Titus ------------------------------------------------------------------------------------------------------------


def coin(face: int, back: int | None = None, *, known: bool = False, theme: Theme = "light") -> str:
    """A coin showing ``face``. With ``back`` or ``known`` part of its back is visible: the number, or ``?``."""
    front = _numbered("coin", face, source("palette")["coins"], theme)
    if back is None and not known:
        return front
    return at(coin_back(back, theme=theme), 52, 52, 0.48) + at(front, 0, 0, 0.78)


def coin_back(face: int | None = None, *, theme: Theme = "light") -> str:
    """The other side of a coin: its number, or ``?``; a hatched grey rim marks it as the back."""
    return _draw("coin_back", theme, {}, number=_number(face))


def point_card(value: int, *, theme: Theme = "light") -> str:
    """A point card, 18 down to 7 (T3)."""
    return _draw("point_card", theme, {}, number=str(value))


# --- Janus ------------------------------------------------------------------------------------------------------------


def symbol(letter: str, *, ink: str | None = None, theme: Theme = "light") -> str:
    """One of the symbols ``A`` to ``K`` in a square of 100, in its own colour or in ``ink``."""
    colours = source("palette")[theme] | {"ink": ink or source("palette")["symbols"][letter]}
    return f'<g fill="{colours["ink"]}">{_painted(source("symbols")[letter], colours)}</g>'


def janus_card(side: str | None, *, outer: bool = False, theme: Theme = "light") -> str:
    """A card showing ``side`` (``?`` for ``None``), as its owner sees it or (``outer``: corner marks) as others do."""
    if side is None:
        return _draw("janus_unknown", theme, {})
    ink = source("palette")["symbols"][side]
    return _draw("janus_outer" if outer else "janus_card", theme, {"ink": ink}, symbol=symbol(side, theme=theme))


# --- Nummerus ---------------------------------------------------------------------------------------------------------


def pawn(number: int, *, theme: Theme = "light") -> str:
    """A pawn, 1 to 48."""
    return _numbered("pawn", number, source("palette")["pawns"], theme)


def power(*, theme: Theme = "light") -> str:
    """The Power pawn."""
    return _draw("power", theme, {})


def token(*, theme: Theme = "light") -> str:
    """An exchange token (N8)."""
    return _draw("token", theme, {})


@dataclass(frozen=True, slots=True)
class Board:
    """The geometry of a Nummerus board: the centres of its fields in reading order, in a picture of width × height."""

    name: str
    width: int
    height: int
    cell: int
    centres: tuple[tuple[float, float], ...]


@cache
def board(name: str = "classic", cell: int = 100, margin: int = 20) -> Board:
    """N2: the geometry of the board ``classic`` or ``square``; its rows are centred."""
    rows: Sequence[int] = source("boards")[name]
    widest = max(rows)
    centres = tuple(
        (margin + cell * ((widest - row) / 2 + column + 0.5), margin + cell * (line + 0.5))
        for line, row in enumerate(rows)
        for column in range(row)
    )
    return Board(name, 2 * margin + cell * widest, 2 * margin + cell * len(rows), cell, centres)


def board_picture(name: str = "classic", *, theme: Theme = "light") -> str:
    """The empty board, in the size of ``board(name)``."""
    plan = board(name)
    field = _draw("field", theme, {})
    corner, side = plan.cell / 2 + 2, plan.cell + 4
    ground = "".join(f"M{x - corner:g} {y - corner:g}h{side}v{side}h-{side}z" for x, y in plan.centres)
    wood = colour("board", theme)
    fields = "".join(at(field, x - plan.cell / 2, y - plan.cell / 2, plan.cell / 100) for x, y in plan.centres)
    edge = f'fill="{wood}" stroke="{wood}" stroke-width="20" stroke-linejoin="round"'
    return f'<path d="{ground}" {edge}/>{fields}'


# --- pictures ---------------------------------------------------------------------------------------------------------


def at(fragment: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """The fragment with its origin at (x, y), scaled, and turned clockwise by degrees."""
    turned = f" rotate({turn:g})" if turn else ""
    scaled = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){turned}{scaled}">{fragment}</g>'


def page(fragment: str, width: float, height: float, *, title: str = "", background: str | None = None) -> str:
    """A complete SVG picture. Screen readers read the title."""
    label = f"<title>{_escaped(title)}</title>" if title else ""
    ground = f'<rect width="{width:g}" height="{height:g}" fill="{background}"/>' if background else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">{label}{ground}{fragment}</svg>'
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _number(number: int | None) -> str:
    """The number as a piece shows it: ``?`` if unknown, underlined if it can be read upside down."""
    if number is None:
        return "?"
    return f'<tspan text-decoration="underline">{number}</tspan>' if number in UPSIDE_DOWN else str(number)


def _numbered(piece: str, number: int, colours: Sequence[str], theme: Theme) -> str:
    return _draw(piece, theme, {"value": colours[number - 1]}, number=_number(number))


def _draw(piece: str, theme: Theme, colours: Mapping[str, str], **shown: str) -> str:
    """A piece of ``pieces.json``, coloured and labelled."""
    svg: str = _painted(source("pieces")[piece]["svg"], source("palette")[theme] | colours)
    for name, content in shown.items():
        svg = svg.replace("{" + name + "}", content)
    return svg


def _painted(svg: str, colours: Mapping[str, str]) -> str:
    return re.sub(r"\$(\w+)", lambda name: FONT if name[1] == "font" else colours[name[1]], svg)
