"""The games for PettingZoo, by its own tests and by ours."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest

import rectoverso
from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named

pettingzoo = pytest.importorskip("pettingzoo", reason="needs the extra rl: pip install 'rectoverso[rl]'")

from pettingzoo.test import api_test, seed_test  # noqa: E402  # only where PettingZoo is installed

from rectoverso.rl.pettingzoo import ILLEGAL_REWARD, env, raw_env  # noqa: E402  # the same
from rectoverso.rl.planes import Encoding  # noqa: E402  # the same

TABLES = [(name, players) for name in GAMES for players in game_named(name).players]
ENCODINGS = get_args(Encoding)


# An observation with a mask is a Dict, as PettingZoo's documentation asks for. Its test gives these two warnings for
# every Dict but those of its own games, which it lists by name. All other warnings are errors.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_passes_the_api_test(name: str, players: int, encoding: Encoding) -> None:
    api_test(env(name, players, encoding=encoding), num_cycles=300)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_passes_the_seed_test(name: str, players: int, encoding: Encoding) -> None:
    seed_test(lambda: env(name, players, encoding=encoding), num_cycles=50)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_goes_to_its_end_and_is_paid_by_rank(name: str, players: int) -> None:
    table = env(name, players)
    table.reset(seed=3)
    rng = np.random.default_rng(3)
    for agent in table.agent_iter():
        observation, _, over, cut, _ = table.last()
        assert not cut
        if over:
            break
        round = table.unwrapped.round
        assert agent == f"seat_{round.turn}"
        assert (observation["observation"] == round.encoding(round.turn)).all()
        assert observation in table.observation_space(agent)
        table.step(rng.choice(observation["action_mask"].nonzero()[0]))
    result = table.unwrapped.round.result
    assert table.unwrapped.round.record()["deal"] == rectoverso.new(name, players, seed="3").record()["deal"]
    rewards = [table.rewards[agent] for agent in table.possible_agents]
    if players == 1:
        assert rewards == [-result.scores[0]]
    else:
        assert sum(rewards) == pytest.approx(0)
        assert np.argsort(rewards).tolist()[-1] == result.ranks.index(1) or result.ranks.count(1) > 1
    assert [table._cumulative_rewards[agent] for agent in table.possible_agents] == rewards


def test_a_seat_that_is_not_to_move_is_shown_what_it_knows_and_offered_nothing() -> None:
    table = env("janus", 4)
    table.reset(seed=1)
    waiting = table.observe("seat_3")
    assert not waiting["action_mask"].any()
    assert (waiting["observation"] == table.unwrapped.round.encoding(3)).all()


def test_resets_go_on_from_the_seed_and_deals_can_be_given() -> None:
    table = env("titus", 2)
    deals = []
    for seed in (5, None, 5, None):
        table.reset(seed=seed)
        deals.append(table.unwrapped.round.record()["deal"])
    assert deals[:2] == deals[2:]
    assert deals[0] != deals[1]
    table.reset(options={"deal": deals[1]})
    assert table.unwrapped.round.record()["deal"] == deals[1]
    with pytest.raises(BadInput, match="deal"):
        table.reset(options={"deal": deals[1][:-1]})


def test_an_illegal_action_is_refused_or_with_wrappers_ends_the_game() -> None:
    raw = raw_env("titus", 2)
    raw.reset(seed=1)
    with pytest.raises(BadInput, match="not legal"):
        raw.step(1)
    assert raw.round.numbers == []
    wrapped = env("titus", 2)
    wrapped.reset(seed=1)
    wrapped.step(1)
    assert all(wrapped.terminations.values())
    assert wrapped.rewards == {"seat_1": ILLEGAL_REWARD, "seat_2": 0}


def test_options_of_the_game_and_of_the_environment_are_checked() -> None:
    assert raw_env("nummerus", 2, tausch=True).reset(seed=1) is None
    wrong: list[dict[str, Any]] = [
        {"players": 7}, {"tausch": 3}, {"memory": "no"}, {"reward": "fame"}, {"render_mode": "human"}, {"viewer": 9},
    ]  # fmt: skip
    for settings in wrong:
        with pytest.raises(BadInput):
            env("nummerus", **{"players": 2, **settings})


@pytest.mark.parametrize("name", GAMES)
def test_it_renders_what_the_viewer_sees(name: str) -> None:
    pictures: dict[str, Any] = {}
    for mode in ("ansi", "svg", "rgb_array"):
        table = env(name, render_mode=mode, viewer=1)
        table.reset(seed=1)
        pictures[mode] = table.render()
    round = table.unwrapped.round
    assert pictures["ansi"] == round.picture(1)
    assert pictures["svg"] == round.svg(1)
    pixels = pictures["rgb_array"]
    assert (pixels.dtype, pixels.shape[2]) == (np.uint8, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 5
