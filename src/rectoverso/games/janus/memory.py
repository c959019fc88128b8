"""How people forget in Janus: what a card showed before it changed its place fades."""

from __future__ import annotations

from ...kernel.jit import kernel
from ...kernel.luck import kept_in_mind
from ...kernel.record import Record
from .judge import turns_at_a_standstill
from .knowledge import SIDES, back_side, find_hidden, front_side, sort_cards
from .material import CARDS, SIDE_BITS
from .rules import OUT, PILE, top_card


@kernel
def forget(seen: Record, keep: float, secret: int) -> None:
    """Sides out of sight were last seen when their card moved. Nobody forgets while the game is at a standstill.

    Who forgets draws no conclusions from events either.
    """
    if keep >= 1.0:
        return
    alert = turns_at_a_standstill(seen.state)
    for side in range(SIDES):
        seen.barred[side] = 0
        tag = side >> 1
        since = int(seen.moved_in[tag])
        turns = int(seen.turns) - since - alert
        if not in_sight(seen, side) and not kept_in_mind(keep, turns, secret, side, since):
            seen.faces[side] = 0
    for tag in range(CARDS):
        seen.state.sides[tag] = int(seen.faces[2 * tag]) | int(seen.faces[2 * tag + 1]) << SIDE_BITS
    seen.tied = 0
    find_hidden(seen)
    sort_cards(seen)
    seen.guarded = 0  # J13b


@kernel
def in_sight(seen: Record, side: int) -> bool:
    """J2, J3, J11: my own sides, the others' outer sides, the pile's top, the symbols of laid triplets."""
    state, tag = seen.state, side >> 1
    place = state.place[tag]
    if place == PILE:
        return state.cards[PILE] > 0 and tag == top_card(state) and side == front_side(state, tag)
    if place == seen.seat or place >= OUT:
        return side == front_side(state, tag)
    return side == back_side(state, tag)
