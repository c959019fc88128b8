"""The rules of Janus, J1 to J15, as compiled functions on one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, first
from ...kernel.jit import inlined, kernel
from ...kernel.lists import write_four
from ...kernel.record import Deal, Moves, Options, Record, record_type
from ...kernel.rng import mix_key
from .material import CARDS, DEALT, HAND_LIMIT, SEATS, SIDE, SIDE_BITS, SYMBOLS, TRIPLET
from .moves import DISCARD, DRAW, END, TAKE

UNDER, TOP = 0, 1  # J10: where discards go
DISCARDS = ("under", "top")

FOR_EVER = 1 << 30  # J13c: no game stalls where the option `stall` is 0

FRESH, DRAWN, DISCARDED = 0, 1, 2  # what the seat to move has done so far in its turn (J6)

RUNNING, NO_TRIPLET_POSSIBLE, STALLED, CLOSED = 0, 1, 2, 3  # J13: the ways a game ends
ENDINGS = (None, "no-triplet-possible", "stall", "close")

PILE = SEATS  # where a card is, if it is in no hand: in the pile, …
OUT = PILE + 1  # … or, OUT + seat, laid down in that seat's triplet

RING = 128  # the pile lies in a ring: `top` moves on when a card is drawn, discards go behind the last card
LAST_OF_RING = RING - 1

# A hand is one number: its tags, a byte each, the first that came lowest; zeros above the last one.
TAG_BITS = 8
TAG = (1 << TAG_BITS) - 1
EACH_PLACE = sum(1 << TAG_BITS * place for place in range(HAND_LIMIT))
HIGHEST_BITS = EACH_PLACE << (TAG_BITS - 1)

# By symbol four bits (symbol 1 is the lowest): on how many of the cards left it stands; each on 11 at the start.
COUNT_BITS = 4
COUNT = (1 << COUNT_BITS) - 1
ALL_CARRIERS = sum(SYMBOLS << COUNT_BITS * (symbol - 1) for symbol in range(1, SYMBOLS + 1))
ONE_EACH = sum(1 << COUNT_BITS * (symbol - 1) for symbol in range(1, SYMBOLS + 1))

# A card is spoken of by its tag, counted from 0. Which of its sides is which changes hands with it: `turned` is the
# shift that brings its *front*, the own side in a hand and the up side in the pile, to the lowest bits.
STATE = record_type(
    "janus",
    [
        ("players", np.int8),
        ("turn", np.int8),
        ("over", np.int8),
        ("ending", np.int8),
        ("phase", np.int8),
        ("pile_only", np.int8),  # J9: the seat to move began its turn without a card
        ("discard", np.int8),  # the option
        ("quiet", np.int32),  # J13c: turns since the last triplet
        ("patience", np.int32),  # J13c: so many quiet turns end the game
        ("top", np.int16),  # the top card's place in the ring
        ("carriers", np.int64),
        ("triplets", np.int8, SEATS),
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
    state.pile_only = 0
    state.discard = options[0]
    state.patience = options[1] * players if options[1] > 0 else FOR_EVER
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
    for p in range(players):
        state.triplets[p] = 0
        state.cards[p] = DEALT
        state.hand[p] = DEALT * p | (DEALT * p + 1) << TAG_BITS
        for i in range(DEALT):
            state.place[DEALT * p + i] = p


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
    """All legal moves (J6): draw or discard; after the first card, end the turn or do the same again."""
    turn = state.turn
    may_draw = (state.phase != DISCARDED) & (state.cards[turn] < HAND_LIMIT)  # J5, J9
    may_take = may_draw & (state.pile_only == 0)
    moves[0] = END
    n = int(state.phase != FRESH)
    moves[n] = DRAW
    n += may_draw & (state.cards[PILE] > 0)
    if may_take:
        for p in range(state.players):
            n = list_hand(state.hand[p], state.cards[p] * (p != turn), TAKE, moves, n)
    return list_hand(state.hand[turn], state.cards[turn] * (state.phase != DRAWN), DISCARD, moves, n)


@inlined
def list_hand(hand: int, size: int, kind: int, moves: Moves, n: int) -> int:
    """A move for each card of a hand. All places are written; only as many count as there are cards."""
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
        end_turn(state)
    else:
        end_game(state, CLOSED)


@inlined
def drawn(state: Record, move: int) -> int:
    """J7, J8: the pile's top card as it lies, or a card out of another hand, turned over; its tag.

    The side that he saw is now his own side. (Written without branches: which of the two it is cannot be foreseen.)
    """
    from_pile = move == DRAW
    tag = top_card(state) if from_pile else move - TAKE
    state.top = (state.top + from_pile) & LAST_OF_RING
    state.turned[tag] ^= 0 if from_pile else SIDE_BITS
    leave(state, state.place[tag], tag)
    return tag


@inlined
def leave(state: Record, place: int, tag: int) -> None:
    """A card goes out of a hand, and the others close up; or out of the pile, which has nothing in `hand`."""
    before = bit(place_in_hand(state.hand[place], tag)) - 1
    state.hand[place] = (state.hand[place] & before) | ((state.hand[place] >> TAG_BITS) & ~before)
    state.cards[place] -= 1


@inlined
def place_in_hand(hand: int, tag: int) -> int:
    """The lowest bit of a card's place in a hand: the first byte that does not differ from its tag."""
    different = hand ^ tag * EACH_PLACE
    return first((different - EACH_PLACE) & ~different & HIGHEST_BITS) + 1 - TAG_BITS


@inlined
def receive(state: Record, tag: int) -> None:
    """A card comes into the hand of the seat to move. J11: a triplet is laid down and ends the turn."""
    turn = state.turn
    size = int(state.cards[turn])
    hand = state.hand[turn] | tag << TAG_BITS * size
    state.hand[turn] = hand
    state.cards[turn] = size + 1
    state.place[tag] = turn
    symbol = front(state, tag)
    alike = 0
    for i in range(HAND_LIMIT):
        alike += (front(state, (hand >> TAG_BITS * i) & TAG) == symbol) & (i <= size)
    if alike == TRIPLET:
        lay_triplet(state, symbol)
    elif state.phase == FRESH and second_draw_possible(state):
        state.phase = DRAWN
    else:
        end_turn(state)


@inlined
def second_draw_possible(state: Record) -> bool:
    """J7, J9: there is room in the hand and a card to draw."""
    if state.cards[state.turn] == HAND_LIMIT:
        return False
    if state.cards[PILE] > 0:
        return True
    return not state.pile_only and others_hold_cards(state)


@kernel
def others_hold_cards(state: Record) -> bool:
    """Is there a card in another player's hand?"""
    cards = 0
    for p in range(state.players):
        cards += state.cards[p]
    return cards > state.cards[state.turn]


@kernel
def lay_triplet(state: Record, symbol: int) -> None:
    """J11: three cards with this own side leave the game, and the turn is over."""
    turn = state.turn
    hand = state.hand[turn]
    for i in range(state.cards[turn]):
        tag = (hand >> TAG_BITS * i) & TAG
        if front(state, tag) == symbol:
            state.carriers -= carriers_of(front(state, tag), back(state, tag))
            leave(state, turn, tag)
            state.place[tag] = OUT + turn
    state.triplets[turn] += 1
    if triplet_possible(state.carriers):
        state.quiet = -1  # this turn will not count as a quiet one
        end_turn(state)
    else:
        state.quiet = 0
        end_game(state, NO_TRIPLET_POSSIBLE)


@inlined
def carriers_of(one: int, other: int) -> int:
    """The symbols of a card, once each, as counts to take from `carriers`."""
    carried = bit(COUNT_BITS * (one - 1))
    if other != one:
        carried += bit(COUNT_BITS * (other - 1))
    return carried


@inlined
def triplet_possible(carriers: int) -> bool:
    """J13b: some symbol stands on three or more cards (a count of 3, or 4 to 7, or 8 and more)."""
    return (((carriers & (carriers >> 1)) | (carriers >> 2) | (carriers >> 3)) & ONE_EACH) != 0


@inlined
def discard(state: Record, tag: int) -> None:
    """J10: own side up, under the pile or on top of it."""
    turn = state.turn
    leave(state, turn, tag)
    state.place[tag] = PILE
    if state.discard == UNDER:
        state.pile[(state.top + state.cards[PILE]) & LAST_OF_RING] = tag
    else:
        state.top = (state.top - 1) & LAST_OF_RING
        state.pile[state.top] = tag
    state.cards[PILE] += 1
    if state.phase == FRESH and state.cards[turn] > 0:
        state.phase = DISCARDED
    else:
        end_turn(state)


# ---- the end of a turn, the end of the game


@kernel
def end_turn(state: Record) -> None:
    """The next seat is to move. J12: who has neither cards nor a pile to draw from is passed over."""
    state.phase = FRESH
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
    for p in range(state.players):
        scores[p] = state.triplets[p]
        ranks[p] = 1
        for q in range(state.players):
            ranks[p] += state.triplets[q] > state.triplets[p]


@kernel
def position_key(state: Record) -> int:
    """A fingerprint of all that lies open to the seat to move: own sides, others' outer sides, the pile's top."""
    turn = state.turn
    observation = mix_key(mix_key(0, turn + SEATS * state.phase), state.quiet)
    triplets = hands = 0
    for p in range(state.players):
        triplets = triplets << TAG_BITS | state.triplets[p]
        for i in range(state.cards[p]):
            tag = (state.hand[p] >> TAG_BITS * i) & TAG
            side = front(state, tag) if p == turn else back(state, tag)
            hands += mix_key(0, tag | side << TAG_BITS | p << 2 * TAG_BITS)  # in whichever order they came
    observation = mix_key(mix_key(observation, triplets), hands)
    if state.cards[PILE] > 0:
        top, bottom = top_card(state), state.pile[(state.top + state.cards[PILE] - 1) & LAST_OF_RING]
        observation = mix_key(observation, front(state, top) | top << TAG_BITS | bottom << 2 * TAG_BITS)
    return observation
