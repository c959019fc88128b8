"""Rules of thumb for Janus: the bot `greedy`, quick moves for playouts, and when to agree to an end."""

from __future__ import annotations

from typing import Any

from ...kernel.jit import inlined, kernel
from ...kernel.lists import stack_list
from ...kernel.record import Moves, Record, Rng
from ...kernel.rng import below, chance
from .knowledge import back_side, front_side, whole
from .material import CARDS, HAND_LIMIT, SYMBOLS, TRIPLET
from .moves import DISCARD, DRAW, END, TAKE
from .rules import DRAWN, FRESH, LAST_OF_RING, OUT, PILE, TAG, TAG_BITS, back, front, legal, top_card

# What a hand is worth when the turn is over. A triplet at once is worth more than anything else.
TRIPLET_WORTH = 100.0
PAIR_WORTH = 10.0
IN_SIGHT = 3.0  # for each card in sight that would make a pair a triplet, two at most
SINGLE_IN_SIGHT = 1.0
LEFT = 0.2  # for each card not yet seen to be gone that carries the symbol
FULL_HAND = -6.0  # J9: with four cards nothing can be drawn
EMPTY_HAND = -4.0  # J9: from the pile only
AGAIN = -3.0  # for each time that I took this card since the last triplet, lest it goes back and forth for ever
JUNK = -1.0  # in each round without a triplet, for a card that matches nothing in the hand
DIG = 2.0  # in each round without a triplet, for a card from the pile: it brings new ones to light
UNCOVERED = 30.0  # for a triplet that the next card of the pile might make
LUCK = 1.0  # so much of a choice is chance
DROWSY = 3  # rounds without a triplet after which whims are over: everybody looks hard

# One array holds what a seat looks at, by symbol: its own sides, the cards in sight, those left in the game.
OWN = 0
SIGHT = SYMBOLS + 1
REST = 2 * (SYMBOLS + 1)
ROUNDS = 3 * (SYMBOLS + 1)  # and how many rounds have passed without a triplet
LOOK = ROUNDS + 1
LIST = 64


@kernel
def heuristic(observation: Record, rng: Rng) -> int:
    """The move of the bot `greedy`."""
    return noisy_heuristic(observation, 0.0, rng)


@kernel
def noisy_heuristic(observation: Record, noise: float, rng: Rng) -> int:
    """The move after which this turn can end best, as far as this seat has seen; its judgement errs by so much."""
    state = observation.state
    eye = stack_list(LOOK)
    look_round(observation, eye)
    moves = stack_list(LIST)
    n = legal(state, moves)
    noise *= max(DROWSY - eye[ROUNDS], 0) / DROWSY
    best, best_worth = whole(moves[0]), -1e9
    for i in range(n):
        worth = worth_of(observation, eye, whole(moves[i])) + (LUCK + noise) * chance(rng)
        if worth > best_worth:
            best, best_worth = whole(moves[i]), worth
    return best


@kernel
def look_round(observation: Record, eye: Any) -> None:
    """Count the symbols: my own sides, those I could draw now, those on cards that are left."""
    state = observation.state
    for symbol in range(1, SYMBOLS + 1):
        eye[REST + symbol] = SYMBOLS
    for tag in range(CARDS):
        place = state.place[tag]
        own, outer = whole(observation.faces[front_side(state, tag)]), whole(observation.faces[back_side(state, tag)])
        if place == state.turn:
            eye[OWN + own] += 1
        elif place < PILE:
            eye[SIGHT + outer] += 1
        if place >= OUT or place == state.turn:
            eye[REST + own] -= 1
            if outer != own:
                eye[REST + outer] -= 1
    if state.cards[PILE] > 0:
        eye[SIGHT + symbol_to_draw(observation, DRAW)] += 1
    eye[ROUNDS] = state.quiet // state.players


@kernel
def symbol_to_draw(observation: Record, move: int) -> int:
    """J8: the side that would become mine: the pile's up side, or an outer side."""
    state = observation.state
    if move == DRAW:
        return whole(observation.faces[front_side(state, top_card(state))])
    return whole(observation.faces[back_side(state, move - TAKE)])


@kernel
def worth_of(observation: Record, eye: Any, move: int) -> float:
    """What a move is worth, with the best second card after it."""
    state = observation.state
    size = whole(state.cards[state.turn])
    if move == END:
        return worth_of_hand(eye, size)
    if move < DISCARD:
        symbol = symbol_to_draw(observation, move)
        if eye[OWN + symbol] == TRIPLET - 1:
            return TRIPLET_WORTH
        add(eye, symbol, 1)
        worth = worth_of_hand(eye, size + 1)
        if move == DRAW:
            worth += DIG * eye[ROUNDS]
        else:
            worth += AGAIN * observation.taken[move - TAKE]
        if state.phase != DRAWN and size + 1 < HAND_LIMIT:
            if move == DRAW:
                worth += UNCOVERED * chance_of_triplet(observation, eye)
            worth = max(worth, best_second_draw(eye, size + 1, state.pile_only))
        add(eye, symbol, -1)
        return worth
    symbol = whole(observation.faces[front_side(state, move - DISCARD)])
    eye[OWN + symbol] -= 1
    worth = worth_of_hand(eye, size - 1)
    for other in range(1, SYMBOLS + 1):
        if eye[OWN + other] > 0 and state.phase == FRESH:  # J6
            eye[OWN + other] -= 1
            worth = max(worth, worth_of_hand(eye, size - 2))
            eye[OWN + other] += 1
    eye[OWN + symbol] += 1
    return worth


@inlined
def add(eye: Any, symbol: int, cards: int) -> None:
    """A card in sight comes into my hand (or, −1, it was only a thought)."""
    eye[OWN + symbol] += cards
    eye[SIGHT + symbol] -= cards


@kernel
def chance_of_triplet(observation: Record, eye: Any) -> float:
    """J7: how likely it is that the card below the pile's top, once uncovered, makes a pair a triplet."""
    state = observation.state
    if state.cards[PILE] < 2:
        return 0.0
    symbol = whole(observation.faces[front_side(state, state.pile[(state.top + 1) & LAST_OF_RING])])
    if symbol:
        return 1.0 if eye[OWN + symbol] == TRIPLET - 1 else 0.0
    fitting, left = 0, 1
    for symbol in range(1, SYMBOLS + 1):
        left += eye[REST + symbol]
        if eye[OWN + symbol] == TRIPLET - 1:
            fitting += eye[REST + symbol]
    return fitting / left


@kernel
def best_second_draw(eye: Any, size: int, pile_only: int) -> float:
    """J7: the best that a second card in sight could make of the hand."""
    best = -1e9
    if pile_only:
        return best
    for symbol in range(1, SYMBOLS + 1):
        if eye[SIGHT + symbol] > 0:
            if eye[OWN + symbol] == TRIPLET - 1:
                return TRIPLET_WORTH - 1.0
            add(eye, symbol, 1)
            best = max(best, worth_of_hand(eye, size + 1))
            add(eye, symbol, -1)
    return best


@kernel
def worth_of_hand(eye: Any, size: int) -> float:
    """What my hand is worth at the end of my turn: pairs that can still become triplets, and room to draw."""
    worth = FULL_HAND if size == HAND_LIMIT else EMPTY_HAND if size == 0 else 0.0
    for symbol in range(1, SYMBOLS + 1):
        own = eye[OWN + symbol]
        if own == 0:
            continue
        in_sight, left = eye[SIGHT + symbol], eye[REST + symbol]
        if own + left < TRIPLET:
            continue  # it only takes up room
        if own > 1:
            worth += PAIR_WORTH + IN_SIGHT * min(in_sight, 2) + LEFT * left
        else:
            worth += SINGLE_IN_SIGHT * min(in_sight, 2) + LEFT * left + JUNK * eye[ROUNDS]
    return worth


# ---- quick moves


@kernel
def playout_move(state: Record, moves: Moves, n: int, rng: Rng) -> int:
    """A triplet if there is one, else often a pair, else anything."""
    if n < 0:
        n = legal(state, moves)
    own = own_counts(state)
    pair, pairs = -1, 0
    for i in range(n):
        move = moves[i]
        if move < DISCARD:
            symbol = front(state, top_card(state)) if move == DRAW else back(state, move - TAKE)
            alike = (own >> 2 * symbol) & 3
            if alike == TRIPLET - 1:
                return move
            if alike == 1:
                pairs += 1
                if below(rng, pairs) == 0:
                    pair = move
    if pair >= 0 and state.cards[state.turn] < HAND_LIMIT - 1:
        return pair
    return moves[below(rng, n)]


@inlined
def own_counts(state: Record) -> int:
    """By symbol two bits: how many of my own sides have it."""
    hand = state.hand[state.turn]
    counts = 0
    for i in range(state.cards[state.turn]):
        counts += 1 << 2 * int(front(state, (hand >> TAG_BITS * i) & TAG))
    return counts


# ---- agreeing to an end


@kernel
def nothing_possible(observation: Record) -> bool:
    """J13: is it certain, from what this seat has seen, that no symbol stands on three of the cards left?"""
    for symbol in range(1, SYMBOLS + 1):
        if most_left(observation, symbol) >= TRIPLET:
            return False
    return True


@kernel
def most_left(observation: Record, symbol: int) -> int:
    """On how many of the cards left a symbol can stand at most."""
    carriers = SYMBOLS
    for tag in range(CARDS):
        if observation.state.place[tag] >= OUT:
            carriers -= observation.faces[2 * tag] == symbol or observation.faces[2 * tag + 1] == symbol
    return carriers
