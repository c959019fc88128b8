"""Why a move of Nummerus is good, in words."""

from __future__ import annotations

import pytest

import rectoverso
from rectoverso.games.nummerus.material import PAWNS
from rectoverso.games.nummerus.reasons import reason
from rectoverso.games.nummerus.rules import TRADE
from rectoverso.kernel.record import Record, copied


def holding(*pawns: int) -> Record:
    """What seat 1 sees when it has these pawns."""
    seen = copied(rectoverso.new("nummerus", players=2, seed="reasons", tausch=True).seen(1))
    seen.state.own[0] = sum(1 << pawn for pawn in pawns)
    return seen


@pytest.mark.parametrize(
    ("get", "words"),
    [
        (12, "12 gives you a series of 3; 30 helps you less."),
        (31, "31 gives you no series yet, but it helps you more than 30."),
    ],
)
def test_n8_a_trade_speaks_of_a_series_only_where_it_makes_one(get: int, words: str) -> None:
    move = TRADE + (30 - 1) * PAWNS + get - 1
    assert reason(holding(10, 11, 30), {}, move, "en", ["@you", "Ann"]) == words
