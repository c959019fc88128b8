"""Estimates of the final scores of Janus, for searches that do not play on to the end."""

from __future__ import annotations

from typing import Any

from ...kernel.bits import bit
from ...kernel.fixed_record import Record
from ...kernel.jit import inlined, kernel
from .material import HAND_LIMIT, SYMBOLS, TRIPLET
from .rules import COUNT, COUNT_BITS, PILE, TAG, TAG_BITS, back, front, top_card

# What a hand is worth, in triplets.
PAIR = 0.25  # two alike, …
THIRD_IN_SIGHT = 0.25  # … if the third one can be seen, …
AT_ONCE = 0.3  # … and the seat is to move
SINGLE = 0.05  # one card that another one in sight would make a pair
FULL_HAND = -0.15  # J9: nothing can be drawn
NO_CARDS = -0.1  # J9: only the pile can be drawn from

# J13c: as shares of the quiet turns that end a game: where a standstill begins, and where it is complete.
STANDSTILL_BEGINS = 0.25
STANDSTILL_COMPLETE = 0.75
LONGEST_WAIT = 12  # the number of quiet rounds that counts as an end where none ends the game


@kernel
def evaluate(state: Record, guesses: Any) -> None:
    """By seat: triplets so far (J15), and what the hand is worth with the cards that its holder sees."""
    outer = 0  # by symbol: how many outer sides and up sides show it
    for seat in range(state.players):
        outer += sides_of(state, seat, False)
    if state.cards[PILE] > 0:
        outer += bit(COUNT_BITS * (front(state, top_card(state)) - 1))
    for seat in range(state.players):
        own, others = sides_of(state, seat, True), outer - sides_of(state, seat, False)
        hope = FULL_HAND if state.cards[seat] == HAND_LIMIT else NO_CARDS if state.cards[seat] == 0 else 0.0
        for _ in range(SYMBOLS):
            alike, visible = own & COUNT, others & COUNT
            if alike >= TRIPLET:  # J11: with `after-drawing` it is laid down when the drawing is over
                hope += 1.0
            elif alike == TRIPLET - 1:
                hope += PAIR
                if visible:
                    hope += THIRD_IN_SIGHT + (AT_ONCE if seat == state.turn else 0.0)
            elif alike == 1 and visible:
                hope += SINGLE
            own >>= COUNT_BITS
            others >>= COUNT_BITS
        guesses[seat] = state.triplets[seat] + hope


@inlined
def sides_of(state: Record, seat: int, own: bool) -> int:
    """By symbol four bits: how many own sides, or outer sides, of a hand show it."""
    hand, counts = state.hand[seat], 0
    for i in range(state.cards[seat]):
        tag = (hand >> TAG_BITS * i) & TAG
        counts += 1 << COUNT_BITS * (int(front(state, tag) if own else back(state, tag)) - 1)
    return counts


@kernel
def standstill(state: Record) -> float:
    """J13c: how close the game is to a standstill, from 0 to 1."""
    most = longest_wait(state)
    return min(max((state.quiet / most - STANDSTILL_BEGINS) / (STANDSTILL_COMPLETE - STANDSTILL_BEGINS), 0.0), 1.0)


@kernel
def turns_at_a_standstill(state: Record) -> int:
    """For how many turns the game has been at a standstill."""
    return max(int(state.quiet - STANDSTILL_BEGINS * longest_wait(state)), 0)


@kernel
def longest_wait(state: Record) -> int:
    """J13c: the number of quiet turns that counts as an end."""
    return min(int(state.patience), LONGEST_WAIT * int(state.players))
