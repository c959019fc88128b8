"""Uniformly random full games with fresh deals: how fast the rules are.

The clock is that of this thread's own work, so that a busy machine does not make the rules look slow.
"""

from __future__ import annotations

from time import thread_time

import msgspec
import numpy as np

from ..games.game import Game
from ..games.round import MAX_SEATS
from ..kernel import entry_points
from ..kernel.record import blank
from ..kernel.rng import new_rng

_GAMES_AT_ONCE = 64
_SLICE = 0.02  # seconds between two looks at the clock
_SEED = 1


class Playouts(msgspec.Struct):
    """Speed on one thread."""

    game: str
    players: int
    moves_per_s: float
    games_per_s: float


def playouts(game: Game, players: int, seconds: float) -> Playouts:
    """Play random games for so many seconds, after a warm-up."""
    state, deck = blank(game.state), game.deck.copy()
    options = game.option_numbers(game.options_of(players, {}))
    moves = np.zeros(game.list_size, np.int32)
    scores, ranks = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    rng = new_rng(_SEED)

    def played(games: int) -> int:
        two_faced = game.two_faced
        return int(
            entry_points.random_games(state, deck, two_faced, players, options, games, moves, scores, ranks, rng)
        )

    batch = _GAMES_AT_ONCE
    played(1)
    start = thread_time()
    while thread_time() - start < _SLICE:
        start = thread_time()
        played(batch)
        batch *= 2
    made = games = 0
    start = now = thread_time()
    while now - start < seconds:
        made += played(batch)
        games += batch
        now = thread_time()
    return Playouts(game.name, players, round(made / (now - start)), round(games / (now - start), 1))
