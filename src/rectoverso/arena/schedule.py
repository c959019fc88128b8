"""Which games a tournament consists of."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise

import msgspec

from ..bots import check_bot
from ..errors import BadInput
from ..games.game import Value

MAX_BOTS = 32


class Plan(msgspec.Struct, frozen=True):
    """A tournament. The same plan always gives the same games (as long as no bot thinks for a time)."""

    game: str
    players: int
    options: Mapping[str, Value]
    seed: str
    bots: tuple[str, ...]
    games: int
    """a pairing, rounded up: each deal is played in every rotation of the seats"""
    ladder: bool = False
    """only neighbours in the list of bots meet"""

    @property
    def deals(self) -> int:
        """How many deals each pairing plays."""
        return -(-self.games // self.players)

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """Who sits at the tables: all bots at one where they fit the seats; else every pair, the second filling up.

        On a ladder a bot meets the one before it, and is alone against seats filled with that one.
        """
        if self.ladder:
            return [(high, *[low] * (self.players - 1)) for low, high in pairwise(range(len(self.bots)))]
        if len(self.bots) == self.players:
            return [tuple(range(self.players))]
        return [(one, *[other] * (self.players - 1)) for one, other in combinations(range(len(self.bots)), 2)]

    @property
    def tasks(self) -> list[Task]:
        """All work, a deal of a pairing each."""
        return [Task(pairing, deal) for deal in range(self.deals) for pairing in range(len(self.lineups))]


class Task(msgspec.Struct, frozen=True, order=True):
    """One deal of one pairing, in every rotation of the seats."""

    pairing: int
    deal: int


class Played(msgspec.Struct, frozen=True):
    """One finished game: whose bot sat where, from seat 1 on, and what came of it."""

    pairing: int
    deal: int
    rotation: int
    seats: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    moves: int


def check_bots(names: list[str]) -> tuple[str, ...]:
    """The bots of a tournament, by name."""
    for name in names:
        check_bot(name)
    if not 2 <= len(names) <= MAX_BOTS:
        raise BadInput(f"a tournament is between 2 and {MAX_BOTS} bots, not {len(names)}; name them --bots B1,B2,…")
    if len(set(names)) < len(names):
        raise BadInput("each bot is named once: the seats that are left are filled up with the second of a pair")
    return tuple(names)
