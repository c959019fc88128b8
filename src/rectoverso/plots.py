"""Plots as SVG (bars with intervals, and lines), and the page of a report. Readable in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

import msgspec

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 640, 64, 16, 34, 44
COLOURS = ("#3b76b5", "#c8662b", "#4b8f4b", "#8a5aa8", "#a83b5a", "#6b6b6b")
DASHES = ("none", "9 4", "2 4", "12 4 2 4", "5 5", "1 2")
"""So that lines differ by more than their colour."""
_INK = "#7a7a7a"
_STYLE = "<style>text{fill:#4d4d4d}@media(prefers-color-scheme:dark){text{fill:#bdbdbd}}</style>"
"""Text colours for light and dark pages."""


_PAGE_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem;
  color-scheme: light dark; }
table { border-collapse: collapse; width: 100%; }
td, th { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #8884; }
td:first-child, th:first-child, .words { text-align: left; } td:not(.words) { white-space: nowrap; }
svg { width: 100%; height: auto; margin: 1rem 0; }
@media (max-width: 40rem) { table { display: block; overflow-x: auto; } }
"""


class Bar(msgspec.Struct, frozen=True):
    """One bar: its name, its value, and an interval around it."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None


class Curve(msgspec.Struct, frozen=True):
    """One line: its name and its points from left to right."""

    name: str
    points: Sequence[tuple[float, float]]


def page(title: str, parts: Sequence[str]) -> str:
    """A report as one HTML file."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    head = f'<!doctype html><html lang="en"><head>{head}<style>{_PAGE_STYLE}</style></head>'
    return f"{head}<body>{''.join(parts)}</body></html>\n"


def bars(title: str, given: Sequence[Bar], unit: str = "") -> str:
    """Horizontal bars, one below the other."""
    row, left = 26, 120
    height = TOP + row * len(given) + BOTTOM
    ends = [value for bar in given for value in (bar.value, bar.low, bar.high, 0.0) if value is not None]
    ticks = nice_ticks(min(ends), max(ends))

    def x(value: float) -> float:
        return left + (value - ticks[0]) / (ticks[-1] - ticks[0]) * (WIDTH - left - RIGHT - 44)

    parts = [_grid_line(x(tick), TOP, x(tick), height - BOTTOM) for tick in ticks]
    parts += [_text(x(tick), height - BOTTOM + 16, _number(tick), "middle") for tick in ticks]
    for i, bar in enumerate(given):
        y = TOP + row * i + 4
        start, end = sorted((x(0.0), x(bar.value)))
        parts.append(_text(left - 8, y + 13, bar.name, "end"))
        parts.append(
            f'<rect x="{start:.1f}" y="{y}" width="{max(end - start, 1):.1f}" height="18" fill="{COLOURS[0]}"/>'
        )
        if bar.low is not None and bar.high is not None:
            parts.append(_whisker(x(bar.low), x(bar.high), y + 9))
        parts.append(
            _text(max(x(bar.value), x(bar.high or bar.value), x(0.0)) + 6, y + 13, _number(bar.value), "start")
        )
    parts.append(_text((left + WIDTH) / 2, height - 8, unit, "middle"))
    return _svg(title, height, parts)


def lines(title: str, given: Sequence[Curve], across: str, up: str, height: int = 300) -> str:
    """Lines over common axes, their names below the title."""
    xs = [point[0] for line in given for point in line.points]
    ys = [point[1] for line in given for point in line.points]
    x_ticks, y_ticks = nice_ticks(min(xs), max(xs)), nice_ticks(min(0.0, *ys), max(ys))

    def x(value: float) -> float:
        return LEFT + (value - x_ticks[0]) / (x_ticks[-1] - x_ticks[0]) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return height - BOTTOM - (value - y_ticks[0]) / (y_ticks[-1] - y_ticks[0]) * (height - BOTTOM - TOP - 18)

    parts = [_grid_line(LEFT, y(tick), WIDTH - RIGHT, y(tick)) for tick in y_ticks]
    parts += [_text(LEFT - 6, y(tick) + 4, _number(tick), "end") for tick in y_ticks]
    parts += [_text(x(tick), height - BOTTOM + 16, _number(tick), "middle") for tick in x_ticks]
    for i, line in enumerate(given):
        begin = LEFT + 130 * i
        parts.append(_stroke(i, [(x(point[0]), y(point[1])) for point in line.points]))
        parts.append(_stroke(i, [(begin, TOP + 2), (begin + 28, TOP + 2)]))
        parts.append(_text(begin + 34, TOP + 6, line.name, "start"))
    parts.append(_text((LEFT + WIDTH) / 2, height - 8, across, "middle"))
    middle = (TOP + height - BOTTOM) / 2
    parts.append(f'<g transform="translate(16 {middle:.0f}) rotate(-90)">{_text(0, 0, up, "middle")}</g>')
    return _svg(title, height, parts)


def nice_ticks(low: float, high: float) -> list[float]:
    """Round numbers; the first and the last enclose all values."""
    if high - low < 1e-9:
        high = low + 1.0
    raw = (high - low) / 5
    step = next(k * 10 ** floor(log10(raw)) for k in (1, 2, 5, 10) if k * 10 ** floor(log10(raw)) >= raw * 0.999)
    return [round(step * k, 10) for k in range(floor(low / step + 1e-9), ceil(high / step - 1e-9) + 1)]


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
    style = 'font-family="system-ui, sans-serif" font-size="12"'
    caption = f'<text x="8" y="16" font-size="14" font-weight="600">{escape(title)}</text>'
    return f"{head}{style}><title>{escape(title)}</title>{_STYLE}{caption}{''.join(parts)}</svg>\n"


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _stroke(i: int, points: Sequence[tuple[float, float]]) -> str:
    """A line in the i-th colour and dash."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    look = f'stroke="{COLOURS[i % len(COLOURS)]}" stroke-dasharray="{DASHES[i % len(DASHES)]}" stroke-width="2.2"'
    return f'<polyline points="{path}" fill="none" {look}/>'


def _grid_line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{_INK}" stroke-opacity="0.25"/>'


def _whisker(low: float, high: float, y: float) -> str:
    ends = "".join(f'<line x1="{x:.1f}" y1="{y - 5}" x2="{x:.1f}" y2="{y + 5}"/>' for x in (low, high))
    return f'<g stroke="{_INK}" stroke-width="1.6"><line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}"/>{ends}</g>'


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == round(value) else f"{value:.3g}"
