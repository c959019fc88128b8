"""One move ahead, for Python: what may be played, and what is then."""

from __future__ import annotations

import numpy as np

from ..kernel import entry_points
from ..kernel.fixed_record import Record, copied
from .game import MAX_LIST_SIZE


def legal_moves(state: Record) -> list[int]:
    """All legal moves."""
    moves = np.zeros(MAX_LIST_SIZE, np.int32)
    n = entry_points.legal(state, moves)
    listed: list[int] = moves[:n].tolist()
    return listed


def after(state: Record, move: int) -> Record:
    """The state after a legal move; the given one stays as it is."""
    later = copied(state)
    entry_points.apply(later, move)
    return later
