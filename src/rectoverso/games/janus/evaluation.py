"""What a position of Janus promises, for searches that do not play on to the end."""

from __future__ import annotations

from typing import Any

from ...kernel.jit import inlined, kernel
from ...kernel.record import Record
from .material import HAND_LIMIT, SYMBOLS
from .rules import COUNT, COUNT_BITS, PILE, TAG, TAG_BITS, back, front, top_card

# How much of a triplet it is …
PAIR = 0.25  # … to have two alike,
IN_SIGHT = 0.25  # … to see the third one as well,
AT_ONCE = 0.3  # … and to be next to draw;
SINGLE = 0.05  # … to have one that could be made a pair in sight,
FULL_HAND = -0.15  # … to be unable to draw (J9),
NO_CARDS = -0.1  # … to be able to draw from the pile only (J9)

CALM = 0.25  # J13c: of the quiet turns that end a game, nobody minds so many …
UNBEARABLE = 0.75  # … and from here on everybody wants a triplet, no matter whose
LONGEST_WAIT = 12  # in rounds: these quiet turns, where no number of them ends the game


@kernel
def evaluate(state: Record, guesses: Any) -> None:
    """J15: triplets so far, and what each hand may come to with the cards that its holder sees."""
    outer = 0  # by symbol: how many outer sides and up sides show it
    for p in range(state.players):
        outer += sides_of(state, p, False)
    if state.cards[PILE] > 0:
        outer += 1 << COUNT_BITS * (front(state, top_card(state)) - 1)
    for p in range(state.players):
        own, position_key = sides_of(state, p, True), outer - sides_of(state, p, False)
        hope = FULL_HAND if state.cards[p] == HAND_LIMIT else NO_CARDS if state.cards[p] == 0 else 0.0
        for _ in range(SYMBOLS):
            alike, visible = own & COUNT, position_key & COUNT
            if alike >= 2:
                hope += PAIR
                if visible:
                    hope += IN_SIGHT + (AT_ONCE if p == state.turn else 0.0)
            elif alike == 1 and visible:
                hope += SINGLE
            own >>= COUNT_BITS
            position_key >>= COUNT_BITS
        guesses[p] = state.triplets[p] + hope


@inlined
def sides_of(state: Record, p: int, own: bool) -> int:
    """By symbol, four bits each: how many own sides, or outer sides, of a hand show it."""
    hand, counts = state.hand[p], 0
    for i in range(state.cards[p]):
        tag = (hand >> TAG_BITS * i) & TAG
        counts += 1 << COUNT_BITS * (int(front(state, tag) if own else back(state, tag)) - 1)
    return counts


@kernel
def standstill(state: Record) -> float:
    """J13c: how far the game has come to a standstill, from 0 to 1."""
    most = longest_wait(state)
    return min(max((state.quiet / most - CALM) / (UNBEARABLE - CALM), 0.0), 1.0)


@kernel
def turns_at_a_standstill(state: Record) -> int:
    """For how many turns the game has been at a standstill."""
    return max(int(state.quiet - CALM * longest_wait(state)), 0)


@kernel
def longest_wait(state: Record) -> int:
    """J13c: in turns."""
    return min(int(state.patience), LONGEST_WAIT * int(state.players))
