"""Observations as planes of flags, as convolutions and other networks like them; nothing is lost.

>>> from rectoverso.rl import batch
>>> from rectoverso.rl.planes import Planes
>>> games = batch.make("nummerus", games=256, players=2, seed=1)
>>> games.reset()
>>> planes = Planes(games.features)
>>> planes(games.obs).shape
(256, 2660)
>>> [(part.name, part.shape) for part in planes.features[:3]]
[('taken', (1, 4, 48)), ('bonds', (1, 48)), ('fields', (48, 49))]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ..games.features import Feature, parts, starts

Encoding = Literal["compact", "planes"]
"""`compact`: a number in a byte, as the game encodes it. `planes`: flags."""
MAX_VALUES = 66
"""Numbers up to this get a plane for each value."""
DIGITS = 8
"""Larger ones get a plane for each binary digit; in a set of bits that is a plane for each member."""


class Planes:
    """How the observations of a game are turned into planes."""

    def __init__(self, features: Sequence[Feature]) -> None:
        self._compact = tuple(features)
        self.features = tuple(_as_planes(feature) for feature in features)
        self._starts = starts(self.features)

    @property
    def size(self) -> int:
        """How many flags an observation has."""
        return self._starts[-1]

    def __call__(self, numbers: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """The flags of an observation, laid out as `features` says. Leading axes, as of a batch, are kept."""
        flags = np.empty((*numbers.shape[:-1], self.size), np.uint8)
        planes = parts(self.features, flags)
        for feature in self._compact:
            values = parts(self._compact, numbers)[feature.name]
            planes[feature.name][...] = _flags(np.expand_dims(values, -len(feature.shape) - 1), feature)
        return flags


def _as_planes(feature: Feature) -> Feature:
    """The same part with one more axis in front: its planes."""
    if feature.highest == 1:
        return feature._replace(shape=(1, *feature.shape))
    if feature.highest <= MAX_VALUES:
        meaning = f"a plane for each number from 1 to {feature.highest}; {feature.meaning}"
        return Feature(feature.name, (feature.highest, *feature.shape), 1, meaning)
    meaning = f"a plane for each binary digit, the lowest first; {feature.meaning}"
    return Feature(feature.name, (DIGITS, *feature.shape), 1, meaning)


def _flags(values: npt.NDArray[np.uint8], feature: Feature) -> npt.NDArray[Any]:
    def one_for_each(number: int) -> npt.NDArray[np.uint8]:
        return np.arange(number, dtype=np.uint8).reshape(number, *(1 for _ in feature.shape))

    if feature.highest == 1:
        return values
    if feature.highest <= MAX_VALUES:
        return values == 1 + one_for_each(feature.highest)
    return values >> one_for_each(DIGITS) & 1
