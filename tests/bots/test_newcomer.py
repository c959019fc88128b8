"""The bot `newcomer`: the best-looking move from what lies open, and nothing else."""

from __future__ import annotations

import pytest

import rectoverso
from rectoverso.bots import make_bot
from rectoverso.games import GAMES, game_named
from rectoverso.games.janus.heuristics import first_impression as janus_impression
from rectoverso.games.janus.material import TRIPLET
from rectoverso.games.nummerus.heuristics import first_impression as nummerus_impression
from rectoverso.games.round import Round
from rectoverso.kernel import entry_points
from rectoverso.kernel.fixed_record import copied
from rectoverso.kernel.rng import new_rng
from tests.bots.positions import position


@pytest.mark.parametrize("name", sorted(GAMES))
def test_it_plays_whole_games_by_the_rules(name: str) -> None:
    game = rectoverso.new(name, game_named(name).usual_players, seed="newcomer")
    bot, rng = make_bot("newcomer"), new_rng(1)
    while game.turn is not None:
        game.play_number(bot.choose(game.observation(game.turn), rng).move)
    assert game.result is not None


@pytest.mark.parametrize(("name", "players"), [("titus", 3), ("janus", 4)])
def test_it_does_not_remember_what_is_out_of_sight(name: str, players: int) -> None:
    for number in range(4):
        game = position(name, players, number, 60)
        if game.turn is None or entry_points.standstill(game.state) > 0:
            continue
        seen = game.observation(game.turn)
        forgotten = copied(seen)
        entry_points.forget(forgotten, 0.0, 7)
        assert make_bot("newcomer").choose(seen, new_rng(1)) == make_bot("newcomer").choose(forgotten, new_rng(1))


def chosen(game: Round) -> int:
    assert game.turn is not None
    return make_bot("newcomer").choose(game.observation(game.turn), new_rng(1)).move


def test_in_nummerus_it_takes_the_pawn_that_is_worth_most_and_does_not_look_further() -> None:
    for number in range(5):
        game = position("nummerus", 2, number, 25)
        looks = {move: nummerus_impression(game.observation(game.turn or 1), move) for move in game.legal_numbers}
        assert looks[chosen(game)] == max(looks.values())


def test_j11_in_janus_a_triplet_looks_best() -> None:
    game, triplets = rectoverso.new("janus", 4, seed="newcomer"), 0
    while game.turn is not None and entry_points.standstill(game.state) == 0:
        seat, before = game.turn, game.standing.scores
        looks = {move: janus_impression(game.observation(seat), move) for move in game.legal_numbers}
        game.play_number(chosen(game))
        if max(looks.values()) == TRIPLET:
            triplets += 1
            assert game.standing.scores[seat - 1] == before[seat - 1] + 1
    assert triplets
