"""The search: budgets, determinism, threads, memory, and what is proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
import pytest

from rectoverso.bots import make_bot
from rectoverso.bots.bot import Budget, Resources
from rectoverso.bots.search_bot import MAX_NODES, SLICE_SIMULATIONS, SearchBot
from rectoverso.bots.tree import find
from rectoverso.errors import BadInput
from rectoverso.games.nummerus.endgame import new_endgames, solve_endgame
from rectoverso.kernel import dispatch
from rectoverso.kernel.rng import new_rng
from tests.bots.positions import TABLES, position


class Ticking:
    """A clock that advances a little each time it is read."""

    def __init__(self, tick: float) -> None:
        self.now, self.tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_choice_is_legal_and_the_same_for_the_same_seed(name: str, players: int) -> None:
    for moves in (0, 17, 38):
        game = position(name, players, 1, moves)
        observation = game.observation(game.turn or 1)
        one, other = (make_bot("search:150").choose(observation, new_rng(5)).move for _ in range(2))
        assert one == other
        assert one in game.legal_numbers


def test_a_budget_of_simulations_is_kept_exactly() -> None:
    game = position("janus", 3, 1, 10)
    moves = SearchBot(Budget(simulations=777)).estimates(game.observation(game.turn or 1), new_rng(1))
    assert sum(one.visits for one in moves) == 777


def test_a_time_budget_ends_with_the_first_slice_past_it() -> None:
    game = position("titus", 2, 1, 10)
    bot = SearchBot(Budget(seconds=1.0), Resources(clock=Ticking(0.1)))
    moves = bot.estimates(game.observation(game.turn or 1), new_rng(1))
    assert sum(one.visits for one in moves) == pytest.approx(10 * SLICE_SIMULATIONS, abs=SLICE_SIMULATIONS)


def test_j13c_advice_ends_even_where_a_game_may_not() -> None:
    """Without J13c a playout may go round in circles; it is cut off."""
    game = position("janus", 3, 1, 0, stall=0, discard="top")
    moves = SearchBot(Budget(simulations=2000)).estimates(game.observation(1), new_rng(1))
    assert sum(one.visits for one in moves) == 2000


def test_a_tree_has_room_for_what_the_time_allows_and_no_more() -> None:
    game = position("titus", 2, 1, 10)
    bot = SearchBot(Budget(seconds=0.001), Resources(clock=Ticking(0.1)))
    bot.prepare(game.observation(game.turn or 1))
    assert SLICE_SIMULATIONS < len(bot._searches[0].tree.nodes) < MAX_NODES // 40


def test_a_time_limit_ends_a_search() -> None:
    game = position("titus", 2, 1, 10)
    bot = SearchBot(Budget(simulations=1_000_000), Resources(clock=Ticking(0.5), seconds=1.0))
    assert (
        sum(one.visits for one in bot.estimates(game.observation(game.turn or 1), new_rng(1))) <= 3 * SLICE_SIMULATIONS
    )


def test_parallel_trees_share_the_budget_and_do_not_depend_on_their_order() -> None:
    game = position("nummerus", 3, 1, 10)
    observation = game.observation(game.turn or 1)

    def forwards(jobs: Sequence[Callable[[], None]]) -> None:
        for job in jobs:
            job()

    def backwards(jobs: Sequence[Callable[[], None]]) -> None:
        for job in reversed(jobs):
            job()

    one, other = (
        SearchBot(Budget(simulations=500), Resources(workers=workers, threads=3)).estimates(observation, new_rng(3))
        for workers in (forwards, backwards)
    )
    assert one == other
    assert sum(move.visits for move in one) == 500


def test_the_tree_is_kept_while_the_game_stays_inside_it() -> None:
    game = position("nummerus", 2, 1, 4)
    bot = SearchBot(Budget(simulations=3000))
    rng = new_rng(1)
    for _ in range(2):
        game.play_number(bot.choose(game.observation(game.turn or 1), rng).move)
    kept = bot.estimates(game.observation(game.turn or 1), rng)
    assert sum(one.visits for one in kept) > 3000


def test_the_tree_is_cleared_when_the_game_leaves_it() -> None:
    bot, rng = SearchBot(Budget(simulations=300)), new_rng(1)
    for number in (1, 2):
        game = position("nummerus", 2, number, 4)
        moves = bot.estimates(game.observation(game.turn or 1), rng)
        assert sum(one.visits for one in moves) == 300


def test_the_first_move_tried_in_a_new_position_is_the_playout_move() -> None:
    """Checked at positions one move away that the search visited once."""
    compared = elsewhere = 0
    for number in range(40):
        game = position("titus", 2, number, 30 + number)
        bot = SearchBot(Budget(simulations=150))
        bot.choose(game.observation(game.turn or 1), new_rng(number))
        tree = bot._searches[0].tree
        for move, world in product(game.legal_numbers, range(4)):
            state = game.imagine(game.turn or 1, new_rng(world)).state.copy()
            dispatch.apply(state, move)
            playout = {dispatch.playout_move(state, np.zeros(256, np.int32), -1, new_rng(rng)) for rng in range(5)}
            slot = int(tree.slots[find(tree, dispatch.position_key(state))])
            if len(playout) == 1 and slot > 0 and (node := tree.nodes[slot - 1])["visits"] == 1:
                edges = tree.edges[node["first"] : node["first"] + node["moves"]]
                assert {int(edges["move"][edges["visits"].argmax()])} == playout
                compared += 1
                elsewhere += int(edges["visits"].argmax()) > 0
    assert compared > 10
    assert elsewhere > 5  # the first listed move is often another one


def test_the_memory_of_a_search_is_bounded_and_a_full_tree_is_still_searched() -> None:
    game = position("nummerus", 2, 1, 0, tausch=True)
    bot = SearchBot(Budget(simulations=40_000), Resources(threads=16))
    moves = bot.estimates(game.observation(1), new_rng(1))
    trees = [one.tree for one in bot._searches]
    assert sum(len(tree.nodes) for tree in trees) <= MAX_NODES
    assert sum(one.visits for one in moves) == 40_000


def test_n6_the_last_pawns_are_played_as_the_solver_proves() -> None:
    for number in range(8):
        game = position("nummerus", 2, number, 36)
        best = solve_endgame(game.state, new_endgames(1 << 12))
        chosen = make_bot("search:2000").choose(game.observation(game.turn or 1), new_rng(1)).move
        game.play_number(chosen)
        after = solve_endgame(game.state, new_endgames(1 << 12))
        assert -after.value == best.value


def test_n10_a_search_leaves_no_series_in_solitaire() -> None:
    for board in ("classic", "square"):
        game = position("nummerus", 1, 3, 0, board=board)
        bot = make_bot("search:100")
        while game.turn is not None:
            game.play_number(bot.choose(game.observation(1), new_rng(1)).move)
        assert game.standing.scores == [0]


@pytest.mark.parametrize("name", ["search:0", "search:", "search:1s", "search:99999999999", "greedier", ""])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        make_bot(name)
