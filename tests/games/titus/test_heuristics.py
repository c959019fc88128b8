"""Greedy's rule of thumb in Titus: sensible, and only from what has been seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import rectoverso
from rectoverso.games.titus.knowledge import KNOWLEDGE, OBSERVATION
from rectoverso.games.titus.material import DECK
from rectoverso.games.titus.rules import STATE
from rectoverso.kernel import dispatch, entry_points
from rectoverso.kernel.fixed_record import Deal, Moves, Record, Rng, blank, copy
from rectoverso.kernel.jit import COMPILED, kernel
from rectoverso.kernel.rng import below, new_rng, shuffle
from tests.games.driver import rigged_cards
from tests.games.titus.oracle import all_coins
from tests.games.titus.positions import played

GAMES = 150 if COMPILED else 3


def at(top: str, script: str = "", players: int = 2) -> rectoverso.Round:
    game = rectoverso.from_deal("titus", players, rigged_cards(all_coins(), top))
    for move in filter(None, script.split("; ")):
        game.play(move)
    return game


def choice(game: rectoverso.Round, seed: int = 1) -> str:
    return game.game.text(int(entry_points.heuristic(game.observation(game.turn or 1), 0.0, new_rng(seed))))


@kernel
def against_chance(
    state: Record,
    before: Record,
    knowledge: Record,
    observation: Record,
    deck: Deal,
    options: Any,
    moves: Moves,
    ends: Any,
    games: int,
    rng: Rng,
) -> int:
    """Each deal is played from both seats; how often the rule of thumb alone came first."""
    won = 0
    for game in range(2 * games):
        mine = game & 1
        if mine == 0:
            shuffle(deck, True, rng)
        dispatch.setup(state, deck, 2, options)
        dispatch.begin(knowledge, state)
        while not state.over:
            if state.turn == mine:
                dispatch.observe(observation, state, knowledge, mine)
                move = dispatch.heuristic(observation, 0.0, rng)
            else:
                move = moves[below(rng, dispatch.legal(state, moves))]
            copy(before, state)
            dispatch.apply(state, move)
            dispatch.learn(knowledge, before, state, move)
        dispatch.result(state, ends[0], ends[1])
        won += ends[0, mine] > ends[0, 1 - mine]
    return won


@pytest.mark.parametrize("fewest", [0, 1])
def test_it_beats_chance_in_nearly_every_game_of_two(fewest: int) -> None:
    records = blank(STATE), blank(STATE), blank(KNOWLEDGE), blank(OBSERVATION)
    moves, ends, options = np.zeros(600, np.int32), np.zeros((2, 4), np.int64), np.array([fewest], np.int64)
    won = against_chance(*records, DECK.copy(), options, moves, ends, GAMES, new_rng(7))
    assert won >= 0.95 * 2 * GAMES


def test_it_chooses_the_same_in_every_world_that_looks_the_same() -> None:
    game = played(5, players=3)
    for number in range(0, len(game.numbers), 7):
        now = game.at(number)
        world = now.imagine(now.turn or 1, new_rng(number))
        assert choice(now, number) == choice(world, number)


def test_t11_it_groups_a_coin_that_fits() -> None:
    assert choice(at("5/5 12/12 6/6", "draw; place; draw; place; draw")) == "join #1"


def test_t9_it_exchanges_for_a_face_it_has_seen() -> None:
    """Seat 2 turned #1 over, so its hidden face is a 7: with 5-6-8 in the reserve, seat 1 wants it back."""
    script = "draw; place; draw; swap #1; place; draw; place; draw; place; draw; join #3; end"
    game = at("7/9 14/14 5/5 2/2 6/6 16/16 8/8 12/12 19/19", script + "; draw; place" * 3)
    assert (game.turn, game.observation(1).state.down[0]) == (1, 7)
    assert choice(game) == "draw"
    assert choice(game.play("draw")) == "swap #1"


def test_t14_it_scores_when_the_taking_is_over() -> None:
    game = at("1/1 11/11 2/2 3/3 4/4", "draw; place; draw; place; draw; join #1; draw; join #1; draw; join #1")
    assert choice(game) == "score #1"


def test_t14_it_puts_together_what_makes_a_series() -> None:
    script = "draw; place; draw; place; draw; join #1; end; draw; place; draw; place; draw; place; draw; place"
    game = at("1/1 11/11 2/2 19/18 4/4 16/16 3/3", script)
    assert choice(game) == "merge #1 #7"
    game.play("merge #1 #7")
    assert choice(game) == "merge #1 #5"
    game.play("merge #1 #5")
    assert choice(game) == "score #1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hunches_are_legal_and_do_not_look_at_hidden_faces(players: int) -> None:
    game = played(6, players, greedy=False)
    moves, others = np.zeros(600, np.int32), np.zeros(600, np.int32)
    for number in range(0, len(game.numbers), 5):
        now = game.at(number)
        world = now.imagine(1, new_rng(number))
        guess = hunch_of(now.state, moves, new_rng(number))
        assert guess in now.legal_numbers
        assert guess == hunch_of(world.state, others, new_rng(number))


@kernel
def hunch_of(state: Record, moves: Moves, rng: Rng) -> int:
    return dispatch.playout_move(state, moves, dispatch.legal(state, moves), rng)
