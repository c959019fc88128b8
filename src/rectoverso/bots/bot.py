"""What a bot is, and how it gets its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from ..errors import BadInput
from ..kernel.record import Record, Rng

LEVELS = ("novice", "casual", "club", "expert", "master")
KNOWN = ("random", "greedy", "search:N (N simulations a move)", "search:500ms (time a move)", *LEVELS)
MAX_SIMULATIONS = 10_000_000
MAX_MILLISECONDS = 600_000

Clock = Callable[[], float]
"""Seconds, from wherever they are counted."""

Workers = Callable[[Sequence[Callable[[], None]]], object]
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

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """A legal move for the seat to move, from what that seat has seen."""


class Timer(NamedTuple):
    """A clock, and for how many seconds a thought may last."""

    clock: Clock
    seconds: float


class Resources(msgspec.Struct, frozen=True):
    """What a bot may use but has not got by itself: a clock, a time cap, and hands for several searches at once."""

    clock: Clock | None = None
    seconds: float | None = None
    workers: Workers | None = None
    threads: int = 1


def timer(resources: Resources, seconds: float | None) -> Timer | None:
    """The timer of a bot whose thoughts take so long; None where there is no limit."""
    return None if resources.clock is None or seconds is None else Timer(resources.clock, seconds)


def make_bot(
    name: str,
    clock: Clock | None = None,
    seconds: float | None = None,
    workers: Workers | None = None,
    threads: int = 1,
) -> Bot:
    """A fresh bot by its name on the command line; one that thinks for a time needs a clock.

    `seconds` cuts every thought off; `threads` searches share the budget, carried out by the crew.
    """
    resources = Resources(clock, seconds, workers, threads)
    if name == "random":
        from .random import RandomBot

        return RandomBot()
    if name == "greedy":
        from .greedy import GreedyBot

        return GreedyBot(resources=resources)
    if name in LEVELS:
        from .levels import LevelBot

        return LevelBot(name, resources)
    if (budget := read_budget(name)) is not None:
        from .search_bot import SearchBot

        return SearchBot(budget, resources)
    raise BadInput(f"there is no bot {name[:60]!r}; the bots are {', '.join(KNOWN)}")


def check_bot(name: str) -> None:
    """Refuse a name that no bot has."""
    make_bot(name, clock=lambda: 0.0)


def read_budget(name: str) -> Budget | None:
    """`search:1000` or `search:500ms`; None where it is no such name."""
    match = re.fullmatch(r"search:(\d{1,9})(ms)?", name, re.ASCII)
    if match is None:
        return None
    number, most = int(match[1]), MAX_MILLISECONDS if match[2] else MAX_SIMULATIONS
    if not 1 <= number <= most:
        raise BadInput(f"bot {name!r}: the number is from 1 to {most}")
    return Budget(seconds=number / 1000) if match[2] else Budget(simulations=number)
