"""What weaker bots forget in Janus: sides of cards that they can no longer see."""

from __future__ import annotations

from ...kernel.fixed_record import Record
from ...kernel.forgetting import still_remembered
from ...kernel.jit import kernel
from .evaluation import turns_at_a_standstill
from .knowledge import find_hidden, in_sight, sort_cards
from .material import CARDS, SIDE_BITS
from .ties import SIDES


@kernel
def forget(observation: Record, keep: float, secret: int) -> None:
    """Each turn since it went out of sight, a side may be forgotten; but not while the game is at a standstill.

    A player who forgets draws no conclusions from events either.
    """
    if keep >= 1.0:
        return
    alert = turns_at_a_standstill(observation.state)
    for side in range(SIDES):
        observation.barred[side] = 0
        since = int(observation.last_seen[side])
        turns = int(observation.turns) - since - alert
        if not in_sight(observation.state, int(observation.seat), side) and not still_remembered(
            keep, turns, secret, side, since
        ):
            observation.faces[side] = 0
    for tag in range(CARDS):
        observation.state.sides[tag] = (
            int(observation.faces[2 * tag]) | int(observation.faces[2 * tag + 1]) << SIDE_BITS
        )
    observation.tied = 0
    find_hidden(observation)
    sort_cards(observation)
    observation.needs_triplet = 0  # J13b
