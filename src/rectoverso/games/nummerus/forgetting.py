"""What bots forget in Nummerus: nothing, since everything lies open."""

from __future__ import annotations

from ...kernel.fixed_record import Record
from ...kernel.jit import kernel


@kernel
def forget(observation: Record, keep: float, secret: int) -> None:
    """Forget nothing: no pawn is ever hidden."""
