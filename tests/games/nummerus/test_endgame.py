"""Endgames of two players: what the solver says is what trying everything finds."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import rectoverso
from rectoverso.games.nummerus.endgame import VICTORY, new_endgames, solve_endgame
from rectoverso.games.round import Round
from rectoverso.kernel.jit import COMPILED
from tests.games.nummerus.oracle import Oracle
from tests.games.nummerus.positions import played_on

OPTIONS: list[dict[str, Any]] = [
    {},
    {"board": "square", "scoring": "points"},
    {"tausch": True},
    {"tausch": True, "scoring": "points"},
]
DEALS = 6 if COMPILED else 1


def oracle_at(game: Round) -> Oracle:
    oracle = Oracle(2, dict(game.options), [int(pawn) for pawn in game.deal])
    for move in game.moves:
        oracle.play(move)
    return oracle


def best_value(oracle: Oracle, seat: int) -> int:
    """By trying everything: victory or defeat first, then the margin, for this seat."""
    if oracle.over:
        (mine, yours), ranks = (oracle.result()[key] for key in ("scores", "ranks"))
        value = mine - yours + VICTORY * (ranks[1] - ranks[0])
        return value if seat == 1 else -value
    values = []
    for move in oracle.legal():
        after = copy.deepcopy(oracle)
        after.play(move)
        values.append(best_value(after, seat))
    return max(values) if oracle.to_move == seat else min(values)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("left", [1, 2, 3])
def test_n6_n7_n8_the_value_is_what_trying_everything_finds(left: int, options: dict[str, Any]) -> None:
    table = new_endgames(1 << 10)
    for seed in range(DEALS):
        game = played_on(random.Random(seed), 2, left, **options)
        assert game.turn is not None
        solved = solve_endgame(game.state, table)
        assert solved.exact
        assert solved.value == best_value(oracle_at(game), game.turn)
        after = oracle_at(game)
        after.play(game.game.text(solved.move))
        assert best_value(after, game.turn) == solved.value


@pytest.mark.parametrize("seed", range(4 if COMPILED else 1))
def test_both_sides_playing_their_best_come_to_the_value(seed: int) -> None:
    game = played_on(random.Random(seed), 2, 14 if COMPILED else 4)
    table, first = new_endgames(1 << 12), game.turn
    value = solve_endgame(game.state, table).value
    while not game.over:
        game.play_number(solve_endgame(game.state, table).move)
    assert game.result is not None
    (mine, yours), ranks = game.result.scores, game.result.ranks
    assert (mine - yours + VICTORY * (ranks[1] - ranks[0])) * (1 if first == 1 else -1) == value


def test_a_small_memory_gives_the_same_answer() -> None:
    game = played_on(random.Random(3), 2, 14 if COMPILED else 8, scoring="points")
    small, large = solve_endgame(game.state, new_endgames(1 << 2)), solve_endgame(game.state, new_endgames(1 << 12))
    assert (small.value, small.exact) == (large.value, large.exact)
    assert small.nodes > large.nodes


def test_a_memory_filled_with_one_deal_does_not_speak_of_another() -> None:
    table = new_endgames(1 << 12)
    for seed in range(3):
        game = played_on(random.Random(seed), 2, 8 if COMPILED else 4)
        assert solve_endgame(game.state, table).value == solve_endgame(game.state, new_endgames(1 << 10)).value


def test_a_solution_that_runs_out_of_budget_says_so_and_still_names_a_legal_move() -> None:
    game = played_on(random.Random(1), 2, 24)
    solved = solve_endgame(game.state, new_endgames(1 << 8, budget=200))
    assert not solved.exact
    assert solved.nodes <= 200
    assert solved.move in game.legal_numbers


def test_the_opening_is_refused_by_the_budget_not_by_a_crash() -> None:
    game = rectoverso.new("nummerus", 2, seed="opening", tausch=True)
    assert not solve_endgame(game.state, new_endgames(1 << 8, budget=3000 if COMPILED else 300)).exact
