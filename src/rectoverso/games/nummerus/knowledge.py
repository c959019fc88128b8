"""What a seat of Nummerus knows: everything. All pawns lie open from the first moment to the last."""

from __future__ import annotations

import numpy as np

from ...kernel.jit import kernel
from ...kernel.record import Record, copy, record_type
from .rules import STATE

KNOWLEDGE = record_type("nummerus_knowledge", [])
OBSERVATION = record_type("nummerus_observation", [("seat", np.int64), ("state", STATE)])


@kernel
def begin(knowledge: Record, state: Record) -> None:
    """There is nothing to remember that does not lie on the table."""


@kernel
def learn(knowledge: Record, before: Record, after: Record, move: int) -> None:
    """A pawn is taken openly (N3)."""


@kernel
def observe(observation: Record, state: Record, knowledge: Record, seat: int) -> None:
    """A seat sees the whole table, and so does a watcher."""
    observation.seat = seat
    copy(observation.state, state)
