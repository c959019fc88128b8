"""A bot chooses the same in the real game and in every world its seat cannot tell from it (rules, last chapter)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rectoverso.bots import LEVELS, make_bot
from rectoverso.bots.advice import advise
from rectoverso.bots.plan import TurnPlan
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng
from tests.bots.positions import TABLES, position

BOTS = ["random", "newcomer", "greedy", "search:40", *LEVELS]
MAX_CHOICES = 3  # a bot repeats this many decisions of its seat, so that its memory between moves is tested too


def choices(bot: str, game: Round, seat: int, seed: int) -> list[int]:
    """The choices of a new bot at the seat's last few decisions, in order."""
    rng, player = new_rng(seed), make_bot(bot)
    turns = [at for at, mover in enumerate(game.movers) if mover == seat][-MAX_CHOICES:]
    if game.turn == seat:
        turns.append(len(game.numbers))
    return [player.choose(game.at(at).observation(seat), rng).move for at in turns]


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("bot", BOTS)
@settings(max_examples=2)
@given(number=st.integers(0, 99), moves=st.integers(1, 60), seed=st.integers(0, 2**32))
def test_a_choice_is_the_same_in_every_imagined_world(
    bot: str, table: tuple[str, int], number: int, moves: int, seed: int
) -> None:
    game = position(*table, number, moves, noise=True)
    seat = game.turn or 1
    world = game.imagine(seat, new_rng(seed))
    assert choices(bot, game, seat, seed) == choices(bot, world, seat, seed)


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=2)
@given(number=st.integers(0, 99), moves=st.integers(1, 40), seed=st.integers(0, 2**32))
def test_advice_is_the_same_in_every_imagined_world(table: tuple[str, int], number: int, moves: int, seed: int) -> None:
    game = position(*table, number, moves, noise=True)
    seat = game.turn or 1
    names = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"]
    plans = [TurnPlan(), TurnPlan()]
    told = [
        advise(make_bot("search:90"), one.observation(seat), new_rng(seed), "en", names, plan)
        for one, plan in zip((game, game.imagine(seat, new_rng(seed))), plans, strict=True)
    ]
    assert told[0] == told[1]
    assert plans[0].moves == plans[1].moves
