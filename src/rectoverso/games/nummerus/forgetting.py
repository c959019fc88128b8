"""Nobody forgets anything in Nummerus: all that counts lies open."""

from __future__ import annotations

from ...kernel.jit import kernel
from ...kernel.record import Record


@kernel
def forget(observation: Record, keep: float, secret: int) -> None:
    """No face is ever out of sight."""
