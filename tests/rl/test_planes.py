"""Observations as planes: the same numbers as flags, in spaces that say so."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named
from rectoverso.games.features import Feature, parts
from rectoverso.rl import batch
from rectoverso.rl.planes import DIGITS, MAX_VALUES, Planes

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra rl: pip install 'rectoverso[rl]'")
pytest.importorskip("pettingzoo", reason="needs the extra rl: pip install 'rectoverso[rl]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402  # only where they are installed

import rectoverso.rl.gymnasium  # noqa: E402, F401  # registers the environments
from rectoverso.rl import pettingzoo  # noqa: E402  # the same


def number_of(flags: npt.NDArray[Any], feature: Feature) -> npt.NDArray[Any]:
    """The numbers that planes stand for, read back: the way there lost nothing."""
    planes = np.moveaxis(flags, -len(feature.shape) - 1, 0).astype(np.int64)
    if feature.highest == 1:
        return planes[0]
    if feature.highest <= MAX_VALUES:
        assert planes.sum(axis=0).max() <= 1
        return sum((1 + number) * plane for number, plane in enumerate(planes))
    assert len(planes) == DIGITS
    return sum(plane << digit for digit, plane in enumerate(planes))


@pytest.mark.parametrize("name", GAMES)
def test_planes_hold_the_same_as_numbers(name: str) -> None:
    games = batch.make(name, games=32, players=game_named(name).usual_players, seed=3)
    games.reset()
    planes, rng = Planes(games.features), np.random.default_rng(3)
    for _ in range(60):
        flags = planes(games.obs)
        assert flags.shape == (32, planes.size)
        assert flags.max() == 1
        for feature in games.features:
            told = number_of(parts(planes.features, flags)[feature.name], feature)
            assert np.array_equal(told, parts(games.features, games.obs)[feature.name]), feature.name
        games.step((games.mask * rng.random(games.mask.shape)).argmax(axis=1))


@pytest.mark.parametrize("name", GAMES)
def test_the_planes_of_pettingzoo_are_those_of_its_numbers(name: str) -> None:
    env = pettingzoo.env(name, encoding="planes")
    env.reset(seed=1)
    observation = env.observe("seat_1")["observation"]
    assert env.observation_space("seat_1")["observation"].shape == observation.shape
    compact = pettingzoo.env(name)
    compact.reset(seed=1)
    assert np.array_equal(observation, Planes(compact.unwrapped.features)(compact.observe("seat_1")["observation"]))
    assert parts(env.unwrapped.features, observation)["players"].sum() == 1


def test_the_planes_of_gymnasium_pass_its_checker() -> None:
    env = gymnasium.make("rectoverso/NummerusSolitaire-v1", encoding="planes").unwrapped
    check_env(env, skip_render_check=True)


def test_another_encoding_is_refused() -> None:
    with pytest.raises(BadInput, match="encoding is compact or planes, not 'flat'"):
        pettingzoo.env("titus", encoding="flat")
