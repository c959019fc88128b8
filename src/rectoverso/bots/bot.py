"""What a bot is, and how it gets its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from ..errors import BadInput
from ..kernel.record import Luck, Record

LEVELS = ("novice", "casual", "club", "expert", "master")
KNOWN = ("random", "greedy", "search:N (N simulations a move)", "search:500ms (time a move)", *LEVELS)
MOST_SIMULATIONS = 10_000_000
MOST_MILLISECONDS = 600_000

Clock = Callable[[], float]
"""Seconds, from wherever they are counted."""

Crew = Callable[[Sequence[Callable[[], None]]], object]
"""Hands to lend: carries out all jobs, side by side if it can, and returns when all are done."""


class Budget(msgspec.Struct, frozen=True):
    """How long to think: so many simulations, or so many seconds (then somebody must lend a clock), or the shorter."""

    simulations: int | None = None
    seconds: float | None = None


class Choice(msgspec.Struct, frozen=True):
    """What a bot has decided: the number of a legal move."""

    move: int


class Bot(Protocol):
    """A player without a person. One bot plays one seat of one game."""

    def choose(self, seen: Record, luck: Luck) -> Choice:
        """A legal move for the seat to move, from what that seat has seen."""


class Timer(NamedTuple):
    """A clock, and for how many seconds a thought may last."""

    clock: Clock
    seconds: float


class Lent(msgspec.Struct, frozen=True):
    """What a bot may use but has not got by itself: a clock, a time cap, and hands for several searches at once."""

    clock: Clock | None = None
    seconds: float | None = None
    crew: Crew | None = None
    threads: int = 1


def timer(lent: Lent, seconds: float | None) -> Timer | None:
    """The timer of a bot whose thoughts take so long; None where there is no limit."""
    return None if lent.clock is None or seconds is None else Timer(lent.clock, seconds)


def make_bot(
    name: str,
    clock: Clock | None = None,
    seconds: float | None = None,
    crew: Crew | None = None,
    threads: int = 1,
) -> Bot:
    """A fresh bot by its name on the command line; one that thinks for a time needs a clock.

    `seconds` cuts every thought off; `threads` searches share the budget, carried out by the crew.
    """
    lent = Lent(clock, seconds, crew, threads)
    if name == "random":
        from .random import RandomBot

        return RandomBot()
    if name == "greedy":
        from .greedy import GreedyBot

        return GreedyBot(lent=lent)
    if name in LEVELS:
        from .levels import LevelBot

        return LevelBot(name, lent)
    if (budget := read_budget(name)) is not None:
        from .searcher import SearchBot

        return SearchBot(budget, lent)
    raise BadInput(f"there is no bot {name[:60]!r}; the bots are {', '.join(KNOWN)}")


def check_bot(name: str) -> None:
    """Refuse a name that no bot has."""
    make_bot(name, clock=lambda: 0.0)


def read_budget(name: str) -> Budget | None:
    """`search:1000` or `search:500ms`; None where it is no such name."""
    match = re.fullmatch(r"search:(\d{1,9})(ms)?", name, re.ASCII)
    if match is None:
        return None
    number, most = int(match[1]), MOST_MILLISECONDS if match[2] else MOST_SIMULATIONS
    if not 1 <= number <= most:
        raise BadInput(f"bot {name!r}: the number is from 1 to {most}")
    return Budget(seconds=number / 1000) if match[2] else Budget(simulations=number)
