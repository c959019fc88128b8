"""What a seat knows as numbers for learning programs: the parts of an encoding, with names and shapes."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy.typing as npt

from ..kernel.jit import inlined


class Feature(NamedTuple):
    """One part of an encoding: whole numbers from 0 to `highest`, at most 255, one byte each."""

    name: str
    shape: tuple[int, ...]
    highest: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def starts(features: Sequence[Feature]) -> list[int]:
    """Where each part begins, in the order of the list; and after them the length of the whole."""
    places = [0]
    for feature in features:
        places.append(places[-1] + feature.size)
    return places


def parts(features: Sequence[Feature], numbers: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """The parts of an encoding by name, in their shapes: views, no copies. Leading axes, as of a batch, are kept."""
    batch = numbers.shape[:-1]
    return {
        feature.name: numbers[..., start : start + feature.size].reshape(*batch, *feature.shape)
        for feature, start in zip(features, starts(features), strict=False)
    }


@inlined
def seat_after(seat: int, places: int, players: int) -> int:
    """The seat some places clockwise after the one that looks; seats that the table does not have come last."""
    other = max(seat, 0) + places
    if places >= players:
        return places
    return other - players if other >= players else other
