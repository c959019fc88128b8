"""A position of Quartus at a search's horizon. Games are short: a search plays them out, so this is seldom asked."""

from __future__ import annotations

from typing import Any

from rectoverso.kernel.fixed_record import Record
from rectoverso.kernel.jit import kernel

from .material import CARDS, SEATS
from .rules import FIRST_SEAT


@kernel
def evaluate(state: Record, guesses: Any) -> None:
    """Q4: what the cards score that each seat has already."""
    for seat in range(SEATS):
        guesses[seat] = 0.0
    for card in range(CARDS):
        if state.where[card] >= FIRST_SEAT:
            guesses[state.where[card] - FIRST_SEAT] += state.down[card]


@kernel
def standstill(state: Record) -> float:
    """Q6: every move brings the end nearer."""
    return 0.0
