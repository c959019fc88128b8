"""How people forget in Quartus: the face that a card turned away from them fades."""

from __future__ import annotations

from rectoverso.kernel.fixed_record import Record
from rectoverso.kernel.forgetting import still_remembered
from rectoverso.kernel.jit import kernel

from .material import CARDS


@kernel
def forget(observation: Record, keep: float, secret: int) -> None:
    """Q4: the face that lies down was last seen when its card was turned over."""
    for card in range(CARDS):
        since = observation.turned_in[card]
        turns = observation.turns - since
        if observation.state.turned[card] and not still_remembered(keep, turns, secret, card, since):
            observation.state.down[card] = 0
