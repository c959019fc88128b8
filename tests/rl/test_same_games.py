"""The same games through the rules, a batch, PettingZoo and OpenSpiel give the same records."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rectoverso.games import GAMES, game_named
from rectoverso.games.conformance.sample_games import tables
from rectoverso.games.round import Round
from rectoverso.rl import batch

pytest.importorskip("pettingzoo", reason="needs the extra rl: pip install 'rectoverso[rl]'")
pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel: pip install 'rectoverso[openspiel]'")

from rectoverso.rl.openspiel import short_name  # noqa: E402  # only where OpenSpiel is installed
from rectoverso.rl.pettingzoo import env  # noqa: E402  # only where PettingZoo is installed

ENDLESS = {"ending": "agreed"}  # J13: only a vote ends the game, and environments hold none
MOVES = 300  # of those
GAMES_A_TABLE = 3
TABLES = [(name, players, options) for name in GAMES for players, options in tables(game_named(name))]

Course = tuple[Round, list[float]]


def ends(options: Any) -> bool:
    """Does a game with these options end without a vote?"""
    return not ENDLESS.items() <= options.items()


def through_a_batch(name: str, players: int, options: Any) -> list[Course]:
    """Random games, a row each, as the rules play them again; and what the batch paid."""
    games = batch.make(name, GAMES_A_TABLE, players, "same", **options)
    games.reset()
    rounds = [Round(games.game, players, games.deal(i), options) for i in range(GAMES_A_TABLE)]
    paid: dict[int, list[float]] = {}
    rng = np.random.default_rng(9)
    while len(paid) < GAMES_A_TABLE:
        actions = np.array([rng.choice(row.nonzero()[0]) for row in games.mask])
        games.step(actions)
        for i, round in enumerate(rounds):
            if i not in paid:
                round.play_number(int(actions[i]))
                assert games.done[i] == round.over
                if round.over or (not ends(options) and len(round.numbers) == MOVES):
                    paid[i] = games.reward[i].tolist()
    return [(round, paid[i]) for i, round in enumerate(rounds)]


@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda table: "-".join(map(str, TABLES[table])))
def test_the_same_games_give_the_same_records(table: int) -> None:
    name, players, options = TABLES[table]
    for round, paid in through_a_batch(name, players, options):
        record = round.record(legal=True)
        again = Round(round.game, players, round.deal, options)
        aec = env(name, players, **options)
        aec.reset(options={"deal": record["deal"]})
        game = pyspiel.load_game(short_name(round.game), {"players": players, **options})
        state = game.new_initial_state()
        for card in round.deal:
            state.apply_action(game.cards.index(int(card)))
        for number in round.numbers:
            assert state.current_player() == round.movers[len(again.numbers)] - 1
            assert aec.agent_selection == f"seat_{state.current_player() + 1}"
            again.play_number(number)
            aec.step(number)
            state.apply_action(number)
        assert state.is_terminal() == aec.terminations[aec.agent_selection] == ends(options)
        assert again.record(legal=True) == record
        assert aec.unwrapped.round.record(legal=True) == record
        assert state.round.record(legal=True) == record
        assert [aec.rewards[agent] for agent in aec.possible_agents] == pytest.approx(paid)
        assert state.returns() == pytest.approx(paid)
