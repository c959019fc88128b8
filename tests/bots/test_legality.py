"""An illegal choice of a bot is caught before it is played, wherever bots play."""

from __future__ import annotations

import pytest

from rectoverso.arena.match import play
from rectoverso.arena.schedule import Task, Tournament
from rectoverso.bots import Choice, make_bot
from rectoverso.bots.legality import legal_choice
from rectoverso.bots.selfplay import play_out
from rectoverso.games.round import Round
from rectoverso.kernel.fixed_record import Record, Rng
from rectoverso.kernel.rng import new_rng
from tests.bots.positions import TABLES, position


class Cheat:
    """Always chooses the same move, legal or not."""

    def __init__(self, move: int) -> None:
        self.move = move

    def choose(self, observation: Record, rng: Rng) -> Choice:
        return Choice(self.move)


def forbidden(game: Round) -> int:
    """Some move of the game that is not legal now."""
    return min(set(range(len(game.game.texts))) - set(game.legal_numbers))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_legal_choices_pass_and_all_others_raise(name: str, players: int) -> None:
    game = position(name, players, 1, 9)
    observation = game.observation(game.turn or 1)
    for move in game.legal_numbers:
        assert legal_choice(Cheat(move), observation, new_rng(1)) == move
    for move in (forbidden(game), -1, len(game.game.texts)):
        with pytest.raises(RuntimeError, match=f"Cheat chose move {move} in {name}, which is not legal now"):
            legal_choice(Cheat(move), observation, new_rng(1))


def test_no_game_goes_on_after_an_illegal_choice() -> None:
    game = position("janus", 3, 1, 9)
    bots = [Cheat(forbidden(game)) if seat == game.turn else make_bot("greedy") for seat in (1, 2, 3)]
    with pytest.raises(RuntimeError, match="not legal"):
        play_out(game, bots, [new_rng(1)] * 3)
    assert len(game.numbers) == 9


def test_the_arena_records_no_game_with_an_illegal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rectoverso.arena.match.make_player", lambda *_: Cheat(-1))
    with pytest.raises(RuntimeError, match="not legal"):
        play(Tournament("nummerus", 2, {}, "tea", ("greedy", "random"), 2), Task(0, 0))
