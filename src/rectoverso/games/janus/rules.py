"""The rules of Janus, J1 to J15, as compiled functions on one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, first
from ...kernel.fixed_record import Deal, Moves, Options, Record, record_type
from ...kernel.jit import inlined, kernel
from ...kernel.rng import mix_key
from ...kernel.short_lists import write_four
from .material import CARDS, CARDS_A_TURN, DEALT, HAND_LIMIT, MAX_SEATS, SIDE, SIDE_BITS, SYMBOLS, TRIPLET
from .moves import DISCARD, DRAW, END, TAKE

UNDER, TOP = 0, 1  # J10: where discards go, the option `discard`
DISCARD_OPTION, STALL_OPTION, TRIPLET_OPTION, ENDING_OPTION = range(4)  # their places in the declaration
DISCARDS = ("under", "top")
TRIPLETS = ("at-once", "after-drawing")  # J11: when a triplet is laid down, the option `triplet`
ENDS = ("auto", "agreed")  # J13: does the game also end by itself, the option `ending`

NEVER_STALLS = 1 << 30  # J13c: the `patience` of games whose option `stall` is 0, and of those that only a vote ends

FRESH, DRAWN, DISCARDED = 0, 1, 2  # J6: what the seat to move has done so far in its turn

RUNNING, NO_TRIPLET_POSSIBLE, STALLED, CLOSED, NO_CARD_LEFT = 0, 1, 2, 3, 4  # J13: the ways a game ends
ENDINGS = (None, "no-triplet-possible", "stall", "close", "no-card-left")

PILE = MAX_SEATS  # where a card is, if it is in no hand: in the pile, …
OUT = PILE + 1  # … or, OUT + seat, laid down in that seat's triplet

RING = 128  # the pile is a ring buffer: drawing moves `top` on, discards go behind the last card
LAST_OF_RING = RING - 1

# A hand is one number: its tags, a byte each, the oldest card in the lowest byte; zeros above the last one.
TAG_BITS = 8
TAG = (1 << TAG_BITS) - 1
EACH_PLACE = sum(1 << TAG_BITS * place for place in range(HAND_LIMIT))
HIGHEST_BITS = EACH_PLACE << (TAG_BITS - 1)

# Carriers: by symbol four bits (symbol 1 is the lowest), on how many of the cards left it stands; 11 at the start.
COUNT_BITS = 4
COUNT = (1 << COUNT_BITS) - 1
ALL_CARRIERS = sum(SYMBOLS << COUNT_BITS * (symbol - 1) for symbol in range(1, SYMBOLS + 1))
ONE_EACH = sum(1 << COUNT_BITS * (symbol - 1) for symbol in range(1, SYMBOLS + 1))

# A card is named by its tag, counted from 0. Its *front* is its own side in a hand, its up side in the pile; the other
# side is its *back*. `turned` is the shift that brings the front to the lowest bits.
STATE = record_type(
    "janus",
    [
        ("players", np.int8),
        ("turn", np.int8),
        ("over", np.int8),
        ("ending", np.int8),
        ("phase", np.int8),
        ("handled", np.int8),  # J6: cards drawn or discarded this turn
        ("pile_only", np.int8),  # J9: the seat to move began its turn without a card
        ("discard", np.int8),  # the option
        ("after_drawing", np.int8),  # J11: a triplet is laid down only when the drawing is over
        ("agreed", np.int8),  # J13: only the table's vote ends the game
        ("quiet", np.int32),  # J13c: turns since the last triplet
        ("patience", np.int32),  # J13c: how many quiet turns end the game
        ("top", np.int16),  # the top card's place in the ring
        ("carriers", np.int64),
        ("triplets", np.int8, MAX_SEATS),
        ("cards", np.int8, PILE + 1),  # how many cards are in each hand, and in the pile
        ("hand", np.int64, PILE + 1),  # by seat: tags, a byte each, in the order in which they came
        ("pile", np.uint8, RING),  # tags
        ("place", np.uint8, CARDS),  # by tag: the seat that holds it, or PILE, or OUT + seat
        ("turned", np.uint8, CARDS),  # by tag: 0 as in the deal, SIDE_BITS turned over since
        ("sides", np.uint16, CARDS),  # by tag: the card as it was dealt
    ],
)


@kernel
def setup(state: Record, deal: Deal, players: int, options: Options) -> None:
    """J2: two cards to each player; the rest is the pile, top first."""
    state.players = players
    state.turn = 0
    state.over = 0
    state.ending = RUNNING
    state.phase = FRESH
    state.handled = 0
    state.pile_only = 0
    state.discard = options[DISCARD_OPTION]
    state.after_drawing = options[TRIPLET_OPTION]
    state.agreed = options[ENDING_OPTION]
    stall = options[STALL_OPTION]
    state.patience = stall * players if stall > 0 and not state.agreed else NEVER_STALLS
    state.quiet = 0
    state.top = 0
    state.cards[PILE] = CARDS - DEALT * players
    state.carriers = ALL_CARRIERS
    state.hand[PILE] = 0
    for tag in range(CARDS):
        state.sides[tag] = deal[tag]
        state.turned[tag] = 0
        state.place[tag] = PILE
        state.pile[tag] = tag + DEALT * players
    for seat in range(players):
        state.triplets[seat] = 0
        state.cards[seat] = DEALT
        state.hand[seat] = DEALT * seat | (DEALT * seat + 1) << TAG_BITS
        for i in range(DEALT):
            state.place[DEALT * seat + i] = seat


@inlined
def front(state: Record, tag: int) -> int:
    """J3: the own side of a card in a hand, the up side of a card in the pile."""
    return (state.sides[tag] >> state.turned[tag]) & SIDE


@inlined
def back(state: Record, tag: int) -> int:
    """J3: the outer side of a card in a hand, the down side of a card in the pile."""
    return (state.sides[tag] >> (SIDE_BITS - state.turned[tag])) & SIDE


@inlined
def top_card(state: Record) -> int:
    """The tag of the pile's top card (if there is one)."""
    return int(state.pile[state.top & LAST_OF_RING])


# ---- legal moves


@kernel
def legal(state: Record, moves: Moves) -> int:
    """List the legal moves and return their number. J6: draw or discard; after one card, end the turn or go on."""
    turn = state.turn
    drawing = may_draw(state, 0)
    taking = drawing & (state.pile_only == 0)
    moves[0] = END
    n = int(state.phase != FRESH)
    moves[n] = DRAW
    n += drawing & (state.cards[PILE] > 0)
    if taking:
        for seat in range(state.players):
            n = list_hand(state.hand[seat], state.cards[seat] * (seat != turn), TAKE, moves, n)
    return list_hand(state.hand[turn], state.cards[turn] * (state.phase != DRAWN), DISCARD, moves, n)


@inlined
def cards_left(state: Record) -> int:
    """J6: how many more cards the seat to move may draw, or discard, this turn."""
    return CARDS_A_TURN - state.handled


@inlined
def may_draw(state: Record, after: int) -> bool:
    """J5, J6, J9: may the seat to move draw a card, after it has drawn this many more? (There may be none to draw.)"""
    return (state.phase != DISCARDED) & (state.cards[state.turn] + after < HAND_LIMIT) & (after < cards_left(state))


@inlined
def list_hand(hand: int, size: int, kind: int, moves: Moves, n: int) -> int:
    """List a move for each card of a hand. All places are written; only as many count as there are cards."""
    write_four(moves, n, hand, kind)
    return n + size


# ---- playing


@kernel
def apply(state: Record, move: int) -> None:
    """Play a legal move, or `close` (J13a)."""
    if move < DISCARD:
        receive(state, drawn(state, move))
    elif move < END:
        discard(state, move - DISCARD)
    elif move == END:
        end_taking(state)
    else:
        end_game(state, CLOSED)


@inlined
def drawn(state: Record, move: int) -> int:
    """J7, J8: take the pile's top card as it lies, or a card out of another hand, turned over; its tag.

    The side that the drawer saw is now their own side. (It has no branch: the processor could not predict it.)
    """
    from_pile = move == DRAW
    tag = top_card(state) if from_pile else move - TAKE
    state.top = (state.top + from_pile) & LAST_OF_RING
    state.turned[tag] ^= 0 if from_pile else SIDE_BITS
    leave(state, state.place[tag], tag)
    return tag


@inlined
def leave(state: Record, place: int, tag: int) -> None:
    """Take a card out of a hand, and close the gap; or out of the pile, which has nothing in `hand`."""
    before = bit(place_in_hand(state.hand[place], tag)) - 1
    state.hand[place] = (state.hand[place] & before) | ((state.hand[place] >> TAG_BITS) & ~before)
    state.cards[place] -= 1


@inlined
def place_in_hand(hand: int, tag: int) -> int:
    """The lowest bit of a card's place in a hand: that of the first byte equal to its tag."""
    different = hand ^ tag * EACH_PLACE
    return first((different - EACH_PLACE) & ~different & HIGHEST_BITS) + 1 - TAG_BITS


@inlined
def receive(state: Record, tag: int) -> None:
    """Take a card into the hand. J6: after it, discard none. J11: a triplet that is laid down ends the turn."""
    turn = state.turn
    size = int(state.cards[turn])
    hand = state.hand[turn] | tag << TAG_BITS * size
    state.hand[turn] = hand
    state.cards[turn] = size + 1
    state.place[tag] = turn
    state.handled += 1
    symbol = front(state, tag)
    alike = 0
    for i in range(HAND_LIMIT):
        alike += (front(state, (hand >> TAG_BITS * i) & TAG) == symbol) & (i <= size)
    if alike == TRIPLET and not state.after_drawing:
        lay_triplet(state, symbol)
    elif cards_left(state) > 0 and another_draw_possible(state):
        state.phase = DRAWN
    else:
        end_taking(state)


@inlined
def end_taking(state: Record) -> None:
    """End the turn. J11: with `after-drawing` a triplet in the hand is laid down now."""
    symbol = triplet_in_hand(state) if state.after_drawing else 0
    if symbol:
        lay_triplet(state, symbol)
    else:
        end_turn(state)


@kernel
def triplet_in_hand(state: Record) -> int:
    """J11: the symbol of three own sides of the seat to move; 0 if no three are alike."""
    hand, cards = state.hand[state.turn], state.cards[state.turn]
    for i in range(cards - TRIPLET + 1):
        symbol = front(state, (hand >> TAG_BITS * i) & TAG)
        alike = 1
        for j in range(i + 1, cards):
            alike += front(state, (hand >> TAG_BITS * j) & TAG) == symbol
        if alike >= TRIPLET:
            return symbol
    return 0


@inlined
def another_draw_possible(state: Record) -> bool:
    """J5, J7, J9: there is space in the hand and a card to draw."""
    if state.cards[state.turn] == HAND_LIMIT:
        return False
    if state.cards[PILE] > 0:
        return True
    return not state.pile_only and others_hold_cards(state)


@kernel
def others_hold_cards(state: Record) -> bool:
    """Is there a card in another player's hand?"""
    cards = 0
    for seat in range(state.players):
        cards += state.cards[seat]
    return cards > state.cards[state.turn]


@kernel
def lay_triplet(state: Record, symbol: int) -> None:
    """J11: lay down three cards with this own side, of four the oldest; they leave the game, and the turn is over."""
    turn = state.turn
    hand = state.hand[turn]
    laid = 0
    for i in range(state.cards[turn]):
        tag = (hand >> TAG_BITS * i) & TAG
        if front(state, tag) == symbol and laid < TRIPLET:
            state.carriers -= carriers_of(front(state, tag), back(state, tag))
            leave(state, turn, tag)
            state.place[tag] = OUT + turn
            laid += 1
    state.triplets[turn] += 1
    if triplet_possible(state.carriers) or (state.agreed and state.carriers != 0):
        state.quiet = -1  # this turn will not count as a quiet one
        end_turn(state)
    else:
        state.quiet = 0
        end_game(state, NO_CARD_LEFT if state.agreed else NO_TRIPLET_POSSIBLE)


@inlined
def carriers_of(one: int, other: int) -> int:
    """The symbols of a card, once each, as counts to subtract from `carriers`."""
    carried = bit(COUNT_BITS * (one - 1))
    if other != one:
        carried += bit(COUNT_BITS * (other - 1))
    return carried


@inlined
def triplet_possible(carriers: int) -> bool:
    """J13b: does some symbol stand on three or more cards (a count of 3, or 4 to 7, or 8 and more)?"""
    return (((carriers & (carriers >> 1)) | (carriers >> 2) | (carriers >> 3)) & ONE_EACH) != 0


@inlined
def discard(state: Record, tag: int) -> None:
    """J10: put a card, own side up, under the pile or on top of it. J6: after it, draw none."""
    turn = state.turn
    leave(state, turn, tag)
    state.place[tag] = PILE
    if state.discard == UNDER:
        state.pile[(state.top + state.cards[PILE]) & LAST_OF_RING] = tag
    else:
        state.top = (state.top - 1) & LAST_OF_RING
        state.pile[state.top] = tag
    state.cards[PILE] += 1
    state.handled += 1
    if cards_left(state) > 0 and state.cards[turn] > 0:
        state.phase = DISCARDED
    else:
        end_turn(state)


# ---- the end of a turn, the end of the game


@kernel
def end_turn(state: Record) -> None:
    """The next seat is to move. J12: a seat with neither cards nor a pile to draw from is passed over."""
    state.phase = FRESH
    state.handled = 0
    while True:
        state.quiet += 1
        if state.quiet >= state.patience:  # J13c
            end_game(state, STALLED)
            return
        seat = state.turn + 1
        state.turn = 0 if seat == state.players else seat
        cards = state.cards[state.turn]
        if cards | state.cards[PILE]:
            state.pile_only = cards == 0  # J9
            return


@kernel
def end_game(state: Record, ending: int) -> None:
    """J13: the game is over. J14: a triplet overlooked is nobody's."""
    state.over = 1
    state.ending = ending


@kernel
def result(state: Record, scores: Any, ranks: Any) -> None:
    """J15: most triplets win; ties share."""
    for seat in range(state.players):
        scores[seat] = state.triplets[seat]
        ranks[seat] = 1
        for other in range(state.players):
            ranks[seat] += state.triplets[other] > state.triplets[seat]


@kernel
def round_was_quiet(state: Record) -> bool:
    """J13: has a round without a triplet just ended, by the last turn or by those passed over after it?"""
    if state.over or state.phase != FRESH:
        return False
    turns, seat = 1, (state.turn - 1) % state.players
    while state.cards[PILE] == 0 and state.cards[seat] == 0:  # J12
        turns, seat = turns + 1, (seat - 1) % state.players
    return state.quiet >= state.players and state.quiet % state.players < turns


@kernel
def position_key(state: Record) -> int:
    """A hash of all that lies open to the seat to move: own sides, others' outer sides, the pile's top."""
    turn = state.turn
    key = mix_key(mix_key(0, turn + MAX_SEATS * state.phase), state.quiet)
    triplets = hands = 0
    for seat in range(state.players):
        triplets = triplets << TAG_BITS | state.triplets[seat]
        for i in range(state.cards[seat]):
            tag = (state.hand[seat] >> TAG_BITS * i) & TAG
            side = front(state, tag) if seat == turn else back(state, tag)
            hands += mix_key(0, tag | side << TAG_BITS | seat << 2 * TAG_BITS)  # in whichever order they came
    key = mix_key(mix_key(key, triplets), hands)
    if state.cards[PILE] > 0:
        top, bottom = top_card(state), state.pile[(state.top + state.cards[PILE] - 1) & LAST_OF_RING]
        key = mix_key(key, front(state, top) | top << TAG_BITS | bottom << 2 * TAG_BITS)
    return key
