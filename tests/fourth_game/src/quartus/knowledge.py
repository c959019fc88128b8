"""What the seats know in Quartus: all that is ever seen is seen by all, there is only memory (Q4)."""

from __future__ import annotations

import numpy as np

from rectoverso.kernel.fixed_record import Record, record_type
from rectoverso.kernel.jit import kernel

from .material import CARDS
from .moves import TURN
from .rules import STATE

KNOWLEDGE = record_type(
    "quartus_knowledge",
    [
        ("turns", np.int64),
        ("turned_in", np.int64, CARDS),  # by card: the turn in which it was turned over
    ],
)

OBSERVATION = record_type(
    "quartus_observation",
    [
        ("state", STATE),  # the table; faces never seen are 0
        ("seat", np.int64),
        ("turns", np.int64),
        ("turned_in", np.int64, CARDS),
    ],
)


@kernel
def begin(knowledge: Record, state: Record) -> None:
    """Nothing has been turned over yet."""
    knowledge.turns = 0
    for card in range(CARDS):
        knowledge.turned_in[card] = 0


@kernel
def learn(knowledge: Record, before: Record, after: Record, move: int) -> None:
    """Q4: a card that is turned over has shown both its faces."""
    if move >= TURN:
        knowledge.turned_in[move % CARDS] = knowledge.turns
    knowledge.turns += 1


@kernel
def observe(observation: Record, state: Record, knowledge: Record, seat: int) -> None:
    """What a seat, or the watcher, has seen: the same for all. Q7: after the end everything is open."""
    table = observation.state
    observation.seat = seat
    observation.turns = knowledge.turns
    table.players = state.players
    table.turn = state.turn
    table.over = state.over
    table.dealt = state.dealt
    table.taken = state.taken
    for card in range(CARDS):
        observation.turned_in[card] = knowledge.turned_in[card]
        table.where[card] = state.where[card]
        table.turned[card] = state.turned[card]
        table.up[card] = state.up[card] if card < state.dealt or state.over else 0
        table.down[card] = state.down[card] if state.turned[card] or state.over else 0
