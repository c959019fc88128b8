"""The solitaire solver: its games are legal, its counts right, its bounds proved."""

from __future__ import annotations

import copy
import random

import pytest

import rectoverso
from rectoverso.games.nummerus.solitaire import Solution, doomed_in, solve
from rectoverso.games.round import Round
from rectoverso.kernel.jit import COMPILED
from tests.games.nummerus.oracle import Oracle
from tests.games.nummerus.positions import played_on, shuffled

BOARDS = ["classic", "square"]
QUICK = 40 if COMPILED else 1


def replayed(game: Round, solution: Solution) -> int:
    """The series left when the oracle plays the solution from here."""
    oracle = Oracle(1, {"board": game.options["board"]}, [int(pawn) for pawn in game.deal])
    for move in [*game.moves, *map(game.game.text, solution.moves)]:
        oracle.play(move)
    assert oracle.over
    return oracle.result()["scores"][0]


def fewest(oracle: Oracle) -> int:
    """By trying everything: the fewest series that a game from here leaves."""
    if oracle.over:
        return oracle.result()["scores"][0]
    found = []
    for move in oracle.legal():
        after = copy.deepcopy(oracle)
        after.play(move)
        found.append(fewest(after))
    return min(found)


def oracle_at(game: Round) -> Oracle:
    oracle = Oracle(1, {"board": game.options["board"]}, [int(pawn) for pawn in game.deal])
    for move in game.moves:
        oracle.play(move)
    return oracle


@pytest.mark.parametrize("board", BOARDS)
def test_n10_every_deal_is_solved_without_a_series_left(board: str) -> None:
    for number in range(QUICK):
        game = rectoverso.new("nummerus", 1, seed="solve", number=number, board=board)
        solution = solve(game.state)
        assert (solution.series, solution.bound) == (0, 0)
        assert replayed(game, solution) == 0


@pytest.mark.soak
@pytest.mark.parametrize("board", BOARDS)
def test_n10_a_thousand_deals_are_solved_without_a_series_left(board: str) -> None:
    for number in range(1000):
        game = rectoverso.new("nummerus", 1, seed="soak", number=number, board=board)
        solution = solve(game.state)
        assert solution.series == 0
        assert replayed(game, solution) == 0


@pytest.mark.parametrize("seed", range(12 if COMPILED else 3))
def test_n10_late_in_a_game_the_bound_is_what_trying_everything_finds(seed: int) -> None:
    game = played_on(random.Random(seed), 1, 6, board=BOARDS[seed % 2])
    solution = solve(game.state)
    assert solution.series == solution.bound == replayed(game, solution) == fewest(oracle_at(game))


def test_n10_series_without_room_are_doomed() -> None:
    """4-5-6 between 1-2-3 and 7…12 is lost, and so is 1-2-3; 20 has room."""
    own, bonds = set_of(*range(1, 13), 20), set_of(1, 2, 4, 5, 7, 8, 9, 10, 11)
    assert doomed_in(own, bonds) == 2


def test_n10_two_series_cannot_both_use_the_same_numbers() -> None:
    """1-2-3-4 and 9-10-11-12 before 13…18: between them lie 5 to 8, enough for both; 6 to 8 would not be."""
    apart = set_of(1, 2, 3, 9, 10, 11, *range(13, 18))
    assert doomed_in(set_of(1, 2, 3, 4, *range(9, 19)), apart) == 0
    together = set_of(1, 2, 3, 4, 9, 10, 11, *range(13, 18))
    assert doomed_in(set_of(1, 2, 3, 4, 5, *range(9, 19)), together) == 0
    narrow = set_of(1, 2, 8, 9, 10, *range(12, 17))
    assert doomed_in(set_of(1, 2, 3, *range(8, 18)), narrow) == 1


def set_of(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


@pytest.mark.parametrize("seed", range(6))
def test_n10_no_series_that_is_called_doomed_is_saved(seed: int) -> None:
    """Along a game by chance the count of doomed series never falls, and never exceeds what is left at the end."""
    game = rectoverso.from_deal("nummerus", 1, shuffled(random.Random(seed)))
    rng, counts = random.Random(seed), [0]
    while not game.over:
        game.play(rng.choice(game.legal))
        counts.append(doomed_in(int(game.state.own[0]), int(game.state.bonds)))
    assert counts == sorted(counts)
    assert game.result is not None
    assert counts[-1] == game.result.scores[0]


def test_a_narrow_search_that_finds_less_says_what_is_proved() -> None:
    game = rectoverso.new("nummerus", 1, seed="narrow")
    solution = solve(game.state, widths=(1,))
    assert solution.bound == 0 <= solution.series == replayed(game, solution)
