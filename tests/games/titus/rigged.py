"""Rigged Titus tables for the rule tests: wanted coins on top of the pile, and well-known openings."""

from __future__ import annotations

from typing import Any

from tests.games.driver import Implementation, Table, rigged_cards
from tests.games.titus.oracle import all_coins


def titus(
    implementation: Implementation, top: str, bottom: str = "", players: int = 2, script: str = "", **options: Any
) -> Table:
    """A table whose pile begins with the coins `top` (up/down, tag #1 first) and ends with `bottom`."""
    table = implementation.open("titus", players, rigged_cards(all_coins(), top, bottom), **options)
    return table.play(script) if script else table


# Seat 1 collects 1-2-3-4, seat 2 places a 5; then seat 1 puts its series on point card 18. Seat 2 is to move.
ONE_SERIES = "1/1 5/5 2/2 3/3 4/4"
ONE_SERIES_SCRIPT = "draw; place; draw; place; draw; join #1; draw; join #1; draw; join #1; score #1"

# Then seat 2 collects 5-6-7-8 and puts it on point card 17. Seat 1 is to move; both reserves are empty.
TWO_SERIES = ONE_SERIES + " 6/6 7/7 8/8"
TWO_SERIES_SCRIPT = ONE_SERIES_SCRIPT + "; draw; join #2; draw; join #2; draw; join #2; score #2"


def one_series(
    implementation: Implementation, more: str = "", bottom: str = "", script: str = "", **options: Any
) -> Table:
    """Point card 18 lies at seat 1 with 1-2-3-4, seat 2 has an independent 5 (#2); the pile goes on with #6."""
    table = titus(implementation, f"{ONE_SERIES} {more}", bottom, script=ONE_SERIES_SCRIPT, **options)
    return table.play(script) if script else table


def two_series(
    implementation: Implementation, more: str = "", bottom: str = "", script: str = "", **options: Any
) -> Table:
    """Card 18 at seat 1 with 1-2-3-4, card 17 at seat 2 with 5-6-7-8, reserves empty; the pile goes on with #9."""
    table = titus(implementation, f"{TWO_SERIES} {more}", bottom, script=TWO_SERIES_SCRIPT, **options)
    return table.play(script) if script else table


def dump(table: Table, coins: int) -> Table:
    """Both players draw and place, one coin a turn, and never use a free action, for a number of coins."""
    for _ in range(coins):
        table.play("draw; place")
        if "end" in table.legal:
            table.play("end")
    return table
