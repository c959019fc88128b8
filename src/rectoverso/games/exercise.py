"""Exercises, "what would you do?": positions with a move that a long search found to be clearly the best.

A game's collection is `exercises.json` in its folder, written by `scripts/exercises.py` (docs/deals.md).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from ..errors import BadInput
from ..kernel.fixed_record import Deal
from .deal import deal_from_seed
from .game import Game, Grade
from .round import Round

SEED = "exercise"
_Written = tuple[int, int, int, Grade, str, dict[str, float]]


class Exercise(NamedTuple):
    """A position and what its moves are worth to the seat to move. The options are the default ones."""

    deal: int
    """the number of its deal"""
    players: int
    phase: int
    """the third of the game that it comes from: 0, 1 or 2"""
    grade: Grade
    moves: tuple[str, ...]
    """what has been played"""
    wins: dict[str, float]
    """by legal move, the chance of a first place (shared ones by their share); the best one first"""

    @property
    def best(self) -> str:
        """The move that the search found to be the best."""
        return next(iter(self.wins))


def exercise_deal(game: Game, number: int) -> Deal:
    """The deal of an exercise."""
    return deal_from_seed(game.deck, game.two_faced, SEED, number)


def exercises(game: Game) -> tuple[Exercise, ...]:
    """The collection of a game, in its order; empty if it has none."""
    return () if game.exercises is None or not game.exercises.is_file() else _read_all(game.exercises)


@cache
def _read_all(file: Path) -> tuple[Exercise, ...]:
    return tuple(read(entry) for entry in json.loads(file.read_text("utf-8")))


def exercise_of(game: Game, number: int) -> Exercise:
    """An exercise by its number, from 1."""
    collection = exercises(game)
    if not 1 <= number <= len(collection):
        raise BadInput(f"{game.name} has {len(collection)} exercises; there is no number {number}")
    return collection[number - 1]


def position_of(game: Game, exercise: Exercise) -> Round:
    """The game as far as an exercise has been played."""
    round = Round(game, exercise.players, exercise_deal(game, exercise.deal))
    for move in exercise.moves:
        round.play(move)
    return round


def read(entry: list[object]) -> Exercise:
    """An exercise as it is written in the collection."""
    deal, players, phase, grade, moves, wins = msgspec.convert(entry, _Written)
    return Exercise(deal, players, phase, grade, tuple(moves.split(";")), wins)


def written(exercise: Exercise) -> list[object]:
    """An exercise as it is written in the collection."""
    return [*exercise[:4], ";".join(exercise.moves), exercise.wins]
