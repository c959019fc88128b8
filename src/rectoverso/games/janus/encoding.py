"""What a seat of Janus knows, as numbers for learning programs.

Seats are counted from the one that looks on: itself, the next one clockwise and so on. Rows of seats that the table
does not have are 0. A watcher looks from the first seat.
"""

from __future__ import annotations

from typing import Any

from ...kernel.fixed_record import Record
from ...kernel.jit import inlined, kernel
from ..features import Feature, seat_after, starts
from .knowledge import in_sight, symbol_of
from .material import CARDS, CARDS_A_TURN, DEALT, HAND_LIMIT, MAX_SEATS, SIDE, SIDE_BITS, SYMBOLS, TRIPLET
from .rules import DISCARDED, DRAWN, LAST_OF_RING, OUT, PILE, TAG, TAG_BITS
from .ties import NO_SIDE, SIDES, as_int, still_open

_MOST = 255  # larger numbers of turns are written as this
_BYTES = 2  # of a set of symbols
_LOW = 255
_BOTH = 3  # the bits of both sides of a card
_TIES = 24  # how many ties are written; in 1.2 million positions of random games a seat had 17 at most
_TIE_BYTES = 5  # of a tie: three sides, two bytes of symbols

FEATURES = (
    Feature("front", (CARDS,), SYMBOLS, "by card: its own side in a hand, else its up side; 0 where it is not known"),
    Feature("back", (CARDS,), SYMBOLS, "by card: its other side; 0 where it is not known"),
    Feature(
        "barred",
        (CARDS, 2, _BYTES),
        255,
        "by card, for front and back: symbols that an unknown side cannot have, because no triplet was laid (J11); "
        "a set of 16 bits, the low byte first: bit 1 is symbol 1",
    ),
    Feature(
        "ties",
        (_TIES, _TIE_BYTES),
        255,
        "two or three unknown sides that are not all alike, because no triplet was laid (J11): the sides, 0 for none "
        "(2 × card + 1 is the front of a card counted from 0, 2 × card + 2 its back), then the symbols this holds for, "
        "as in barred; rows of 0 after the last",
    ),
    Feature("more_ties", (1,), 255, "how many of them found no row"),
    Feature("hand", (MAX_SEATS, CARDS), HAND_LIMIT, "by seat and card: its place in the seat's hand, the oldest 1"),
    Feature("pile", (CARDS,), CARDS, "by card: its place in the pile, the top 1"),
    Feature("laid", (CARDS,), 1, "by card: is it part of a triplet that was laid down?"),
    Feature("triplets", (MAX_SEATS,), CARDS // TRIPLET, "by seat: its triplets"),
    Feature("to_move", (MAX_SEATS,), 1, "by seat: is it to move?"),
    Feature("drawn", (1,), 1, "has the seat to move drawn a card in this turn?"),
    Feature("discarded", (1,), 1, "has the seat to move discarded a card in this turn?"),
    Feature("handled", (1,), CARDS_A_TURN, "how many cards it has drawn or discarded in this turn"),
    Feature("pile_only", (1,), 1, "did it begin its turn without a card? (J9)"),
    Feature("quiet", (1,), _MOST, "turns since the last triplet (J13); 255: 255 or more"),
    Feature("patience", (1,), _MOST, "turns without a triplet that end the game (J13); 255: 255 or more, or never"),
    Feature("players", (1,), MAX_SEATS, "how many play"),
    Feature("on_top", (1,), 1, "the option discard: 0 under, 1 top"),
    Feature("after_drawing", (1,), 1, "the option triplet: 0 at-once, 1 after-drawing"),
    Feature("agreed", (1,), 1, "the option ending: 0 auto, 1 agreed"),
)
(
    _FRONT, _BACK, _BARRED, _TIES_AT, _MORE_TIES, _HAND, _PILE, _LAID, _TRIPLETS, _TO_MOVE, _DRAWN, _DISCARDED,
    _HANDLED, _PILE_ONLY, _QUIET, _PATIENCE, _PLAYERS, _ON_TOP, _AFTER_DRAWING, _AGREED, _,
) = starts(FEATURES)  # fmt: skip


@kernel
def encode(state: Record, knowledge: Record, seat: int, notes: bool, out: Any) -> None:
    """The table, seen from a seat; with notes, all sides that it has ever seen. After the end everything is open."""
    for place in range(_BARRED, _HAND):
        out[place] = 0
    if state.over or notes:
        write_sides_seen(state, knowledge, seat, out)
    else:
        write_sides_in_sight(state, knowledge, seat, out)
    for place in range(MAX_SEATS * CARDS):
        out[_HAND + place] = 0
    for place in range(MAX_SEATS):
        there = place < state.players
        other = seat_after(seat, place, state.players)
        hand, cards = state.hand[other], state.cards[other] if there else 0
        for i in range(cards):
            out[_HAND + CARDS * place + ((hand >> TAG_BITS * i) & TAG)] = i + 1
        out[_TRIPLETS + place] = state.triplets[other] if there else 0
        out[_TO_MOVE + place] = there and other == state.turn and not state.over
    for tag in range(CARDS):
        out[_PILE + tag] = 0
    for tag in range(CARDS):
        out[_LAID + tag] = state.place[tag] >= OUT
    top, cards = as_int(state.top), as_int(state.cards[PILE])
    for i in range(cards):
        out[_PILE + as_int(state.pile[(top + i) & LAST_OF_RING])] = i + 1
    out[_DRAWN] = state.phase == DRAWN
    out[_DISCARDED] = state.phase == DISCARDED
    out[_HANDLED] = state.handled
    out[_PILE_ONLY] = state.pile_only
    out[_QUIET] = min(state.quiet, _MOST)
    out[_PATIENCE] = min(state.patience, _MOST)
    out[_PLAYERS] = state.players
    out[_ON_TOP] = state.discard
    out[_AFTER_DRAWING] = state.after_drawing
    out[_AGREED] = state.agreed


@kernel
def write_sides_seen(state: Record, knowledge: Record, seat: int, out: Any) -> None:
    """J3, J4, J8: the sides that everybody has seen, and those that this seat has seen; after the end all."""
    row, any_seen = max(seat, 0), _BOTH if seat >= 0 else 0
    all_seen = _BOTH if state.over else 0
    for tag in range(CARDS):
        seen = as_int(knowledge.own[row, tag]) & any_seen | all_seen
        public = as_int(knowledge.faces[2 * tag]) | as_int(knowledge.faces[2 * tag + 1]) << SIDE_BITS
        sides = public | as_int(state.sides[tag]) & (SIDE * (seen & 1) | (SIDE << SIDE_BITS) * (seen >> 1))
        turned = as_int(state.turned[tag])
        out[_FRONT + tag] = (sides >> turned) & SIDE
        out[_BACK + tag] = (sides >> (SIDE_BITS - turned)) & SIDE
    if not state.over:
        write_barred(state, knowledge, row, any_seen, out)


@inlined
def write_barred(state: Record, knowledge: Record, row: int, any_seen: int, out: Any) -> None:
    """J11: what events tell of sides: of single ones, to everybody or to a seat that knows the others; and of ties."""
    barred = 0
    for side in range(SIDES):
        barred |= as_int(knowledge.barred[side])
    for side in range(SIDES if barred else 0):
        if knowledge.barred[side] and not seen_alone(state, knowledge, row, any_seen, side):
            bar(state, side, as_int(knowledge.barred[side]), out)
    ties, tied = 0, as_int(knowledge.tied)
    for i in range(tied):
        a, b, c = as_int(knowledge.tie_a[i]), as_int(knowledge.tie_b[i]), as_int(knowledge.tie_c[i])
        faces = (
            seen_alone(state, knowledge, row, any_seen, a),
            seen_alone(state, knowledge, row, any_seen, b),
            seen_alone(state, knowledge, row, any_seen, c),
        )
        side, second, third, symbols = still_open((a, b, c), faces, as_int(knowledge.tie_symbols[i]))
        if side != NO_SIDE and second == NO_SIDE:
            bar(state, side, symbols, out)
        elif side != NO_SIDE and symbols and ties < _TIES:
            write_tie(state, (side, second, third), symbols, _TIES_AT + _TIE_BYTES * ties, out)
            ties += 1
        elif side != NO_SIDE and symbols:
            out[_MORE_TIES] = min(as_int(out[_MORE_TIES]) + 1, _MOST)


@inlined
def seen_alone(state: Record, knowledge: Record, row: int, any_seen: int, side: int) -> int:
    """The symbol of a side that not everybody has seen, if this seat has; else 0."""
    if side == NO_SIDE:
        return 0
    seen = ((as_int(knowledge.own[row, side >> 1]) & any_seen) >> (side & 1)) & 1
    return symbol_of(state, side) * seen


@inlined
def as_it_lies(state: Record, side: int) -> int:
    """The number of a side as the table shows it: 2 × card for the front, one more for the back."""
    return 2 * (side >> 1) + ((side & 1) ^ (state.turned[side >> 1] != 0))


@inlined
def bar(state: Record, side: int, symbols: int, out: Any) -> None:
    """Write that a side has none of these symbols."""
    place = _BARRED + _BYTES * as_it_lies(state, side)
    out[place] |= symbols & _LOW
    out[place + 1] |= symbols >> 8


@inlined
def write_tie(state: Record, sides: tuple[int, int, int], symbols: int, place: int, out: Any) -> None:
    """Write that these sides are not all alike with one of these symbols."""
    for i in range(3):
        out[place + i] = 0 if sides[i] == NO_SIDE else as_it_lies(state, sides[i]) + 1
    out[place + 3] = symbols & _LOW
    out[place + 4] = symbols >> 8


@kernel
def write_sides_in_sight(state: Record, knowledge: Record, seat: int, out: Any) -> None:
    """J2, J3, J11: the sides in sight. J4: dealt cards lie open to their holder until the first turn is over."""
    for tag in range(CARDS):
        sides, turned, place = as_int(state.sides[tag]), as_int(state.turned[tag]), as_int(state.place[tag])
        looks = seat >= 0 or place >= PILE  # a watcher sees neither side of a card in a hand
        still_open = place == seat and tag // DEALT == seat and knowledge.turns <= seat
        front = looks and in_sight(state, seat, 2 * tag + (turned != 0))
        back = looks and (still_open or in_sight(state, seat, 2 * tag + (turned == 0)))
        out[_FRONT + tag] = (sides >> turned) & SIDE if front else 0
        out[_BACK + tag] = (sides >> (SIDE_BITS - turned)) & SIDE if back else 0
