"""Our bots by name in the environments, and policies of other people in the arena."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rectoverso.arena.match import play
from rectoverso.arena.schedule import Task, Tournament, check_bots
from rectoverso.bots.selfplay import self_played
from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named

pytest.importorskip("pettingzoo", reason="needs the extra rl: pip install 'rectoverso[rl]'")

from rectoverso.rl import baselines
from rectoverso.rl.pettingzoo import env


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_plays_in_pettingzoo_as_it_plays_in_selfplay(name: str) -> None:
    players = game_named(name).players[-1]
    expected = self_played(game_named(name), players, {}, "5", 0, ["casual"] * players)
    table = env(name, players)
    table.reset(seed=5)
    casual = baselines.policy(table, "casual", seed=5)
    for agent in table.agent_iter():
        over = table.terminations[agent] or table.truncations[agent]
        if over:
            break
        table.step(casual(agent))
    moves = table.unwrapped.round.numbers
    assert moves == expected.numbers[: len(moves)], "the same, but environments hold no votes"
    assert len(moves) > 20


def test_each_game_gets_new_bots_and_an_unknown_name_is_refused() -> None:
    table = env("nummerus", 2)
    greedy = baselines.policy(table, "random", seed=1)
    courses = []
    for _ in range(2):
        table.reset(seed=5)
        while not table.unwrapped.round.over:
            table.step(greedy())
        courses.append(table.unwrapped.round.numbers)
    assert courses[0] != courses[1]
    with pytest.raises(BadInput, match="no bot"):
        baselines.policy(table, "wizard")


def test_bots_play_in_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="needs the extra openspiel: pip install 'rectoverso[openspiel]'")
    from open_spiel.python.algorithms import evaluate_bots

    from rectoverso.rl import openspiel
    from rectoverso.rl.openspiel_bots import BaselineBot

    game = pyspiel.load_game(openspiel.short_name(game_named("titus")), {"players": 2})
    total = np.zeros(2)
    for number in range(4):
        bots = [BaselineBot("greedy", number), BaselineBot("random", number)]
        total += evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(number))
    assert total.tolist() == [4, -4]


# ---- players of other people in the arena

MODULE = '''
import numpy as np
from rectoverso.bots import make_bot

def highest(game, seed):
    """Always the legal move with the highest number."""
    return lambda numbers, mask: int(np.flatnonzero(mask)[-1])

def cheat(game, seed):
    return lambda numbers, mask: int(np.flatnonzero(~mask)[0])

def bot(game, seed):
    return make_bot("greedy")

def nothing(game, seed):
    return None
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "foreign_players.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "foreign_players"


def test_the_arena_takes_policies_and_bots_by_import_path(module: str) -> None:
    names = check_bots([f"{module}:highest", f"{module}:bot"])
    games = play(Tournament("nummerus", 2, {}, "tea", names, 2), Task(0, 0))
    for played, record in games:
        assert played.scores[played.seats.index(1)] > played.scores[played.seats.index(0)]
        assert set(record["names"]) == set(names)


@pytest.mark.parametrize("fault", ["cheat", "nothing"])
def test_a_policy_that_breaks_the_rules_or_is_none_is_refused(module: str, fault: str) -> None:
    with pytest.raises(BadInput, match=r"not legal|must give"):
        play(Tournament("nummerus", 2, {}, "tea", (f"{module}:{fault}", "random"), 2), Task(0, 0))


def test_a_server_never_imports_what_a_name_says(module: str) -> None:
    from rectoverso.bots import make_bot

    with pytest.raises(BadInput, match="no bot"):
        make_bot(f"{module}:bot")
