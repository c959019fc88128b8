"""The rule of thumb behind `greedy`: sensible at a glance, and far better than chance."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

import rectoverso
from rectoverso.bots import make_bot
from rectoverso.games.nummerus.heuristics import playout_move
from rectoverso.kernel.jit import COMPILED
from rectoverso.kernel.rng import new_rng
from tests.games.nummerus.positions import played_on
from tests.games.nummerus.rigged import snake, with_the_rest

GAMES = 300 if COMPILED else 4
SETTINGS = [
    (1, {}),
    (2, {}),
    (2, {"tausch": True, "board": "square"}),
    (3, {"tausch": True}),
    (4, {"tausch": True, "scoring": "points"}),
]


def share_of_victory(game: rectoverso.Round, seat: int) -> Fraction:
    assert game.result is not None
    ranks = game.result.ranks
    return Fraction(int(ranks[seat - 1] == 1), ranks.count(1))


def greedy_against_random(deal: int, seat: int, **options: bool | str) -> rectoverso.Round:
    game = rectoverso.new("nummerus", 2, seed="greedy", number=deal, **options)
    rng, bots = new_rng(deal), {seat: make_bot("greedy"), 3 - seat: make_bot("random")}
    while game.turn is not None:
        game.play_number(bots[game.turn].choose(game.observation(game.turn), rng).move)
    return game


@pytest.mark.parametrize("board", ["classic", "square"])
def test_greedy_beats_random_in_95_games_of_100(board: str) -> None:
    won = sum(
        share_of_victory(greedy_against_random(number // 2, 1 + number % 2, board=board), 1 + number % 2)
        for number in range(GAMES)
    )
    assert won >= Fraction(95, 100) * GAMES


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_its_moves_are_legal_in_every_game(players: int, options: dict[str, bool | str]) -> None:
    rng, greedy = new_rng(players), make_bot("greedy")
    for deal in range(10 if COMPILED else 1):
        game = rectoverso.new("nummerus", players, seed="legal", number=deal, **options)
        while game.turn is not None:
            move = greedy.choose(game.observation(game.turn), rng).move
            assert move in game.legal_numbers
            game.play_number(move)


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_so_are_the_hunches_of_playouts(players: int, options: dict[str, bool | str]) -> None:
    rng = new_rng(players)
    for deal in range(5 if COMPILED else 1):
        game = rectoverso.new("nummerus", players, seed="hunch", number=deal, **options)
        while game.turn is not None:
            legal = game.legal_numbers
            move = playout_move(game.state, np.array(legal, np.int32), len(legal), rng)
            assert move in legal
            game.play_number(int(move))


def test_it_takes_the_pawn_that_makes_its_series_longer() -> None:
    game = rectoverso.from_deal("nummerus", 2, snake(with_the_rest([20, 40, 21, 42, 22])), board="square")
    for move in ("take 20", "take 40", "take 21", "take 42"):
        game.play(move)
    assert len(game.legal) > 1
    assert game.game.text(make_bot("greedy").choose(game.observation(1), new_rng(1)).move) == "take 22"


def test_n10_alone_it_leaves_few_series() -> None:
    greedy, rng, left = make_bot("greedy"), new_rng(3), []
    for deal in range(40 if COMPILED else 2):
        game = rectoverso.new("nummerus", 1, seed="alone", number=deal)
        while game.turn is not None:
            game.play_number(greedy.choose(game.observation(1), rng).move)
        assert game.result is not None
        left += game.result.scores
    assert sum(left) <= 4 * len(left)


def test_its_choice_depends_on_nothing_but_what_is_seen_and_luck() -> None:
    game = played_on(random.Random(8), 3, 25, tausch=True)
    choices = {make_bot("greedy").choose(game.copy().observation(game.turn or 1), new_rng(5)).move for _ in range(5)}
    assert len(choices) == 1
