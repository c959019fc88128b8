"""What a seat of Janus knows, as numbers for learning programs.

Seats are counted from the one that looks on: itself, the next one clockwise and so on. Rows of seats that the table
does not have are 0. A watcher looks from the first seat.
"""

from __future__ import annotations

from typing import Any

from ...kernel.bits import bit, first
from ...kernel.fixed_record import Record
from ...kernel.jit import inlined, kernel
from ...kernel.short_lists import find_bits, read_flags
from ..features import Feature, seat_after, starts
from .knowledge import in_sight
from .material import CARDS, CARDS_A_TURN, DEALT, HAND_LIMIT, MAX_SEATS, SIDE, SIDE_BITS, SYMBOLS, TRIPLET
from .rules import DISCARDED, DRAWN, LAST_OF_RING, OUT, PILE, TAG, TAG_BITS, back, front
from .ties import NO_SIDE, SIDES, TIES_BLOCK, WATCHER, as_int, still_open

_MOST = 255  # larger numbers of turns are written as this
_BYTES = 2  # of a set of symbols
_LOW = 255
_THIRD = SIDES // 3  # sides that are looked at as one set
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
    Feature("more_ties", (1,), 255, "how many ties did not fit"),
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
    for place in range(_BARRED, _PILE):
        out[place] = 0
    if state.over:
        write_all_sides(state, out)
    elif notes:
        write_sides_seen(state, knowledge, seat, out)
    else:
        write_sides_in_sight(state, knowledge, seat, out)
    players = as_int(state.players)
    for place in range(MAX_SEATS):
        there = place < players
        other = seat_after(seat, place, players)
        if there:
            write_hand(as_int(state.hand[other]), as_int(state.cards[other]), _HAND + CARDS * place, out)
        out[_TRIPLETS + place] = state.triplets[other] if there else 0
        out[_TO_MOVE + place] = there and other == state.turn and not state.over
    for tag in range(CARDS):
        deep = (as_int(knowledge.slot[tag]) - state.top) & LAST_OF_RING
        out[_PILE + tag] = deep + 1 if state.place[tag] == PILE else 0
        out[_LAID + tag] = state.place[tag] >= OUT
    out[_DRAWN] = state.phase == DRAWN
    out[_DISCARDED] = state.phase == DISCARDED
    out[_HANDLED] = state.handled
    out[_PILE_ONLY] = state.pile_only
    out[_QUIET] = min(state.quiet, _MOST)
    out[_PATIENCE] = min(state.patience, _MOST)
    out[_PLAYERS] = players
    out[_ON_TOP] = state.discard
    out[_AFTER_DRAWING] = state.after_drawing
    out[_AGREED] = state.agreed


@inlined
def write_hand(hand: int, cards: int, start: int, out: Any) -> None:
    """J5: the places of the cards of a hand. (It has no branch: the processor could not predict it.)

    Empty places of a hand are zeros, like the tag of the first card: they are written first, as "not here".
    """
    for i in range(HAND_LIMIT - 1, -1, -1):
        out[start + ((hand >> TAG_BITS * i) & TAG)] = (i + 1) * (i < cards)


@inlined
def write_sides_seen(state: Record, knowledge: Record, seat: int, out: Any) -> None:
    """J3, J4, J8, J11: the sides that everybody or this seat has seen, and what events tell of the others."""
    row, looks = max(seat, 0), SIDE if seat >= 0 else 0
    for tag in range(CARDS):
        one = as_int(knowledge.faces[2 * tag]) | as_int(knowledge.own[row, 2 * tag]) & looks
        other = as_int(knowledge.faces[2 * tag + 1]) | as_int(knowledge.own[row, 2 * tag + 1]) & looks
        out[_FRONT + tag] = other if state.turned[tag] else one
        out[_BACK + tag] = one if state.turned[tag] else other
    write_barred(state, knowledge, row, looks, out)
    write_ties(state, knowledge, row, looks, out)


@inlined
def write_all_sides(state: Record, out: Any) -> None:
    """After the end everything is open."""
    for tag in range(CARDS):
        out[_FRONT + tag] = front(state, tag)
        out[_BACK + tag] = back(state, tag)


@inlined
def write_barred(state: Record, knowledge: Record, row: int, looks: int, out: Any) -> None:
    """J11: what events tell everybody of single sides; to a seat that has seen such a side they tell nothing."""
    for third in range(3):
        seen = read_flags(knowledge.own[row], _THIRD * third, _THIRD) * (looks != 0)
        barred = read_flags(knowledge.barred, _THIRD * third, _THIRD) & ~seen
        while barred:
            side = _THIRD * third + first(barred)
            bar(state, side, as_int(knowledge.barred[side]), out)
            barred &= barred - 1


@inlined
def write_ties(state: Record, knowledge: Record, row: int, looks: int, out: Any) -> None:
    """J11: what events tell of several sides: a tie; or, if this seat has seen all but one, of that one alone.

    What is no tie is written as zeros, and the next one in its place: a branch could not be predicted.
    """
    ties, told = 0, bit(row) if looks else WATCHER
    for start in range(0, as_int(knowledge.tied), TIES_BLOCK):
        telling = find_bits(knowledge.tie_told, start, told, TIES_BLOCK)
        while telling:
            i = start + first(telling)
            telling &= telling - 1
            a, b, c = as_int(knowledge.tie_a[i]), as_int(knowledge.tie_b[i]), as_int(knowledge.tie_c[i])
            own_a, own_b = as_int(knowledge.own[row, a]) & looks, as_int(knowledge.own[row, b]) & looks
            own_c = (as_int(knowledge.own[row, min(c, SIDES - 1)]) & looks) * (c != NO_SIDE)
            symbols = as_int(knowledge.tie_symbols[i])
            side, second, third, symbols = still_open((a, b, c), (own_a, own_b, own_c), symbols)
            is_tie = (second != NO_SIDE) & (symbols != 0)
            bar(state, side, symbols * (second == NO_SIDE), out)
            if ties < _TIES:
                write_tie(state, (side, second, third), symbols, is_tie, _TIES_AT + _TIE_BYTES * ties, out)
                ties += is_tie
            else:
                out[_MORE_TIES] = min(as_int(out[_MORE_TIES]) + is_tie, _MOST)


@inlined
def as_it_lies(state: Record, side: int) -> int:
    """The number of a side as the table shows it: 2 × card for the front, one more for the back."""
    return side ^ (state.turned[min(side >> 1, CARDS - 1)] != 0)


@inlined
def bar(state: Record, side: int, symbols: int, out: Any) -> None:
    """Write that a side has none of these symbols."""
    place = _BARRED + _BYTES * as_it_lies(state, side)
    out[place] |= symbols & _LOW
    out[place + 1] |= symbols >> 8


@inlined
def write_tie(state: Record, sides: tuple[int, int, int], symbols: int, is_tie: bool, place: int, out: Any) -> None:
    """Write that these sides are not all alike with one of these symbols; zeros if it is no tie."""
    for i in range(3):
        out[place + i] = (as_it_lies(state, sides[i]) + 1) * (is_tie & (sides[i] != NO_SIDE))
    out[place + 3] = (symbols & _LOW) * is_tie
    out[place + 4] = (symbols >> 8) * is_tie


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
