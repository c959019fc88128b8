"""Imagined worlds of Quartus: random complete worlds that fit what has been seen, each equally likely.

A card that shows a number belongs to that number's suit, and a suit has three cards (Q1). So the suits are guessed one
by one: its unknown cards are put in random order until those that lie open fit what they show.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rectoverso.kernel.fixed_record import Deal, Record, Rng, copy
from rectoverso.kernel.jit import kernel
from rectoverso.kernel.rng import below
from rectoverso.kernel.short_lists import stack_list

from .material import CARDS, HIGHER, KINDS, LOWER, SUITS


@kernel
def imagine(observation: Record, state: Record, rng: Rng) -> bool:
    """Q2: what has not been seen lies in any order, either way up."""
    copy(state, observation.state)
    pile = stack_list(CARDS)
    left = 0
    for suit in range(SUITS):
        left = guess_suit(state, suit, pile, left, rng)
    for card in range(CARDS):
        if state.up[card] == 0:
            place = below(rng, left)
            left -= 1
            pair = pile[place]
            pile[place] = pile[left]
            lower_up = below(rng, 2) == 0
            state.up[card] = LOWER[pair] if lower_up else HIGHER[pair]
            state.down[card] = HIGHER[pair] if lower_up else LOWER[pair]
    return True


@kernel
def guess_suit(state: Record, suit: int, pile: Any, left: int, rng: Rng) -> int:
    """Give the open cards of a suit their hidden faces; its other unknown cards are in the pile."""
    unknown, lying_open = stack_list(KINDS), stack_list(KINDS)
    n, shown = 0, 0
    for pair in range(KINDS * suit, KINDS * (suit + 1)):
        if not is_known(state, pair):
            unknown[n] = pair
            n += 1
    for card in range(CARDS):
        if state.up[card] > 0 and state.down[card] == 0 and suit_of(state.up[card]) == suit:
            lying_open[shown] = card
            shown += 1
    mix(unknown, n, rng)
    while not fit(state, unknown, lying_open, shown):
        mix(unknown, n, rng)
    for i in range(shown):
        state.down[lying_open[i]] = other_face(unknown[i], state.up[lying_open[i]])
    for i in range(shown, n):
        pile[left] = unknown[i]
        left += 1
    return left


@kernel
def suit_of(number: int) -> int:
    """Q1: the suit of a number, from 0."""
    return (number - 1) % SUITS


@kernel
def is_known(state: Record, pair: int) -> bool:
    """Has this card been seen on both faces?"""
    for card in range(CARDS):
        up, down = state.up[card], state.down[card]
        if down > 0 and min(up, down) == LOWER[pair] and max(up, down) == HIGHER[pair]:
            return True
    return False


@kernel
def other_face(pair: int, face: int) -> int:
    """The face of a card that lies down while this one is up; 0 where the card does not have it."""
    if LOWER[pair] == face:
        return int(HIGHER[pair])
    return int(LOWER[pair]) if HIGHER[pair] == face else 0


@kernel
def mix(pairs: Any, n: int, rng: Rng) -> None:
    """A random order."""
    for last in range(n - 1, 0, -1):
        place = below(rng, last + 1)
        pairs[last], pairs[place] = pairs[place], pairs[last]


@kernel
def fit(state: Record, pairs: Any, cards: Any, shown: int) -> bool:
    """Can the cards that lie open be these pairs, one by one?"""
    for i in range(shown):
        if other_face(pairs[i], state.up[cards[i]]) == 0:
            return False
    return True


def deal_of(state: Record) -> Deal:
    """The deal that a complete state came from: what has been turned over is turned back."""
    faces = zip(state.up.tolist(), state.down.tolist(), state.turned.tolist(), strict=True)
    return np.array([down | up << 8 if turned else up | down << 8 for up, down, turned in faces], np.int64)
