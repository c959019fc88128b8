"""Speed of batches: games stepped side by side with observation and mask, by uniformly random moves."""

from __future__ import annotations

from time import perf_counter, thread_time
from typing import Any

import msgspec
import numpy as np

from ..games.game import Game
from ..kernel.fixed_record import Rng
from ..kernel.jit import kernel
from ..kernel.rng import below, new_rng
from ..rl import batch as batches

_SEED = 1
_WARM_UP_STEPS = 200


class BatchSpeed(msgspec.Struct):
    """Steps of single games per second, observation and mask written; `batch` games side by side."""

    game: str
    players: int
    steps_per_s: float
    batch: int


@kernel
def random_moves(moves: Any, count: Any, actions: Any, rng: Rng) -> None:
    """A legal move for each game, each equally likely."""
    for i in range(len(actions)):
        actions[i] = moves[i, below(rng, count[i])]


def batch_speed(
    game: Game, players: int, seconds: float, games: int, threads: int = 1, *, choosing: bool = False
) -> BatchSpeed:
    """Step a batch for a number of seconds, after a warm-up. On one thread CPU time counts, on several real time.

    The time to choose the moves is left out, unless `choosing`: it belongs to the player, not to the games.
    """
    clock = thread_time if threads == 1 else perf_counter
    games_stepped = batches.make(game.name, games, players, _SEED, threads=threads)
    games_stepped.reset()
    lists = games_stepped.legal_lists
    actions, rng = np.zeros(games, np.int64), new_rng(_SEED)
    for _ in range(_WARM_UP_STEPS):
        random_moves(*lists, actions, rng)
        games_stepped.step(actions)
    steps, spent = 0, 0.0
    while spent < seconds:
        start = clock()
        random_moves(*lists, actions, rng)
        chosen = clock()
        games_stepped.step(actions)
        spent += clock() - (start if choosing else chosen)
        steps += games
    games_stepped.close()
    return BatchSpeed(game.name, players, round(steps / spent), games)
