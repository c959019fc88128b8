"""The solitaires of the day: which tables may be opened, and the best game once somebody has played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from ...errors import BadInput
from ...games import game_named
from ...games.daily import PLAYERS, check_date, daily_number, perfect_game
from ...games.game import Game
from ...games.puzzle import puzzle_of, solved_puzzle
from ...table.setup import Setup
from ..messages.http import PuzzleInfo

EASTERNMOST_OFFSET = timedelta(hours=14)
"""How far the easternmost time zone is ahead of UTC."""


def check_opened(setup: Setup, now: int) -> None:
    """A table of the day is for one player, with the options of one of the solitaires, on a day that has begun."""
    if setup.daily is None:
        raise BadInput("puzzle needs daily: the date of the puzzle")
    if setup.puzzle:
        puzzle_of(game_named(setup.game), setup.daily)
        if setup.options:
            raise BadInput("puzzle: leave the options out; puzzles have the default ones")
    else:
        daily_number(game_named(setup.game), setup.options)
    if setup.players != PLAYERS:
        raise BadInput("daily: the solitaire of the day is for one player")
    check_begun(setup.daily, now)


def check_begun(date: str, now: int) -> None:
    """Refuse days that have not begun anywhere."""
    if check_date(date) > (datetime.fromtimestamp(now / 1000, UTC) + EASTERNMOST_OFFSET).date():
        raise BadInput(f"daily: {date} has not begun yet")


def puzzle_info(game: Game, date: str) -> PuzzleInfo:
    """How difficult the puzzle of a day is."""
    puzzle = puzzle_of(game, date)
    return PuzzleInfo(puzzle.grade, puzzle.length, puzzle.solutions, len(puzzle.moves))


def solution_record(game: str, date: str) -> dict[str, Any]:
    """The record of a game that solves the puzzle of a day."""
    return solved_puzzle(game_named(game), date).record()


def perfect_record(game: str, date: str, number: int) -> dict[str, Any]:
    """The record of the best game with the deal of a day."""
    return perfect_game(game_named(game), date, number).record()
