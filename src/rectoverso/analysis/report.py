"""The report of an analysed game: one HTML file with inline plots."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..plots import Bar, Curve, bars, lines, page
from .analysis import Analysis
from .luck_and_skill import MoveAccount, SeatAccount


def report(analysis: Analysis, names: Sequence[str]) -> str:
    """The page: the chance of winning move by move, luck and skill, turning points, the most costly moves."""
    title = f"{analysis.game.title()}: {len(analysis.moves)} moves"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _seats(analysis, names),
        lines(_graph_title(analysis), _curves(analysis, names), "moves", _unit(analysis)),
        _bars("Luck", analysis, names, [one.luck for one in analysis.seats]),
        _bars("Skill", analysis, names, [one.skill for one in analysis.seats]),
        _turning_points(analysis, names),
        _costly(analysis, names),
    ]
    return page(title, parts)


def figure(analysis: Analysis, value: float) -> str:
    """A value in words: per cent of the victory, or series."""
    return f"{value:.1f}" if analysis.measure == "score" else f"{100 * value:.0f} %"


def change(analysis: Analysis, value: float) -> str:
    """A change of a value, with its sign."""
    return f"{value:+.1f}" if analysis.measure == "score" else f"{100 * value:+.0f} %"


def _figure(analysis: Analysis, value: float) -> float:
    return value if analysis.measure == "score" else 100 * value


def _bars(title: str, analysis: Analysis, names: Sequence[str], values: Sequence[float]) -> str:
    given = [Bar(name, _figure(analysis, value)) for name, value in zip(names, values, strict=True)]
    return bars(title, given, _unit(analysis))


def _unit(analysis: Analysis) -> str:
    return "score (lower is better)" if analysis.measure == "score" else "per cent of the victory"


def _graph_title(analysis: Analysis) -> str:
    return "Expected score" if analysis.measure == "score" else "Chance of winning, by what the mover knew"


def _curves(analysis: Analysis, names: Sequence[str]) -> list[Curve]:
    curves = []
    for seat, name in enumerate(names):
        values = [*(move.before[seat] for move in analysis.moves), analysis.seats[seat].result]
        curves.append(Curve(name, [(float(at), _figure(analysis, value)) for at, value in enumerate(values)]))
    return curves


def _seats(analysis: Analysis, names: Sequence[str]) -> str:
    heads = ("", "start", "luck", "own skill", "others' skill", "settled", "result", "lost", "of that, by memory")
    return _table(heads, [_seat(analysis, one, names) for one in analysis.seats])


def _seat(analysis: Analysis, one: SeatAccount, names: Sequence[str]) -> list[str]:
    changes = [change(analysis, value) for value in (one.luck, one.skill, one.others, one.settled)]
    sums = [figure(analysis, value) for value in (one.result, one.lost, one.memory)]
    return [names[one.seat - 1], figure(analysis, one.start), *changes, *sums]


def _turning_points(analysis: Analysis, names: Sequence[str]) -> str:
    moves = [analysis.moves[at] for at in analysis.turning_points]
    rows = [_turning_point(analysis, move, names) for move in moves]
    return "<h2>Turning points</h2>" + _table(("move", "player", "played", "luck", "skill"), rows)


def _turning_point(analysis: Analysis, move: MoveAccount, names: Sequence[str]) -> list[str]:
    seat = move.seat - 1
    changes = [change(analysis, move.luck[seat]), change(analysis, move.skill[seat])]
    return [str(move.at + 1), names[seat], move.move, *changes]


def _costly(analysis: Analysis, names: Sequence[str]) -> str:
    rows = [
        [str(one.at + 1), names[one.seat - 1], one.move, one.better, figure(analysis, one.lost), one.reason]
        for one in analysis.costly
    ]
    you = "<p>In the reasons, “you” is the player who moved.</p>" if rows and len(names) > 1 else ""
    return f"<h2>The most costly moves</h2>{you}" + _table(("move", "player", "played", "better", "lost", "why"), rows)


_WORDS = ("player", "played", "better", "why")
"""The columns that hold words, all others hold figures."""


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    kinds = [' class="words"' if head in _WORDS else "" for head in heads]
    filled = [("th", heads), *(("td", row) for row in rows)]
    return f"<table>{''.join(_row(tag, cells, kinds) for tag, cells in filled)}</table>"


def _row(tag: str, cells: Sequence[str], kinds: Sequence[str]) -> str:
    filled = zip(cells, kinds, strict=True)
    return f"<tr>{''.join(f'<{tag}{kind}>{escape(text)}</{tag}>' for text, kind in filled)}</tr>"
