"""Speed of the rules: uniformly random full games with fresh deals.

Measured in CPU time of this thread, so that other load on the machine matters less.
"""

from __future__ import annotations

from time import thread_time

import msgspec
import numpy as np

from ..games.game import Game
from ..games.round import MAX_SEATS
from ..kernel import entry_points
from ..kernel.fixed_record import blank
from ..kernel.rng import new_rng

_FIRST_BATCH_GAMES = 64
_MIN_BATCH_S = 0.02  # between two readings of the clock
_SEED = 1


class Playouts(msgspec.Struct):
    """Speed on one thread."""

    game: str
    players: int
    moves_per_s: float
    games_per_s: float


def playouts(game: Game, players: int, seconds: float) -> Playouts:
    """Play random games for a number of seconds, after a warm-up."""
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

    batch = _FIRST_BATCH_GAMES
    played(1)
    start = thread_time()
    while thread_time() - start < _MIN_BATCH_S:
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
