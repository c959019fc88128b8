"""The solitaires of the day: which tables may be opened, and the best game once somebody has played."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from ...errors import BadInput
from ...games import game_named
from ...games.daily import PLAYERS, check_date, daily_number, perfect_game
from ...table.setup import Setup

EARLY = timedelta(hours=14)
"""By how much the local day of the easternmost players is ahead of the universal one."""


def check_opened(setup: Setup, now: int) -> None:
    """A table of the day is for one player, with the options of one of the solitaires, on a day that has begun."""
    assert setup.daily is not None
    daily_number(game_named(setup.game), setup.options)
    if setup.players != PLAYERS:
        raise BadInput("daily: the solitaire of the day is for one player")
    check_begun(setup.daily, now)


def check_begun(date: str, now: int) -> None:
    """Refuse days that have not begun anywhere."""
    if check_date(date) > (datetime.fromtimestamp(now / 1000, UTC) + EARLY).date():
        raise BadInput(f"daily: {date} has not begun yet")


def perfect_record(game: str, date: str, number: int) -> dict[str, Any]:
    """The record of the best game with the deal of a day."""
    return perfect_game(game_named(game), date, number).record()
