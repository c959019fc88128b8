"""The bot `random`: any legal move, each equally likely."""

from __future__ import annotations

import numpy as np

from ..games import game_of
from ..kernel import dispatch
from ..kernel.fixed_record import Moves, Record, Rng
from ..kernel.jit import kernel
from ..kernel.rng import below
from .bot import Choice


@kernel
def any_legal(observation: Record, moves: Moves, rng: Rng) -> int:
    """A random legal move; which moves are legal depends only on what everybody sees."""
    n = dispatch.legal(observation.state, moves)
    return moves[below(rng, n)]


class RandomBot:
    """Plays a random legal move."""

    def __init__(self) -> None:
        self._moves: Moves | None = None

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """Choose a random legal move."""
        if self._moves is None:
            self._moves = np.zeros(game_of(observation.dtype).list_size, np.int32)
        return Choice(int(any_legal(observation, self._moves, rng)))
