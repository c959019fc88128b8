"""What a position of Titus promises, for searches that do not play on to the end.

The weights come from 600 games of the rule of thumb, with and without whims: how far the final margin follows from
points and reserves. A point card costs its owner more than a third of its value until the game is nearly over: whoever
has the fewest may go on taking coins (T13), and scored series are there to be taken (T10). What counts early is coins,
the more so if they lie together.
"""

from __future__ import annotations

from typing import Any

from ...kernel.bits import bit, count, first
from ...kernel.jit import kernel
from ...kernel.record import Record
from .groups import face, top_of
from .material import COINS, GROUP_LEFT, HIGHEST, LOWEST, POINT_CARDS, SERIES_LENGTH, TOP_CARD

CARD_COST, CARD_COST_LATE = 6.5, 0.4  # what a point card costs, and at most so much for each coin left
GROUPED = (0.0, 0.065, 0.1, 0.17)  # what a group of so many coins is worth, for each coin left
STRETCH = (0.0, 0.0, 0.4, 0.6, 0.8)  # four numbers in a row, by how many of them there are
DELAY = 1.0  # a series that is not scored yet is worth so many points less
FOUR = (1 << SERIES_LENGTH) - 1


@kernel
def evaluate(state: Record, guesses: Any) -> None:
    """T19: points so far, series that can be scored, and what may become of the rest of each reserve."""
    left = COINS - state.drawn
    cost = min(CARD_COST, CARD_COST_LATE * left)
    for seat in range(state.players):
        cards = count(state.cards[seat])
        guesses[seat] = state.points[seat] - cost * cards + unscored(state, seat, cost) + reserve(state, seat, left)


@kernel
def unscored(state: Record, seat: int, cost: float) -> float:
    """T14: series not yet scored get the next point cards, if nobody is quicker; T16, T19: or 6 points each."""
    points = 0.0
    for number in range(count(state.big[seat])):
        card = state.cards_out + number
        points += max(TOP_CARD - card - cost - DELAY, GROUP_LEFT - DELAY) if card < POINT_CARDS else GROUP_LEFT
    return points


@kernel
def reserve(state: Record, seat: int, left: int) -> float:
    """What the groups that cannot be scored yet are worth."""
    groups = state.groups[seat] & ~state.big[seat]
    numbers, total = 0, 0.0
    while groups:
        group = first(groups)
        groups &= groups - 1
        low, high = face(state, group), face(state, top_of(state, group))
        numbers |= bit(high + 1) - bit(low)
        total += left * GROUPED[high - low + 1]
    for low in range(LOWEST, HIGHEST - SERIES_LENGTH + 2):
        total += STRETCH[count((numbers >> low) & FOUR)]
    return total


@kernel
def standstill(state: Record) -> float:
    """T17: every turn takes a coin: it never stands still."""
    return 0.0
