"""The bot `random`: any legal move, each equally likely."""

from __future__ import annotations

import numpy as np

from ..games import game_of
from ..kernel import dispatch
from ..kernel.jit import kernel
from ..kernel.luck import below
from ..kernel.record import Luck, Moves, Record
from .bot import Choice


@kernel
def any_legal(seen: Record, moves: Moves, luck: Luck) -> int:
    """A legal move; what is legal depends only on what everybody sees."""
    n = dispatch.legal(seen.state, moves)
    return moves[below(luck, n)]


class RandomBot:
    """Plays any legal move."""

    def __init__(self) -> None:
        self._moves: Moves | None = None

    def choose(self, seen: Record, luck: Luck) -> Choice:
        """Any legal move."""
        if self._moves is None:
            self._moves = np.zeros(game_of(seen.dtype).list_size, np.int32)
        return Choice(int(any_legal(seen, self._moves, luck)))
