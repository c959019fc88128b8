"""Exercises on the wire: a position first, and the answer only after a move."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...games.game import Grade
from .common import Value


class Exercises(Struct, frozen=True):
    """The exercises of a game: how difficult each is, in the order of their numbers."""

    grades: list[Grade]


class ExercisePosition(Struct, frozen=True):
    """A position as the seat to move sees it, with all that it has seen before, and nothing else of the deal."""

    number: int
    grade: Grade
    players: int
    options: dict[str, Value]
    seat: int
    """The seat to move."""
    at: int
    """How many moves have been made."""
    board: Any
    known: Any
    odds: Any
    legal: list[str]


class ExerciseChance(Struct, frozen=True):
    """A move and the chance of winning after it, from 0 to 1, by what the seat has seen."""

    move: str
    win: float


class ExerciseAnswer(Struct, frozen=True):
    """What a long search says of a move: the best one and why, the one that was chosen, and the best of the others."""

    right: bool
    best: ExerciseChance
    chosen: ExerciseChance
    second: ExerciseChance
    reason: str
