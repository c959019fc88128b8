"""Estimates of the final scores of Titus, for searches that do not play on to the end.

The weights come from 600 games of the heuristic, with and without noise: how well points and reserves predict the
final margin. A point card costs its owner more than a third of its value until the game is nearly over: the seat with
the fewest may go on taking coins (T13), and the coins of scored series can be taken away (T10). Early in the game coins
count, above all coins that lie together.
"""

from __future__ import annotations

from typing import Any

from ...kernel.bits import bit, count, first
from ...kernel.fixed_record import Record
from ...kernel.jit import kernel
from .groups import face, top_of
from .material import COINS, GROUP_LEFT, HIGHEST, LOWEST, POINT_CARDS, SERIES_LENGTH, TOP_CARD

CARD_COST, CARD_COST_LATE = 6.5, 0.4  # what a point card costs; at most this much for each coin left in the pile
GROUPED = (0.0, 0.065, 0.1, 0.17)  # by length: what a group is worth for each coin left in the pile
WINDOW = (0.0, 0.0, 0.4, 0.6, 0.8)  # four consecutive numbers, by how many of them are there
DELAY = 1.0  # what a series loses by not being scored yet
FOUR = (1 << SERIES_LENGTH) - 1


@kernel
def evaluate(state: Record, guesses: Any) -> None:
    """By seat: points so far, the value of series that can be scored, and that of the rest of the reserve."""
    left = COINS - state.drawn
    cost = min(CARD_COST, CARD_COST_LATE * left)
    for seat in range(state.players):
        cards = count(state.cards[seat])
        guesses[seat] = state.points[seat] - cost * cards + unscored(state, seat, cost) + reserve(state, seat, left)


@kernel
def unscored(state: Record, seat: int, cost: float) -> float:
    """Series not scored yet: they get the next point cards (T14), or points at the end (T16, T19)."""
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
        total += WINDOW[count((numbers >> low) & FOUR)]
    return total


@kernel
def standstill(state: Record) -> float:
    """Never: every turn takes a coin (T17), which brings the end closer."""
    return 0.0
