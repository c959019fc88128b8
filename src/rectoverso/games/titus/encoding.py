"""What a seat of Titus knows, as numbers for learning programs. All that is seen is seen by all (T5).

Seats are counted from the one that looks on: itself, the next one clockwise and so on. Rows of seats that the table
does not have are 0. A watcher looks from the first seat.
"""

from __future__ import annotations

from typing import Any

from ...kernel.bits import bit, has
from ...kernel.fixed_record import Record
from ...kernel.jit import kernel
from ...kernel.short_lists import write_chosen, write_flags
from ..features import Feature, seat_after, starts
from .material import COINS, HIGHEST, MAX_SEATS, POINT_CARDS
from .rules import CHOOSING, DRAWN, FEWEST

FEATURES = (
    Feature("face", (COINS,), HIGHEST, "by coin: the number it shows, 0 where nobody has seen it"),
    Feature("back", (COINS,), HIGHEST, "by coin: the number on its hidden face, 0 where it is not known"),
    Feature("below", (COINS,), COINS, "by coin: the tag of the coin that it lies on, 0 for none"),
    Feature("reserve", (MAX_SEATS, COINS), 1, "by seat and coin: does it lie in the seat's reserve?"),
    Feature("series", (MAX_SEATS, COINS), 1, "by seat and coin: does it lie on one of the seat's point cards?"),
    Feature("cards", (MAX_SEATS, POINT_CARDS), 1, "by seat and point card, 18 first: does the seat have it?"),
    Feature("series_top", (POINT_CARDS,), COINS, "by point card: the tag of the top coin of its series, 0 for none"),
    Feature("hand", (COINS,), 1, "by coin: is it in the hand of the seat to move?"),
    Feature("top", (COINS,), 1, "by coin: is it the top of the pile?"),
    Feature("to_move", (MAX_SEATS,), 1, "by seat: is it to move?"),
    Feature("drawn", (1,), 1, "was the coin in the hand drawn, so that it may be exchanged? (T9)"),
    Feature("taken", (1,), COINS, "coins taken this turn"),
    Feature("taking_over", (1,), 1, "are only free actions left? (T14)"),
    Feature("pile", (1,), COINS, "coins left in the pile"),
    Feature("players", (1,), MAX_SEATS, "how many play"),
    Feature("fewest", (1,), len(FEWEST) - 1, "the option: 0 cards, 1 points"),
)
(
    _FACE, _BACK, _BELOW, _RESERVE, _SERIES, _CARDS, _SERIES_TOP, _HAND, _TOP, _TO_MOVE, _DRAWN, _TAKEN,
    _TAKING_OVER, _PILE, _PLAYERS, _FEWEST, _,
) = starts(FEATURES)  # fmt: skip
_ALL = (1 << COINS) - 1


@kernel
def encode(state: Record, knowledge: Record, seat: int, notes: bool, out: Any) -> None:
    """The table, seen from a seat; with notes, the other faces of coins that have been turned over as well.

    It has no branches and no walks, which the processor could not predict.
    """
    known = _ALL if state.over else state.both_faces if notes else 0
    write_chosen(out, _FACE, state.up, bit(state.drawn + 1) - 1, COINS)
    write_chosen(out, _BACK, state.down, known, COINS)
    write_chosen(out, _BELOW, state.under, _ALL, COINS)
    for place in range(MAX_SEATS):
        other = seat_after(seat, place, state.players)
        write_flags(out, _RESERVE + COINS * place, knowledge.reserves[other], COINS)
        write_flags(out, _SERIES + COINS * place, knowledge.series[other], COINS)
        write_flags(out, _CARDS + POINT_CARDS * place, state.cards[other], POINT_CARDS)
        out[_TO_MOVE + place] = other == state.turn and not state.over
    for card in range(POINT_CARDS):
        out[_SERIES_TOP + card] = (state.series_top[card] + 1) * has(state.scored, card)
    write_flags(out, _HAND, 0 if state.phase == CHOOSING else bit(state.hand), COINS)
    write_flags(out, _TOP, bit(state.drawn), COINS)
    out[_DRAWN] = state.phase == DRAWN
    out[_TAKEN] = state.taken
    out[_TAKING_OVER] = state.taking_over
    out[_PILE] = COINS - state.drawn
    out[_PLAYERS] = state.players
    out[_FEWEST] = state.fewest
