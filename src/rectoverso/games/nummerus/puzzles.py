"""Puzzles: the end of a solitaire that can leave no series (N10), graded by its length and how many games solve it.

The collection `puzzles.json` is written by `scripts/puzzles.py` and lies beside this file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import count

from ...kernel.fixed_record import Record
from .. import game_named
from ..game import GRADES, Grade, Puzzle
from ..lookahead import after, legal_moves
from ..puzzle import puzzle_deal
from ..round import Round
from .material import PAWNS
from .solitaire import doomed_in, solve

NAME = "nummerus"
TAKE = "take "
COLLECTION = 366
LIMITS: dict[Grade, tuple[int, int, int]] = {"easy": (8, 12, 60), "medium": (10, 6, 24), "hard": (12, 1, 12)}
"""By grade: how many pawns are left, and the fewest and the most games that solve it."""


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """The collection, in the order of its days."""
    written = json.loads(files(__package__).joinpath("puzzles.json").read_text("utf-8"))
    return tuple(
        Puzzle(deal, tuple(TAKE + pawn for pawn in moves.split(";")), grade, LIMITS[grade][0], solutions)
        for deal, moves, grade, solutions in written
    )


def count_solutions(state: Record, known: dict[tuple[int, int, int], int] | None = None) -> int:
    """How many games from here leave no series."""
    known = {} if known is None else known
    if doomed_in(state.own[0], state.bonds):
        return 0
    if state.over:
        return 1
    position = int(state.own[0]), int(state.bonds), int(state.power)
    if position not in known:
        known[position] = sum(count_solutions(after(state, move), known) for move in legal_moves(state))
    return known[position]


def make() -> list[tuple[int, str, Grade, int]]:
    """A new collection, as it is written: easy, medium and hard in turn."""
    found: dict[Grade, list[tuple[int, str, Grade, int]]] = {grade: [] for grade in GRADES}
    wanted = COLLECTION // len(GRADES)
    for deal in count():
        missing = [grade for grade in GRADES if len(found[grade]) < wanted]
        if not missing:
            break
        for one in _of_deal(deal, missing):
            found[one[2]].append(one)
    return [one for day in zip(*found.values(), strict=True) for one in day]


def _of_deal(deal: int, grades: list[Grade]) -> Iterator[tuple[int, str, Grade, int]]:
    """The most difficult puzzle of these grades that the best game with a deal leads to, if its first move matters."""
    game = game_named(NAME)
    round = Round(game, 1, puzzle_deal(game, deal))
    best = solve(round.state)
    for grade in reversed(grades):
        pawns, fewest, most = LIMITS[grade]
        begun = Round(game, 1, round.deal)
        begun.play_numbers(best.moves[: PAWNS - pawns])
        solutions = count_solutions(begun.state)
        if fewest <= solutions <= most and _can_go_wrong(begun.state):
            yield deal, ";".join(move.removeprefix(TAKE) for move in begun.moves), grade, solutions
            return


def _can_go_wrong(state: Record) -> bool:
    return any(not count_solutions(after(state, move)) for move in legal_moves(state))
