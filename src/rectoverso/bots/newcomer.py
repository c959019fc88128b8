"""The bot `newcomer`: somebody's first games. It takes the move that looks best from what lies open, one step ahead."""

from __future__ import annotations

import numpy as np

from ..games import game_of
from ..kernel import dispatch, entry_points
from ..kernel.fixed_record import Moves, Record, Rng, copied
from ..kernel.jit import kernel
from ..kernel.rng import below
from .bot import Choice, Resources
from .greedy import GreedyBot


@kernel
def best_looking(observation: Record, moves: Moves, rng: Rng) -> int:
    """The legal move that makes the best first impression; of equal ones, any."""
    n = dispatch.legal(observation.state, moves)
    best, best_look, equal = moves[0], dispatch.first_impression(observation, moves[0]), 1
    for i in range(1, n):
        look = dispatch.first_impression(observation, moves[i])
        if look > best_look:
            best, best_look, equal = moves[i], look, 1
        elif look == best_look:
            equal += 1
            if below(rng, equal) == 0:
                best = moves[i]
    return best


class NewcomerBot:
    """Plays the best-looking move, and remembers nothing that is out of sight. At a standstill it plays as `greedy`."""

    def __init__(self, resources: Resources) -> None:
        self._at_a_standstill = GreedyBot(resources=resources)
        self._moves: Moves | None = None

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """Choose the best-looking move, or a way out of a standstill."""
        if entry_points.standstill(observation.state) > 0.0:
            return self._at_a_standstill.choose(observation, rng)
        if self._moves is None:
            self._moves = np.zeros(game_of(observation.dtype).list_size, np.int32)
        in_sight = copied(observation)
        entry_points.forget(in_sight, 0.0, 0)
        return Choice(int(best_looking(in_sight, self._moves, rng)))
