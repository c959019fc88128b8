"""Games for one player in Gymnasium, by its own checker and by ours."""

from __future__ import annotations

import numpy as np
import pytest

from rectoverso.games import GAMES, game_named

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra rl: pip install 'rectoverso[rl]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # only where Gymnasium is installed

pytest.importorskip("rectoverso.rl.gymnasium")  # importing it registers the environments

ALONE = [name for name in GAMES if 1 in game_named(name).players]
IDS = [f"rectoverso/{game_named(name).title}Solitaire-v1" for name in ALONE]


def test_every_game_for_one_is_registered_and_no_other() -> None:
    assert IDS == ["rectoverso/NummerusSolitaire-v1"]
    registered = [name for name in gymnasium.registry if name.startswith("rectoverso/")]
    assert registered == IDS


@pytest.mark.parametrize("mode", [None, "ansi", "svg", "rgb_array"])
@pytest.mark.parametrize("name", IDS)
def test_it_passes_the_checker(name: str, mode: str | None) -> None:
    check_env(gymnasium.make(name, render_mode=mode).unwrapped, skip_render_check=mode is None)


@pytest.mark.parametrize("name", IDS)
def test_a_game_ends_with_the_score_as_reward(name: str) -> None:
    env = gymnasium.make(name, board="square")
    observation, _ = env.reset(seed=4)
    rng = np.random.default_rng(4)
    over, total = False, 0.0
    while not over:
        assert total == 0
        observation, reward, over, cut, info = env.step(rng.choice(observation["action_mask"].nonzero()[0]))
        assert not cut
        assert not info["illegal"]
        total += float(reward)
    round = env.unwrapped.round
    assert total == -round.result.scores[0]
    assert round.options["board"] == "square"


@pytest.mark.parametrize("name", IDS)
def test_an_illegal_action_changes_nothing_and_is_told(name: str) -> None:
    env = gymnasium.make(name)
    observation, _ = env.reset(seed=4)
    illegal = int((observation["action_mask"] == 0).argmax())
    after, reward, over, _, info = env.step(illegal)
    assert (reward, over, info["illegal"]) == (0.0, False, True)
    assert all((after[part] == observation[part]).all() for part in observation)
