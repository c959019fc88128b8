"""The rules of Quartus, Q1 to Q7, as compiled functions on one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from rectoverso.kernel.cards import FACE_BITS
from rectoverso.kernel.fixed_record import Deal, Moves, Options, Record, record_type
from rectoverso.kernel.jit import kernel
from rectoverso.kernel.rng import mix_key

from .material import CARDS, HAND, SEATS
from .moves import TAKE, TURN

IN_PILE, IN_ROW, FIRST_SEAT = 0, 1, 2  # where a card lies; from FIRST_SEAT on: in front of a player
UP = (1 << FACE_BITS) - 1

STATE = record_type(
    "quartus",
    [
        ("players", np.int64),
        ("turn", np.int64),
        ("over", np.int64),
        ("dealt", np.int64),  # cards that have left the pile; the card of this number is its next one
        ("taken", np.int64),
        ("where", np.int64, CARDS),
        ("turned", np.int64, CARDS),
        ("up", np.int64, CARDS),
        ("down", np.int64, CARDS),
    ],
)


@kernel
def setup(state: Record, deal: Deal, players: int, options: Options) -> None:
    """Q2: the first cards lie in the row, the others are the pile."""
    state.players = players
    state.turn = 0
    state.over = 0
    state.taken = 0
    state.dealt = options[0]
    for card in range(CARDS):
        state.up[card] = deal[card] & UP
        state.down[card] = deal[card] >> FACE_BITS
        state.turned[card] = 0
        state.where[card] = IN_ROW if card < state.dealt else IN_PILE


@kernel
def legal(state: Record, moves: Moves) -> int:
    """Q3: any card of the row, as it lies or turned over."""
    n = 0
    for card in range(state.dealt):
        if state.where[card] == IN_ROW:
            moves[n] = TAKE + card
            moves[n + 1] = TURN + card
            n += 2
    return n


@kernel
def apply(state: Record, move: int) -> None:
    """Q3: the card goes to the player. Q6: the game is over when everybody has five."""
    card = move % CARDS
    if move >= TURN:
        turn_over(state, card)
    state.where[card] = FIRST_SEAT + state.turn
    refill(state)
    state.taken += 1
    state.over = state.taken == HAND * state.players
    state.turn = (state.turn + 1) % state.players


@kernel
def turn_over(state: Record, card: int) -> None:
    """Q4: both faces have been seen now."""
    up = state.up[card]
    state.up[card] = state.down[card]
    state.down[card] = up
    state.turned[card] = 1


@kernel
def refill(state: Record) -> None:
    """Q5: the next card of the pile comes into the row, while there is one."""
    if state.dealt < CARDS:
        state.where[state.dealt] = IN_ROW
        state.dealt += 1


@kernel
def result(state: Record, scores: Any, ranks: Any) -> None:
    """Q4: each card scores the face that lies down. Q7: the highest sum wins; equal sums share a rank."""
    for seat in range(SEATS):
        scores[seat] = 0
    for card in range(CARDS):
        if state.where[card] >= FIRST_SEAT:
            scores[state.where[card] - FIRST_SEAT] += state.down[card]
    for seat in range(state.players):
        ranks[seat] = 1
        for other in range(state.players):
            ranks[seat] += scores[other] > scores[seat]


@kernel
def position_key(state: Record) -> int:
    """A fingerprint of what lies open to all: where the cards lie and what they show. Q4: the rest is hidden."""
    key = mix_key(0, state.turn)
    for card in range(state.dealt):
        key = mix_key(key, state.where[card] << FACE_BITS | state.up[card])
    return key
