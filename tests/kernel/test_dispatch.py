"""Generic code gets the functions of the game that its record belongs to."""

from __future__ import annotations

import numpy as np
import pytest

from rectoverso.kernel import dispatch, entry_points
from rectoverso.kernel.fixed_record import Deal, Moves, Options, Record, blank, record_type
from rectoverso.kernel.jit import kernel
from rectoverso.kernel.rng import new_rng

# Two games of counting down: one takes 1 or 2 a move, the other 1 to 3.
FIELDS = [("turn", np.int8), ("over", np.int8), ("left", np.int64)]
BY_TWO = record_type("by_two", FIELDS)
BY_THREE = record_type("by_three", FIELDS)


@kernel
def setup(state: Record, deal: Deal, players: int, options: Options) -> None:
    state.turn = 0
    state.over = 0
    state.left = len(deal)


@kernel
def up_to(highest: int, moves: Moves) -> int:
    for i in range(highest):
        moves[i] = i + 1
    return highest


@kernel
def legal_by_two(state: Record, moves: Moves) -> int:
    return up_to(min(2, state.left), moves)


@kernel
def legal_by_three(state: Record, moves: Moves) -> int:
    return up_to(min(3, state.left), moves)


@kernel
def apply(state: Record, move: int) -> None:
    state.left -= move
    state.turn = 1 - state.turn
    state.over = state.left == 0


@kernel
def result(state: Record, scores: Moves, ranks: Moves) -> None:
    scores[0] = state.turn


dispatch.register(BY_TWO, setup=setup, legal=legal_by_two, apply=apply, result=result)
dispatch.register(BY_THREE, setup=setup, legal=legal_by_three, apply=apply, result=result)


@pytest.mark.parametrize(("layout", "choices"), [(BY_TWO, 2), (BY_THREE, 3)])
def test_each_record_plays_by_its_own_rules(layout: np.dtype[np.void], choices: int) -> None:
    state, moves = blank(layout), np.zeros(8, np.int32)
    entry_points.setup(state, np.arange(10), 2, np.zeros(0, np.int64))
    assert entry_points.legal(state, moves) == choices
    entry_points.apply(state, choices)
    assert state.left == 10 - choices
    assert state.turn == 1


@pytest.mark.parametrize(("layout", "choices"), [(BY_TWO, 2), (BY_THREE, 3)])
def test_random_games_are_written_once_for_all_games(layout: np.dtype[np.void], choices: int) -> None:
    deck, options, moves = np.arange(30), np.zeros(0, np.int64), np.zeros(8, np.int32)
    scores, ranks = np.zeros(8, np.int64), np.zeros(8, np.int64)
    made = entry_points.random_games(blank(layout), deck, False, 2, options, 40, moves, scores, ranks, new_rng(1))
    assert 40 * 30 / choices <= made <= 40 * 30


def test_a_game_cannot_supply_what_nobody_asks_for() -> None:
    with pytest.raises(ValueError, match="no generic function is called cheat"):
        dispatch.register(BY_TWO, cheat=apply)
