"""The puzzle of the day: the end of a game for one player, to be finished with the best result (docs/deals.md)."""

from __future__ import annotations

from datetime import date as calendar_date

from ..errors import BadInput
from ..kernel.fixed_record import Deal
from .daily import PLAYERS, check_date
from .deal import deal_from_seed
from .game import Game, Puzzle
from .round import Round

FIRST_DAY = calendar_date(2026, 1, 1)


def puzzle_deal(game: Game, number: int) -> Deal:
    """The deal of a puzzle."""
    return deal_from_seed(game.deck, game.two_faced, "puzzle", number)


def puzzle_of(game: Game, date: str) -> Puzzle:
    """The puzzle of a day: the collection is gone through day by day, and then again."""
    if game.puzzles is None:
        raise BadInput(f"{game.name} has no puzzle of the day")
    collection = game.puzzles()
    return collection[(check_date(date) - FIRST_DAY).days % len(collection)]


def begun_puzzle(game: Game, puzzle: Puzzle) -> Round:
    """The game at the point where the puzzle begins."""
    round = Round(game, PLAYERS, puzzle_deal(game, puzzle.deal))
    for move in puzzle.moves:
        round.play(move)
    return round


def solved_puzzle(game: Game, date: str) -> Round:
    """The puzzle of a day, finished by the solver."""
    round = begun_puzzle(game, puzzle_of(game, date))
    assert game.solitaire is not None
    round.play_numbers(game.solitaire.solve(round.state).moves)
    return round
