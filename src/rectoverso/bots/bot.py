"""The bot interface, and bots by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from ..errors import BadInput
from ..games.game import LEVELS
from ..kernel.fixed_record import Record, Rng

if TYPE_CHECKING:
    from .search_memory import SearchMemory

BOT_NAMES = (
    "random",
    "newcomer",
    "greedy",
    "search:N (N simulations per move)",
    "search:500ms (time per move)",
    *LEVELS,
)
MAX_SIMULATIONS = 10_000_000
MAX_MILLISECONDS = 600_000

Clock = Callable[[], float]
"""The time in seconds; only differences count."""

Workers = Callable[[Sequence[Callable[[], None]]], object]
"""Runs all jobs, in parallel where it can, and returns when all are done."""


class Budget(msgspec.Struct, frozen=True):
    """How long to think: a number of simulations, of seconds (which needs a clock), or both: the first to end."""

    simulations: int | None = None
    seconds: float | None = None


class Choice(msgspec.Struct, frozen=True):
    """What a bot chose: the number of a legal move."""

    move: int


class Bot(Protocol):
    """A computer player. One bot plays one seat of one game."""

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """Choose a legal move for the seat to move, from what that seat has seen."""


class Timer(NamedTuple):
    """A clock, and the seconds allowed for one move."""

    clock: Clock
    seconds: float


class Resources(msgspec.Struct, frozen=True):
    """What the caller lends a bot: a clock, a time limit per move, workers for parallel searches, and memory."""

    clock: Clock | None = None
    seconds: float | None = None
    workers: Workers | None = None
    threads: int = 1
    memory: SearchMemory | None = None
    """None: a bot that searches has its own."""


def timer(resources: Resources, seconds: float | None) -> Timer | None:
    """The timer for moves of this many seconds; None without a limit."""
    return None if resources.clock is None or seconds is None else Timer(resources.clock, seconds)


def make_bot(
    name: str,
    clock: Clock | None = None,
    seconds: float | None = None,
    workers: Workers | None = None,
    threads: int = 1,
) -> Bot:
    """Make a new bot by its name on the command line; a bot with a time budget needs a clock.

    `seconds` limits the time of every move; `threads` searches share the budget and run on the workers.
    """
    resources = Resources(clock, seconds, workers, threads)
    if name == "random":
        from .random import RandomBot

        return RandomBot()
    if name == "newcomer":
        from .newcomer import NewcomerBot

        return NewcomerBot(resources)
    if name == "greedy":
        from .greedy import GreedyBot

        return GreedyBot(resources=resources)
    if name in LEVELS:
        from .levels import LevelBot

        return LevelBot(name, resources)
    if (budget := read_budget(name)) is not None:
        from .search_bot import SearchBot

        return SearchBot(budget, resources)
    raise BadInput(f"there is no bot {name[:60]!r}; the bots are {', '.join(BOT_NAMES)}")


def check_bot(name: str) -> None:
    """Raise BadInput unless a bot has this name."""
    make_bot(name, clock=lambda: 0.0)


def read_budget(name: str) -> Budget | None:
    """The budget of `search:1000` or `search:500ms`; None for any other name."""
    match = re.fullmatch(r"search:(\d{1,9})(ms)?", name, re.ASCII)
    if match is None:
        return None
    number, maximum = int(match[1]), MAX_MILLISECONDS if match[2] else MAX_SIMULATIONS
    if not 1 <= number <= maximum:
        raise BadInput(f"bot {name!r}: the number must be from 1 to {maximum}")
    return Budget(seconds=number / 1000) if match[2] else Budget(simulations=number)
