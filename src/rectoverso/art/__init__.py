"""The tools of the art, for the page, for notebooks and for print.

The sources are data files, which the page imports too:

- ``palette.json`` here: colours by name, ``light`` and ``dark``;
- ``art.json`` in the folder of a game: its pieces as SVG with their ``width`` and ``height``, and their own colours.
  There ``$name`` stands for a colour of the palette (the page puts ``var(--name)`` there), ``$ink`` for the colour of
  the symbol, ``$value`` for the colour of the number, ``$font`` for the typeface, ``{number}`` and ``{symbol}`` for
  what the piece shows;
- ``logo.svg``, ``icon.svg``: finished pictures. The covers of the games lie with their boards, in ``web/src/games/``.

The functions here return SVG fragments in the units of those files; ``at`` places them, ``page`` makes a whole picture.
A drawing depends only on its arguments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

Theme = Literal["light", "dark"]

FONT: Final = "'Palatino Linotype',Palatino,P052,'DejaVu Serif',serif"
UPSIDE_DOWN: Final = (6, 9)
"""Numbers that can be read upside down: they are underlined."""


@cache
def palette() -> dict[str, dict[str, str]]:
    """The colours of both themes, by name."""
    colours: dict[str, dict[str, str]] = json.loads(files(__name__).joinpath("palette.json").read_text("utf-8"))
    return colours


def picture(name: str) -> str:
    """A finished picture: ``logo`` or ``icon``."""
    return files(__name__).joinpath(f"{name}.svg").read_text("utf-8")


def colour(name: str, theme: Theme = "light") -> str:
    """A colour of the palette."""
    return palette()[theme][name]


# --- pieces -----------------------------------------------------------------------------------------------------------


@cache
def art_of(package: str) -> Any:
    """The ``art.json`` of a game's package: ``pieces``, ``colours`` and everything else it draws from."""
    return json.loads(files(package).joinpath("art.json").read_text("utf-8"))


class Pieces:
    """The pieces of a game."""

    def __init__(self, package: str) -> None:
        self._package = package

    @property
    def art(self) -> Any:
        """All that is in the game's ``art.json``."""
        return art_of(self._package)

    def size(self, piece: str) -> tuple[int, int]:
        """Width and height of a piece."""
        drawn = self.art["pieces"][piece]
        return drawn["width"], drawn["height"]

    def draw(self, piece: str, theme: Theme, colours: Mapping[str, str] | None = None, **shown: str) -> str:
        """A piece with its colours and what it shows."""
        svg = painted(self.art["pieces"][piece]["svg"], palette()[theme] | dict(colours or {}))
        for name, content in shown.items():
            svg = svg.replace("{" + name + "}", content)
        return svg

    def draw_numbered(self, piece: str, number: int, theme: Theme) -> str:
        """A piece that shows a number, from 1, in that number's colour."""
        return self.draw(piece, theme, {"value": self.art["colours"][number - 1]}, number=written(number))


def painted(svg: str, colours: Mapping[str, str]) -> str:
    """SVG with colours for its ``$names``."""
    return re.sub(r"\$(\w+)", lambda name: FONT if name[1] == "font" else colours[name[1]], svg)


def written(number: int | None) -> str:
    """The number as a piece shows it: ``?`` if unknown, underlined if it can be read upside down."""
    if number is None:
        return "?"
    return f'<tspan text-decoration="underline">{number}</tspan>' if number in UPSIDE_DOWN else str(number)


# --- pictures ---------------------------------------------------------------------------------------------------------


def at(fragment: str, x: float, y: float, scale: float = 1, turn: float = 0) -> str:
    """The fragment with its origin at (x, y), scaled, and turned clockwise by degrees."""
    turned = f" rotate({turn:g})" if turn else ""
    scaled = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){turned}{scaled}">{fragment}</g>'


def page(fragment: str, width: float, height: float, *, title: str = "", background: str | None = None) -> str:
    """A complete SVG picture. The title is what a screen reader says of it."""
    label = f"<title>{escaped(title)}</title>" if title else ""
    ground = f'<rect width="{width:g}" height="{height:g}" fill="{background}"/>' if background else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">{label}{ground}{fragment}</svg>'
    )


def escaped(text: str) -> str:
    """Text as it stands in SVG."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
