"""The report of a tournament: one HTML file with inline plots."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from ..plots import Bar, Curve, bars, lines, page
from .ratings import RatingTable, duels, first_place
from .schedule import Played, Tournament


def report(plan: Tournament, played: Sequence[Played], table: RatingTable) -> str:
    """The page: ratings, which bot beats which, first places by seat, lengths of the games."""
    options = ", ".join(f"{name}={str(value).lower()}" for name, value in plan.options.items())
    parts = [
        f"<h1>{escape(plan.game.title())}, {plan.players} players</h1>",
        f"<p>{table.games} games, {plan.deals} deals, each from every seat; seed {escape(repr(plan.seed))}; "
        f"{escape(options)}.</p>",
        _ratings(table),
        bars(
            "Elo, with 95 % intervals", [Bar(one.bot, one.elo, one.elo_low, one.elo_high) for one in table.bots], "Elo"
        ),
        _crosses(plan, played),
        bars("First places by seat", _by_seat(plan, played), "per cent of all games"),
        _lengths(played),
    ]
    return page(f"{plan.game} arena", parts)


def _ratings(table: RatingTable) -> str:
    rows = "".join(
        f"<tr><td>{escape(one.bot)}</td><td>{one.elo:.0f}</td><td>{one.elo_low:.0f} to {one.elo_high:.0f}</td>"
        f"<td>{one.games}</td><td>{one.wins:g}</td><td>{one.mean_score:.2f}</td></tr>"
        for one in sorted(table.bots, key=lambda one: -one.elo)
    )
    head = "<tr><th>bot</th><th>Elo</th><th>95 %</th><th>games</th><th>first places</th><th>mean score</th></tr>"
    return f"<table>{head}{rows}</table>"


def _crosses(plan: Tournament, played: Sequence[Played]) -> str:
    """Which bot finishes ahead of which, in per cent."""
    count = len(plan.bots)
    won = sum((duels(game, count) for game in played), np.zeros((count, count)))
    head = "".join(f"<th>{escape(name)}</th>" for name in plan.bots)
    rows = ""
    for bot, name in enumerate(plan.bots):
        cells = ""
        for other in range(count):
            fought = won[bot, other] + won[other, bot]
            cells += f"<td>{100 * won[bot, other] / fought:.0f} %</td>" if fought else "<td>–</td>"
        rows += f"<tr><td>{escape(name)}</td>{cells}</tr>"
    return f"<h2>Finishing ahead: row against column</h2><table><tr><th></th>{head}</tr>{rows}</table>"


def _by_seat(plan: Tournament, played: Sequence[Played]) -> list[Bar]:
    shares = [sum(first_place(game, seat) for game in played) for seat in range(plan.players)]
    return [Bar(f"seat {seat + 1}", 100 * share / max(len(played), 1)) for seat, share in enumerate(shares)]


def _lengths(played: Sequence[Played]) -> str:
    """The lengths of the games: the share with at most a given number of moves."""
    moves = sorted(game.moves for game in played)
    if not moves:
        return ""
    if moves[0] == moves[-1]:
        return f"<p>Every game took {moves[0]} moves.</p>"
    points = [(float(length), 100 * (i + 1) / len(moves)) for i, length in enumerate(moves)]
    return lines("Length of the games", [Curve("games", points)], "moves", "per cent of games, at most this long")
