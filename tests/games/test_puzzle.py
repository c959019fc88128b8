"""The puzzles of the days: every one can be solved, and is graded by how many games solve it."""

from __future__ import annotations

import pytest

from rectoverso.errors import BadInput
from rectoverso.games import game_named
from rectoverso.games.game import GRADES
from rectoverso.games.nummerus.puzzles import COLLECTION, LIMITS, count_solutions, puzzles
from rectoverso.games.nummerus.solitaire import solve
from rectoverso.games.puzzle import begun_puzzle, puzzle_of, solved_puzzle

GAME = game_named("nummerus")


def test_n10_every_puzzle_can_be_finished_with_no_series_left() -> None:
    for puzzle in puzzles():
        round = begun_puzzle(GAME, puzzle)
        solution = solve(round.state)
        assert (solution.series, solution.bound, len(solution.moves)) == (0, 0, puzzle.length)
        round.play_numbers(solution.moves)
        assert round.over
        assert round.standing.scores == [0]


def test_every_puzzle_has_as_many_solutions_as_it_says() -> None:
    for puzzle in puzzles():
        state = begun_puzzle(GAME, puzzle).state
        assert count_solutions(state) == puzzle.solutions
        length, fewest, most = LIMITS[puzzle.grade]
        assert puzzle.length == length
        assert fewest <= puzzle.solutions <= most


def test_the_solutions_are_counted_as_by_playing_every_game() -> None:
    puzzle = next(puzzle for puzzle in puzzles() if puzzle.grade == "easy")
    begun, solved = begun_puzzle(GAME, puzzle), 0
    unfinished = [begun.numbers]
    while unfinished:
        numbers = unfinished.pop()
        round = begun.at(0)
        round.play_numbers(numbers)
        solved += round.over and round.standing.scores == [0]
        unfinished += [[*numbers, move] for move in round.legal_numbers]
    assert solved == puzzle.solutions


def test_no_two_days_of_a_year_have_the_same_puzzle_and_the_grades_take_turns() -> None:
    assert len({(puzzle.deal, puzzle.moves) for puzzle in puzzles()}) == COLLECTION
    assert [puzzle.grade for puzzle in puzzles()] == list(GRADES) * (COLLECTION // len(GRADES))


def test_the_puzzle_of_a_date_is_the_one_that_docs_deals_md_writes_down() -> None:
    puzzle = puzzle_of(GAME, "2026-11-18")
    assert puzzle == puzzles()[321]
    assert puzzle == puzzle_of(GAME, "2027-11-19")
    assert (puzzle.deal, puzzle.grade, puzzle.solutions) == (525, "easy", 12)
    assert puzzle_of(GAME, "2025-12-31") == puzzles()[-1]


def test_the_solver_solves_the_puzzle_of_a_day() -> None:
    assert solved_puzzle(GAME, "2026-11-18").standing.scores == [0]


def test_games_without_puzzles_and_other_dates_are_refused() -> None:
    with pytest.raises(BadInput, match="no puzzle of the day"):
        puzzle_of(game_named("titus"), "2026-11-18")
    with pytest.raises(BadInput, match="a date is like"):
        puzzle_of(GAME, "today")
