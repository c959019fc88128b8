"""Why a move of Janus is not possible: the message that says so, and its rule. Where a card is, everybody sees."""

from __future__ import annotations

from ...kernel.fixed_record import Record
from ..game import WhyNot
from ..lookahead import legal_moves
from .material import HAND_LIMIT
from .moves import CLOSE, DISCARD, DRAW, END, TAKE
from .rules import DISCARDED, OUT, PILE


def why_not(observation: Record, move: int) -> WhyNot | None:
    """Why the seat to move cannot play a move; None if it can."""
    state = observation.state
    if move in legal_moves(state):
        return None
    if move == CLOSE:
        return WhyNot("why_janus_close", "J13")
    if move == END:
        return WhyNot("why_janus_end", "J6")
    if move >= DISCARD:
        return _not_discarded(state, move - DISCARD)
    return _not_drawn(state, move)


def _not_drawn(state: Record, move: int) -> WhyNot:
    """J5 to J9: when nothing can be drawn, and what cannot."""
    if state.phase == DISCARDED:
        return WhyNot("why_janus_draw_discarded", "J6")
    if state.cards[state.turn] == HAND_LIMIT:
        return WhyNot("why_janus_draw_full", "J9", {"limit": HAND_LIMIT})
    if move == DRAW:
        return WhyNot("why_janus_draw_empty", "J7")
    place = int(state.place[move - TAKE])
    if place == state.turn:
        return WhyNot("why_janus_take_own", "J7")
    if place == PILE:
        return WhyNot("why_janus_take_pile", "J7")
    if place >= OUT:
        return WhyNot("why_janus_laid", "J11")
    return WhyNot("why_janus_take_empty_hand", "J9")


def _not_discarded(state: Record, tag: int) -> WhyNot:
    """J6, J10: nothing after drawing; only one's own cards."""
    place = int(state.place[tag])
    if place >= OUT:
        return WhyNot("why_janus_laid", "J11")
    if place != state.turn:
        return WhyNot("why_janus_discard_other", "J10")
    return WhyNot("why_janus_discard_drawn", "J6")
