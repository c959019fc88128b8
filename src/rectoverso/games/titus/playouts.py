"""Quick moves for playouts of Titus: nearly what the rule of thumb would do, in a fraction of the time.

`appeal` writes down once, number by number, how welcome a coin that shows it would be to the seat to move; then every
way to get a coin is weighed by a look at that list. Only faces that lie open, or that everybody has seen because the
coin has been turned over, are looked at; for others the odds of a fresh coin stand in (T1, T2, T4).
"""

from __future__ import annotations

from typing import Any

from ...kernel.bits import bit, count, first, has
from ...kernel.jit import kernel
from ...kernel.lists import room
from ...kernel.record import Moves, Record, Rng
from ...kernel.rng import below
from .groups import face, other_face, top_of
from .heuristics import heuristic_merge
from .material import HIGHEST, LOWEST, SERIES_LENGTH
from .rules import CHOOSING, DRAW, DRAWN, JOIN, PLACE, SCORE, SWAP, TAKE, fitting, loose_of_others, scorable

NUMBERS = 32  # room for every number, with some below and above
BEFORE = 4  # number v stands at v + BEFORE, so that v − 2 is there as well
UPWARDS, DOWNWARDS = NUMBERS, 2 * NUMBERS  # how long the groups are that end, and begin, with a number
LIST = 3 * NUMBERS

GAIN = (1, 2, 5, 8)  # for one more of four numbers in a row, by how many of them there are
GROUPED = 19  # a coin that is grouped lets its player take another one, and nobody can take it away
SERIES = 45  # a group that can be scored
AGAIN = 2  # a number that is there already
FOUR = (1 << SERIES_LENGTH) - 1
ODDS = 6  # of six coins that show a number two are doubles, and one each has a number 1 or 2 away


@kernel
def playout_move(state: Record, moves: Moves, n: int, rng: Rng) -> int:
    """What fits, else the coin that is most welcome; score when the taking is over."""
    if state.taking_over and state.phase == CHOOSING:
        groups = scorable(state)
        return SCORE + first(groups) if groups else heuristic_merge(state)
    choosing = state.phase == CHOOSING
    number = face(state, state.drawn if choosing else state.hand)
    groups = fitting(state, number)
    if groups:
        return DRAW if choosing else JOIN + first(groups)
    if not choosing and state.phase != DRAWN:
        return PLACE
    appeals = room(LIST)
    appeal(state, appeals)
    if choosing:
        return best_coin(state, appeals, rng)
    wanted = best_turned(state, appeals, loose_of_others(state), ODDS * appeals[number + BEFORE], rng)
    return SWAP + wanted if wanted >= 0 else PLACE


# ---- how welcome a number is


@kernel
def appeal(state: Record, appeals: Any) -> None:
    """Fill in, number by number, how welcome it would be."""
    numbers = 0
    groups = state.groups[state.turn] & ~state.big[state.turn]
    while groups:
        group = first(groups)
        groups &= groups - 1
        low, high = face(state, group), face(state, top_of(state, group))
        length = high - low + 1
        numbers |= bit(high + 1) - bit(low)
        appeals[UPWARDS + high] = max(appeals[UPWARDS + high], length)
        appeals[DOWNWARDS + low] = max(appeals[DOWNWARDS + low], length)
    for number in range(LOWEST, HIGHEST + 1):
        below_it, above_it = appeals[UPWARDS + number - 1], appeals[DOWNWARDS + number + 1]
        total = AGAIN if has(numbers, number) else in_a_row(numbers, number)
        if below_it + above_it > 0:
            total += GROUPED
            if below_it + above_it >= SERIES_LENGTH - 1:
                total += SERIES
        appeals[number + BEFORE] = total


@kernel
def in_a_row(numbers: int, number: int) -> int:
    """What a new number adds to all stretches of four numbers that it is part of."""
    total = 0
    for low in range(max(number - SERIES_LENGTH + 1, LOWEST), min(number, HIGHEST - SERIES_LENGTH + 1) + 1):
        total += GAIN[count((numbers >> low) & FOUR)]
    return total


# ---- getting one


@kernel
def best_coin(state: Record, appeals: Any, rng: Rng) -> int:
    """T8: from the pile (to keep or to exchange), or the top coin of another player's series."""
    top = ODDS * appeals[face(state, state.drawn) + BEFORE]
    wanted = best_turned(state, appeals, loose_of_others(state), top, rng)
    best, best_value = DRAW, top if wanted < 0 else turned_appeal(state, appeals, wanted)
    series = state.scored & ~state.cards[state.turn]
    while series:
        card = first(series)
        series &= series - 1
        value = turned_appeal(state, appeals, state.series_top[card])
        if value > best_value:
            best, best_value = TAKE + card, value
    return best


@kernel
def best_turned(state: Record, appeals: Any, coins: int, best_value: int, rng: Rng) -> int:
    """The coin that is most welcome when it is turned over, if it is better than what is there; else −1."""
    best, equal = -1, 1
    while coins:
        coin = first(coins)
        coins &= coins - 1
        value = turned_appeal(state, appeals, coin)
        if value > best_value:
            best, best_value, equal = coin, value, 1
        elif value == best_value and best >= 0:
            equal += 1
            if below(rng, equal) == 0:
                best = coin
    return best


@kernel
def turned_appeal(state: Record, appeals: Any, coin: int) -> int:
    """How welcome the other face of a coin is, times the odds' denominator."""
    if has(state.both_faces, coin):
        return ODDS * appeals[other_face(state, coin) + BEFORE]
    at = face(state, coin) + BEFORE
    return appeals[at - 2] + appeals[at - 1] + 2 * appeals[at] + appeals[at + 1] + appeals[at + 2]
