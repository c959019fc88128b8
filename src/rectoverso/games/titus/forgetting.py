"""How people forget in Titus: the face that a coin turned away from them fades."""

from __future__ import annotations

from ...kernel.bits import bit
from ...kernel.jit import kernel
from ...kernel.record import Record
from ...kernel.rng import kept_in_mind
from .groups import other_face
from .material import COINS
from .odds import reckon


@kernel
def forget(observation: Record, keep: float, secret: int) -> None:
    """T5: each face that lies down was last seen when its coin was turned over."""
    for coin in range(COINS):
        since = int(observation.turned_in[coin])
        if other_face(observation.state, coin) and not kept_in_mind(
            keep, int(observation.turns) - since, secret, coin, since
        ):
            observation.state.down[coin] = 0
            observation.state.both_faces &= ~bit(coin)
    reckon(observation)
