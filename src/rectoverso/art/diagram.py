"""Diagrams for the rules: scenes drawn from positions, side by side, with arrows and marks and without words.

A diagram has a light ground of its own, so that it reads the same on a light and on a dark page. Pieces that repeat are
drawn once and used again, so that a file stays small.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from . import FONT, at, colour, escaped, page

GAP: Final = 14.0
MARGIN: Final = 16.0
_MARK_SIZE: Final = 30.0
_WORTH_SHARING: Final = 90  # characters


class Scene(NamedTuple):
    """Something drawn, and its size."""

    drawn: str
    width: float
    height: float


EMPTY: Final = Scene("", 0, 0)


def row(*scenes: Scene, gap: float = GAP) -> Scene:
    """Scenes side by side, centred on one line."""
    height = max(scene.height for scene in scenes)
    drawn, x = [], 0.0
    for scene in scenes:
        drawn.append(at(scene.drawn, x, (height - scene.height) / 2))
        x += scene.width + gap
    return Scene("".join(drawn), x - gap, height)


def column(*scenes: Scene, gap: float = GAP) -> Scene:
    """Scenes below each other, flush left."""
    drawn, y = [], 0.0
    for scene in scenes:
        drawn.append(at(scene.drawn, 0, y))
        y += scene.height + gap
    return Scene("".join(drawn), max(scene.width for scene in scenes), y - gap)


def mat(scene: Scene, *, width: float = 0, mine: bool = True) -> Scene:
    """A place in front of a player with what lies there; the other players' have a broken edge."""
    wide, high = max(scene.width, width) + 2 * GAP, scene.height + 2 * GAP
    broken = "" if mine else ' stroke-dasharray="7 5"'
    ground = (
        f'<rect x="1" y="1" width="{wide - 2:g}" height="{high - 2:g}" rx="12" fill="{colour("surface")}" '
        f'stroke="{colour("edge")}" stroke-width="2"{broken}/>'
    )
    return Scene(ground + at(scene.drawn, GAP, GAP), wide, high)


def arrow(length: float = 44, down: bool = False) -> Scene:
    """An arrow to the right, or downwards."""
    ink = colour("accent")
    line = f'<path d="M0 0H{length - 12:g}" stroke="{ink}" stroke-width="5"/>'
    head = f'<path d="M{length - 16:g} -10L{length:g} 0L{length - 16:g} 10Z" fill="{ink}"/>'
    if down:
        return Scene(at(line + head, 12, 0, turn=90), 24, length)
    return Scene(at(line + head, 0, 12), length, 24)


def arrow_between(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A thick arrow from one point to another."""
    (x, y), (to_x, to_y) = start, end
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    along, across = ((to_x - x) / length, (to_y - y) / length), (-(to_y - y) / length, (to_x - x) / length)
    back = (to_x - 22 * along[0], to_y - 22 * along[1])
    left = (back[0] + 13 * across[0], back[1] + 13 * across[1])
    right = (back[0] - 13 * across[0], back[1] - 13 * across[1])
    ink = colour("accent")
    return (
        f'<path d="M{x:.4g} {y:.4g}L{back[0]:.4g} {back[1]:.4g}" stroke="{ink}" stroke-width="8"/>'
        f'<path d="M{left[0]:.4g} {left[1]:.4g}L{to_x:.4g} {to_y:.4g}L{right[0]:.4g} {right[1]:.4g}Z" fill="{ink}"/>'
    )


def tick() -> Scene:
    """This is possible."""
    path = f'<path d="M5 16L12 24L26 6" fill="none" stroke="{colour("good")}" stroke-width="6"/>'
    return Scene(path, _MARK_SIZE, _MARK_SIZE)


def cross() -> Scene:
    """This is not possible."""
    path = f'<path d="M5 5L25 25M25 5L5 25" fill="none" stroke="{colour("warn")}" stroke-width="6"/>'
    return Scene(path, _MARK_SIZE, _MARK_SIZE)


def stop() -> Scene:
    """A square: this is the end of it."""
    return Scene(f'<rect x="5" y="5" width="20" height="20" fill="{colour("ink")}"/>', _MARK_SIZE, _MARK_SIZE)


def people(count: int) -> Scene:
    """A number of people: one is the player, several are the others. All take the same space."""
    ink = colour("muted")
    one = '<circle cx="13" cy="9" r="8"/><path d="M0 38V31Q0 20 13 20T26 31V38Z"/>'
    drawn = "".join(at(one, 20 * place, 0) for place in range(3 - count, 3))
    edge = f' stroke="{colour("table")}" stroke-width="2"'
    return Scene(f'<g fill="{ink}"{edge}>{drawn}</g>', 66, 40)


def text(written: str, size: float = 30) -> Scene:
    """Numbers and signs; words would need a diagram for each language."""
    return Scene(
        f'<text y="{size * 0.8:g}" font-family="{FONT}" font-size="{size:g}" font-weight="700" '
        f'fill="{colour("ink")}">{escaped(written)}</text>',
        size * 0.62 * len(written),
        size,
    )


def outlined(scene: Scene, *, circular: bool = True) -> Scene:
    """A piece that matters now, with a thick line around it."""
    ink, reach = colour("focus"), 5
    wide, high = scene.width + 2 * reach, scene.height + 2 * reach
    corner = min(wide, high) / 2 if circular else 12
    frame = (
        f'<rect x="{-reach}" y="{-reach}" width="{wide:g}" height="{high:g}" rx="{corner:g}" fill="none" '
        f'stroke="{ink}" stroke-width="4"/>'
    )
    return Scene(scene.drawn + frame, scene.width, scene.height)


def before_after(before: Scene, *after: Scene, down: bool = False) -> Scene:
    """What lies there before a move, an arrow, and what lies there after it; `down`: below each other."""
    scenes = [before]
    for scene in after:
        scenes += [arrow(down=down), scene]
    return column(*scenes) if down else row(*scenes)


def diagram(scene: Scene) -> str:
    """The whole picture, on its own ground."""
    width, height = scene.width + 2 * MARGIN, scene.height + 2 * MARGIN
    ground = f'<rect width="{width:g}" height="{height:g}" rx="14" fill="{colour("table")}"/>'
    font = f' font-family="{FONT}"'
    drawn, shared = _shared(at(scene.drawn.replace(font, ""), MARGIN, MARGIN))
    defs = f"<defs>{shared}</defs>" if shared else ""
    return page(f"{defs}<g{font}>{ground}{drawn}</g>", width, height) + "\n"


def _shared(drawn: str) -> tuple[str, str]:
    """The drawing with what it repeats replaced by references, and what they refer to."""
    shared: list[str] = []
    for shape in _repeated(re.findall(r"<(?:path|rect|circle)\b[^>]*/>|<text\b[^>]*>.*?</text>", drawn)):
        name = f"s{len(shared)}"
        shared.append(f'<g id="{name}">{shape}</g>')
        drawn = drawn.replace(shape, f'<use href="#{name}"/>')
    return drawn, "".join(shared)


def _repeated(shapes: Sequence[str]) -> list[str]:
    return [shape for shape, times in Counter(shapes).items() if times > 1 and len(shape) > _WORTH_SHARING]
