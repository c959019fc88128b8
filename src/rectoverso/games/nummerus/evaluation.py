"""Estimates of the final scores of Nummerus, for searches that do not play on to the end."""

from __future__ import annotations

from typing import Any

from ...kernel.fixed_record import Record
from ...kernel.jit import kernel
from .rules import score_of


@kernel
def evaluate(state: Record, guesses: Any) -> None:
    """N6, N7, N10: the score if the game ended now."""
    for seat in range(state.players):
        guesses[seat] = score_of(state, seat)


@kernel
def standstill(state: Record) -> float:
    """Never: every turn takes a pawn, which brings the end closer."""
    return 0.0
