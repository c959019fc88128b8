"""How people forget in Titus: the face that a coin turned away from them fades."""

from __future__ import annotations

from ...kernel.bits import bit
from ...kernel.jit import kernel
from ...kernel.luck import kept_in_mind
from ...kernel.record import Record
from .counting import reckon
from .groups import other_face
from .material import COINS


@kernel
def forget(seen: Record, keep: float, secret: int) -> None:
    """T5: each face that lies down was last seen when its coin was turned over."""
    for coin in range(COINS):
        since = int(seen.turned_in[coin])
        if other_face(seen.state, coin) and not kept_in_mind(keep, int(seen.turns) - since, secret, coin, since):
            seen.state.down[coin] = 0
            seen.state.both_faces &= ~bit(coin)
    reckon(seen)
