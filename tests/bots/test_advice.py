"""Advice: best move first, figures that agree with the order, exact where proved, and on time."""

from __future__ import annotations

from itertools import pairwise, product
from time import process_time
from typing import Any

import pytest

from rectoverso.bots import make_bot
from rectoverso.bots.advice import MIN_TRIES, advise, isotonic, smoothed
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng
from rectoverso.words import LANGUAGES, say
from tests.bots.positions import TABLES, position

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]
SPOKEN = {"titus": 2, "janus": 3, "nummerus": 2}


def advice_at(game: Round, bot: str = "search:60", lang: str = "en") -> Any:
    return advise(make_bot(bot, process_time), game.observation(game.turn or 1), new_rng(1), lang, NAMES)


@pytest.mark.parametrize("name", SPOKEN)
@pytest.mark.parametrize("bot", ["search:80", "greedy", "random", "novice", "expert"])
def test_all_legal_moves_are_estimated_the_best_first(name: str, bot: str) -> None:
    game = position(name, SPOKEN[name], 1, 20)
    told = advice_at(game, bot)
    assert sorted(one.move for one in told.moves) == sorted(game.legal)
    assert (told.move, told.win, told.score) == (told.moves[0].move, told.moves[0].win, told.moves[0].score)
    assert all(0 <= one.win <= 1 for one in told.moves)
    assert told.reason
    assert told.seat == game.turn


# ---- figures


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("bot", ["search:50", "search:400", "master"])
def test_figures_agree_with_the_order_of_the_moves(name: str, players: int, bot: str) -> None:
    for number in range(6):
        told = advice_at(position(name, players, number, 7 * number + 2, noise=True), bot)
        if players == 1:
            assert all(one.score <= other.score for one, other in pairwise(told.moves))
        else:
            assert all(one.win >= other.win for one, other in pairwise(told.moves))


def test_without_a_proof_the_advised_move_is_the_one_the_bot_would_play() -> None:
    for (name, players), number in product(TABLES, range(3)):
        game = position(name, players, number, 16, noise=True)
        played = make_bot("search:200").choose(game.observation(game.turn or 1), new_rng(1)).move
        told = advice_at(game, "search:200")
        assert told.move == game.game.text(played) or told.exact or players == 1


def test_a_move_that_was_hardly_tried_is_not_sure() -> None:
    told = advice_at(position("titus", 3, 2, 30), "search:300")
    few = [one for one in told.moves if one.visits < MIN_TRIES]
    assert few
    assert all(not one.sure and 0 < one.win < 1 for one in few)
    assert all(one.sure for one in told.moves if one.visits >= MIN_TRIES)


def test_figures_of_few_tries_are_near_the_average() -> None:
    wins = smoothed([0.6, 1.0, 0.0, 0.0], [96, 4, 0, 0])
    mean = 0.616
    assert wins == pytest.approx([(57.6 + 4 * mean) / 100, (4 + 4 * mean) / 8, mean, mean])


def test_figures_that_rise_get_their_common_mean() -> None:
    assert isotonic([0.5, 0.6, 0.4], [96, 96, 10]) == pytest.approx([0.55, 0.55, 0.4])
    assert isotonic([0.6, 0.5, 0.4], [9, 5, 1]) == [0.6, 0.5, 0.4]
    assert isotonic([], []) == []


# ---- proofs


def test_n6_an_endgame_is_exact_and_ends_as_the_advice_says() -> None:
    for number in range(4):
        game = position("nummerus", 2, number, 34)
        seat = game.turn or 1
        told = advice_at(game)
        assert told.exact
        while game.turn is not None:
            game.play(advice_at(game).move)
        result = game.standing
        won = 0.0 if result.ranks[seat - 1] != 1 else 1 / result.ranks.count(1)
        assert told.win == won


def test_n10_a_solitaire_is_exact() -> None:
    told = advice_at(position("nummerus", 1, 1, 0))
    assert told.exact
    assert told.score == 0


def test_n10_only_proved_moves_are_called_exact() -> None:
    for number in range(4):
        game = position("nummerus", 1, number, 24, noise=True)
        told = advice_at(game)
        assert told.exact == told.moves[0].exact
        for one in told.moves[1:]:
            after = game.copy().play(one.move)
            if after.turn is not None and one.exact:
                assert advice_at(after).score == one.score


# ---- time


@pytest.mark.soak
@pytest.mark.parametrize("tausch", [False, True])
@pytest.mark.parametrize("moves", [24, 26, 30, 41, 60])
def test_proof_and_search_together_keep_the_time_limit(tausch: bool, moves: int) -> None:
    game = position("nummerus", 2, 1, moves, tausch=tausch)
    advice_at(game, "search:1")
    for bot, most in (("search:20ms", 0.07), ("search:100ms", 0.15)):
        before = process_time()
        advice_at(game, bot)
        assert process_time() - before < most


@pytest.mark.soak
def test_n8_a_short_search_is_not_followed_by_a_long_proof() -> None:
    for moves in (60, 70, 76):
        game = position("nummerus", 2, 2, moves, tausch=True)
        advice_at(game, "search:1")
        before = process_time()
        advice_at(game, "search:50")
        assert process_time() - before < 1.0


# ---- words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_only_move_needs_no_other_reason(lang: str) -> None:
    for name, players in (("titus", 2), ("nummerus", 2)):
        games = [position(name, players, number, 47) for number in range(12)]
        forced = [game for game in games if len(game.legal) == 1]
        assert forced
        assert all(advice_at(game, "search:2", lang).reason == say(lang, "reason_only_move") for game in forced)
