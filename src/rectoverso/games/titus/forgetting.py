"""What weaker bots forget in Titus: the hidden faces of coins that were turned over some time ago."""

from __future__ import annotations

from ...kernel.bits import bit
from ...kernel.fixed_record import Record
from ...kernel.forgetting import still_remembered
from ...kernel.jit import kernel
from .groups import other_face
from .material import COINS
from .odds import work_out_odds


@kernel
def forget(observation: Record, keep: float, secret: int) -> None:
    """T5: a hidden face was last seen when its coin was turned over; each turn since then it may be forgotten."""
    for coin in range(COINS):
        since = int(observation.turned_in[coin])
        if other_face(observation.state, coin) and not still_remembered(
            keep, int(observation.turns) - since, secret, coin, since
        ):
            observation.state.down[coin] = 0
            observation.state.both_faces &= ~bit(coin)
    work_out_odds(observation)
