"""Hints that are followed agree with each other until something is revealed."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rectoverso.bots import make_bot
from rectoverso.bots.advice import Advice, advise
from rectoverso.bots.plan import TurnPlan
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng
from tests.bots.positions import position

TABLES = [("titus", 2, {}), ("titus", 4, {}), ("janus", 3, {}), ("nummerus", 3, {"tausch": True})]
NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]
POSITIONS = 12
MIN_FOLLOWED = 3  # planned hints at a table: enough to learn from


def hint(game: Round, plan: TurnPlan, seed: int) -> Advice:
    """What a new bot advises, with random numbers of its own."""
    return advise(make_bot("search:200"), game.observation(game.turn or 1), new_rng(seed), "en", NAMES, plan)


def planned(game: Round, plan: TurnPlan) -> str | None:
    """The move that is planned for this position."""
    move = plan.move(game.observation(game.turn or 1))
    return None if move is None else game.game.text(move)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_hints_that_are_followed_through_a_turn_agree(name: str, players: int, options: dict[str, bool]) -> None:
    followed = 0
    for number in range(POSITIONS):
        game, plan = position(name, players, number, 4 * number + 3, **options), TurnPlan()
        seat, seed = game.turn, 0
        while game.turn == seat:
            expected, told = planned(game, plan), hint(game, plan, seed)
            assert expected in (None, told.move) or told.exact
            assert all(one.win >= other.win for one, other in pairwise(told.moves))
            followed += expected is not None
            assert hint(game, plan, seed + 1).move == told.move
            game.play(told.move)
            seed += 2
    assert followed >= MIN_FOLLOWED


def test_a_position_that_was_not_expected_begins_a_new_plan() -> None:
    game, plan = position("titus", 2, 1, 20), TurnPlan()
    hint(game, plan, 1)
    before = dict(plan.moves)
    game.play(next(move for move in game.legal if move != planned(game, plan)))
    assert planned(game, plan) is None
    hint(game, plan, 2)
    assert not before.keys() & plan.moves.keys()


def test_a_plan_ends_where_a_coin_is_drawn() -> None:
    """T9: the draw uncovers the next coin of the pile."""
    game, plan = position("titus", 2, 1, 0), TurnPlan()
    told = hint(game, plan, 1)
    assert (told.move, len(plan.moves)) == ("draw", 1)
