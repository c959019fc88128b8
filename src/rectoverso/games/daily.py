"""The solitaire of the day: its deal follows from the date, and is the same for everybody (docs/deals.md)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date as calendar_date

from ..errors import BadInput, shown
from ..kernel.fixed_record import Deal
from .deal import deal_from_seed
from .game import Game, Value
from .round import Round

PLAYERS = 1


def check_date(text: str) -> calendar_date:
    """The day that a text names; refuses anything but YYYY-MM-DD."""
    try:
        date = calendar_date.fromisoformat(text)
    except ValueError:
        date = None
    if date is None or date.isoformat() != text:
        raise BadInput(f"a date is like 2026-11-18, not {shown(text)}")
    return date


def daily_number(game: Game, options: Mapping[str, Value]) -> int:
    """Which solitaire of the day it is, from 0, by the options that differ from the default."""
    for number, wanted in enumerate(game.daily):
        if wanted == options:
            return number
    raise BadInput(f"{game.name} has no solitaire of the day with these options")


def daily_deal(game: Game, date: str, options: Mapping[str, Value]) -> Deal:
    """The deal of a day."""
    number = daily_number(game, options)
    return deal_from_seed(game.deck, game.two_faced, f"daily {check_date(date).isoformat()}", number)


def perfect_game(game: Game, date: str, number: int) -> Round:
    """The best game with the deal of a day that the solver finds."""
    if game.solitaire is None or not 0 <= number < len(game.daily):
        raise BadInput(f"{game.name} has no solitaire of the day with number {number}")
    options = game.daily[number]
    round = Round(game, PLAYERS, daily_deal(game, date, options), game.options_of(PLAYERS, options))
    round.play_numbers(game.solitaire.solve(round.state).moves)
    return round
