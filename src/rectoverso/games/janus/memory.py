"""How people forget in Janus: what a card showed before it changed its place fades."""

from __future__ import annotations

from ...kernel.jit import kernel
from ...kernel.luck import kept_in_mind
from ...kernel.record import Record
from .judge import turns_at_a_standstill
from .knowledge import SIDES, find_hidden, in_sight, sort_cards
from .material import CARDS, SIDE_BITS


@kernel
def forget(seen: Record, keep: float, secret: int) -> None:
    """Sides out of sight fade from the turn in which they went. Nobody forgets while the game is at a standstill.

    Who forgets draws no conclusions from events either.
    """
    if keep >= 1.0:
        return
    alert = turns_at_a_standstill(seen.state)
    for side in range(SIDES):
        seen.barred[side] = 0
        since = int(seen.last_seen[side])
        turns = int(seen.turns) - since - alert
        if not in_sight(seen.state, int(seen.seat), side) and not kept_in_mind(keep, turns, secret, side, since):
            seen.faces[side] = 0
    for tag in range(CARDS):
        seen.state.sides[tag] = int(seen.faces[2 * tag]) | int(seen.faces[2 * tag + 1]) << SIDE_BITS
    seen.tied = 0
    find_hidden(seen)
    sort_cards(seen)
    seen.guarded = 0  # J13b
