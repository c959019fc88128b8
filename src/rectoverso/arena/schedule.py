"""The games of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise

import msgspec

from ..errors import BadInput
from ..games.game import Value
from .players import check_player

MAX_BOTS = 32


class Tournament(msgspec.Struct, frozen=True):
    """A tournament. The same plan always gives the same games, unless a bot has a time budget."""

    game: str
    players: int
    options: Mapping[str, Value]
    seed: str
    bots: tuple[str, ...]
    games: int
    """Per pairing, rounded up: each deal is played in every rotation of the seats."""
    ladder: bool = False
    """Only neighbours in the list of bots meet."""

    @property
    def deals(self) -> int:
        """The number of deals of each pairing."""
        return -(-self.games // self.players)

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """The bots at each table: all at one where they fit the seats; else every pair, the second filling the table.

        On a ladder each bot meets the one before it, which fills all other seats.
        """
        if self.ladder:
            return [(high, *[low] * (self.players - 1)) for low, high in pairwise(range(len(self.bots)))]
        if len(self.bots) == self.players:
            return [tuple(range(self.players))]
        return [(one, *[other] * (self.players - 1)) for one, other in combinations(range(len(self.bots)), 2)]

    @property
    def tasks(self) -> list[Task]:
        """All work: one task for each deal of each pairing."""
        return [Task(pairing, deal) for deal in range(self.deals) for pairing in range(len(self.lineups))]


class Task(msgspec.Struct, frozen=True, order=True):
    """One deal of one pairing, in every rotation of the seats."""

    pairing: int
    deal: int


class Played(msgspec.Struct, frozen=True):
    """One finished game: the bot at each seat, from seat 1 on, and the result."""

    pairing: int
    deal: int
    rotation: int
    seats: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    moves: int


def check_bots(names: list[str]) -> tuple[str, ...]:
    """The names of a tournament's bots, checked."""
    for name in names:
        check_player(name)
    if not 2 <= len(names) <= MAX_BOTS:
        raise BadInput(f"a tournament has 2 to {MAX_BOTS} bots, not {len(names)}; name them with --bots B1,B2,…")
    if len(set(names)) < len(names):
        raise BadInput("name each bot once: the second bot of a pair fills the remaining seats")
    return tuple(names)
