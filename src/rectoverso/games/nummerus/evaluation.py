"""What a position of Nummerus promises, for searches that do not play on to the end."""

from __future__ import annotations

from typing import Any

from ...kernel.jit import kernel
from ...kernel.record import Record
from .rules import POINTS, longest, series_left, series_points


@kernel
def evaluate(state: Record, guesses: Any) -> None:
    """N6, N7, N10: the score if the game ended now."""
    for p in range(state.players):
        if state.players == 1:
            guesses[p] = series_left(state)
        elif state.scoring == POINTS:
            guesses[p] = series_points(state.own[p])
        else:
            guesses[p] = longest(state.own[p])


@kernel
def standstill(state: Record) -> float:
    """Every turn brings the end closer: it never stands still."""
    return 0.0
