"""Rules of thumb for Janus: the bot `greedy`, its noisy variants, moves for playouts, and the vote to end."""

from __future__ import annotations

from typing import Any

from ...kernel.fixed_record import Moves, Record, Rng
from ...kernel.jit import inlined, kernel
from ...kernel.rng import below, chance
from ...kernel.short_lists import stack_list
from .knowledge import back_side, front_side
from .material import CARDS, HAND_LIMIT, SYMBOLS, TRIPLET
from .moves import DISCARD, DRAW, END, TAKE
from .rules import LAST_OF_RING, OUT, PILE, TAG, TAG_BITS, back, cards_left, front, legal, top_card
from .ties import as_int

# What a hand is worth when the turn is over. A triplet at once is worth more than anything else.
TRIPLET_VALUE = 100.0
PAIR_VALUE = 10.0
THIRD_IN_SIGHT = 3.0  # for each card in sight that would make a pair a triplet, two at most
SINGLE_IN_SIGHT = 1.0
STILL_IN_GAME = 0.2  # for each card with the symbol that may still be in the game
FULL_HAND = -6.0  # J9: with four cards nothing can be drawn
EMPTY_HAND = -4.0  # J9: only the pile can be drawn from
TAKEN_AGAIN = -3.0  # each time that I took this card since the last triplet: else it goes back and forth for ever
UNMATCHED = -1.0  # in each round without a triplet, for a card that matches nothing in the hand
FROM_PILE = 2.0  # in each round without a triplet, for a card from the pile: it uncovers a new one
NEXT_CARD = 30.0  # for a triplet that the next card of the pile may make
RANDOMNESS = 1.0  # the noise in every choice
NOISY_ROUNDS = 3  # after this many rounds without a triplet there is no other noise: everybody pays attention
LONG_WAIT = 12  # J13: after this many rounds without a triplet, bots agree to end the game
# How a newcomer likes to end a turn, and to draw what matches nothing.
LIKES_TO_END, LIKES_THE_PILE, LIKES_A_HAND = 1.5, 1.0, 0.5
INFINITE = 1e9  # more than any move is worth

# One array holds counts by symbol: my own sides, the cards in sight, the cards left in the game; …
OWN = 0
VISIBLE = SYMBOLS + 1
LEFT_OVER = 2 * (SYMBOLS + 1)
ROUNDS = 3 * (SYMBOLS + 1)  # … and the number of rounds without a triplet
COUNTS = ROUNDS + 1
LIST = 64


@kernel
def heuristic(observation: Record, noise: float, rng: Rng) -> int:
    """The move of the bot `greedy`; every move's value gets a random addition, up to `noise` more than the usual."""
    state = observation.state
    counts = stack_list(COUNTS)
    count_symbols(observation, counts)
    moves = stack_list(LIST)
    n = legal(state, moves)
    noise *= max(NOISY_ROUNDS - counts[ROUNDS], 0) / NOISY_ROUNDS
    best, best_value = as_int(moves[0]), -INFINITE
    for i in range(n):
        value = value_of(observation, counts, as_int(moves[i])) + (RANDOMNESS + noise) * chance(rng)
        if value > best_value:
            best, best_value = as_int(moves[i]), value
    return best


@kernel
def count_symbols(observation: Record, counts: Any) -> None:
    """Count the symbols: my own sides, those I could draw now, those on cards that are left."""
    state = observation.state
    for symbol in range(1, SYMBOLS + 1):
        counts[LEFT_OVER + symbol] = SYMBOLS
    for tag in range(CARDS):
        place = state.place[tag]
        own, outer = as_int(observation.faces[front_side(state, tag)]), as_int(observation.faces[back_side(state, tag)])
        if place == state.turn:
            counts[OWN + own] += 1
        elif place < PILE:
            counts[VISIBLE + outer] += 1
        if place >= OUT or place == state.turn:
            counts[LEFT_OVER + own] -= 1
            if outer != own:
                counts[LEFT_OVER + outer] -= 1
    if state.cards[PILE] > 0:
        counts[VISIBLE + symbol_to_draw(observation, DRAW)] += 1
    counts[ROUNDS] = state.quiet // state.players


@kernel
def symbol_to_draw(observation: Record, move: int) -> int:
    """J8: the side that would become mine: the pile's up side, or an outer side."""
    state = observation.state
    if move == DRAW:
        return as_int(observation.faces[front_side(state, top_card(state))])
    return as_int(observation.faces[back_side(state, move - TAKE)])


@kernel
def value_of(observation: Record, counts: Any, move: int) -> float:
    """What a move is worth, with the best second card after it."""
    state = observation.state
    size = as_int(state.cards[state.turn])
    if move == END:
        return value_of_hand(counts, size)
    if move < DISCARD:
        symbol = symbol_to_draw(observation, move)
        if counts[OWN + symbol] == TRIPLET - 1 and not state.after_drawing:
            return TRIPLET_VALUE
        add(counts, symbol, 1)
        value = value_of_hand(counts, size + 1)
        if move == DRAW:
            value += FROM_PILE * counts[ROUNDS]
        else:
            value += TAKEN_AGAIN * observation.taken[move - TAKE]
        if cards_left(state) > 1 and size + 1 < HAND_LIMIT:
            if move == DRAW:
                value += NEXT_CARD * chance_of_triplet(observation, counts)
            value = max(value, best_second_draw(counts, size + 1, state))
        add(counts, symbol, -1)
        return value
    symbol = as_int(observation.faces[front_side(state, move - DISCARD)])
    counts[OWN + symbol] -= 1
    value = value_of_hand(counts, size - 1)
    for other in range(1, SYMBOLS + 1):
        if counts[OWN + other] > 0 and cards_left(state) > 1:
            counts[OWN + other] -= 1
            value = max(value, value_of_hand(counts, size - 2))
            counts[OWN + other] += 1
    counts[OWN + symbol] += 1
    return value


@inlined
def add(counts: Any, symbol: int, cards: int) -> None:
    """Move a card in sight into my hand; -1 takes it back."""
    counts[OWN + symbol] += cards
    counts[VISIBLE + symbol] -= cards


@kernel
def chance_of_triplet(observation: Record, counts: Any) -> float:
    """J7: how likely the card below the pile's top makes a triplet of a pair."""
    state = observation.state
    if state.cards[PILE] < 2:
        return 0.0
    symbol = as_int(observation.faces[front_side(state, state.pile[(state.top + 1) & LAST_OF_RING])])
    if symbol:
        return 1.0 if counts[OWN + symbol] == TRIPLET - 1 else 0.0
    fitting, left = 0, 1
    for symbol in range(1, SYMBOLS + 1):
        left += counts[LEFT_OVER + symbol]
        if counts[OWN + symbol] == TRIPLET - 1:
            fitting += counts[LEFT_OVER + symbol]
    return fitting / left


@kernel
def best_second_draw(counts: Any, size: int, state: Record) -> float:
    """J7: the best that a second card in sight could make of the hand."""
    best = -INFINITE
    if state.pile_only:
        return best
    for symbol in range(1, SYMBOLS + 1):
        if counts[VISIBLE + symbol] > 0:
            if counts[OWN + symbol] == TRIPLET - 1 and not state.after_drawing:
                return TRIPLET_VALUE - 1.0
            add(counts, symbol, 1)
            best = max(best, value_of_hand(counts, size + 1))
            add(counts, symbol, -1)
    return best


@kernel
def value_of_hand(counts: Any, size: int) -> float:
    """What my hand is worth at the end of my turn: pairs that can still become triplets, and space to draw.

    J11: with `after-drawing` it may hold a triplet, which is laid down then.
    """
    value = 0.0
    for symbol in range(1, SYMBOLS + 1):
        if counts[OWN + symbol] >= TRIPLET:
            value += TRIPLET_VALUE
            size -= TRIPLET
    value += FULL_HAND if size == HAND_LIMIT else EMPTY_HAND if size == 0 else 0.0
    for symbol in range(1, SYMBOLS + 1):
        own = counts[OWN + symbol] % TRIPLET
        if own == 0:
            continue
        in_sight, left = counts[VISIBLE + symbol], counts[LEFT_OVER + symbol]
        if own + left < TRIPLET:
            continue  # it only takes up space
        if own > 1:
            value += PAIR_VALUE + THIRD_IN_SIGHT * min(in_sight, 2) + STILL_IN_GAME * left
        else:
            value += SINGLE_IN_SIGHT * min(in_sight, 2) + STILL_IN_GAME * left + UNMATCHED * counts[ROUNDS]
    return value


# ---- a newcomer


@kernel
def first_impression(observation: Record, move: int) -> float:
    """A triplet looks best, then a pair, then a card of the pile; what is discarded matches nothing."""
    state = observation.state
    if move == END:
        return LIKES_TO_END
    if move >= DISCARD:
        matches = own_with(observation, as_int(observation.faces[front_side(state, move - DISCARD)])) - 1
        return -float(matches)
    matches = own_with(observation, symbol_to_draw(observation, move))
    return float(1 + matches) if matches else LIKES_THE_PILE if move == DRAW else LIKES_A_HAND


@kernel
def own_with(observation: Record, symbol: int) -> int:
    """How many of the mover's own sides show a symbol."""
    state, found = observation.state, 0
    for tag in range(CARDS):
        if state.place[tag] == state.turn and observation.faces[front_side(state, tag)] == symbol:
            found += 1
    return found


# ---- playouts


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
            alike = (own >> 2 * int(symbol)) & 3
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


# ---- the vote to end the game


@kernel
def would_close(observation: Record) -> bool:
    """J13: what a bot answers: yes if no triplet is possible any more, or nobody has laid one for a long time."""
    state = observation.state
    return state.quiet >= LONG_WAIT * state.players or no_triplet_possible(observation)


@kernel
def no_triplet_possible(observation: Record) -> bool:
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
