"""Rules of thumb for Titus: the bot `greedy`, its noisy variants, and moves for playouts."""

from __future__ import annotations

from typing import Any

from ...kernel.bits import bit, count, first, has
from ...kernel.fixed_record import Moves, Record, Rng
from ...kernel.jit import kernel
from ...kernel.rng import below, chance
from ...kernel.short_lists import stack_list
from .groups import face, other_face, top_of
from .material import COINS, HIGHEST, LOWEST, MAX_DIFFERENCE, SERIES_LENGTH
from .moves import DRAW, END, JOIN, MERGE, PLACE, SCORE, SWAP, TAKE
from .odds import OTHERS
from .rules import CHOOSING, DRAWN, TURNED, fitting, limit_reached, loose_of_others, scorable, series_of_others

# What four consecutive numbers are worth, by how many of them a seat has.
WINDOW = (0.0, 1.0, 3.0, 8.0, 16.0)
SECOND = 0.5  # the weight of numbers that a seat has twice, when they are counted again
SERIES = 60.0  # a group that can be scored
GO_ON = 15.0  # a grouped coin lets its player take another one …
SAFE = 4.0  # … and nobody can take it away
LAST_COIN = 100.0  # drawing the last coin: good for the leader, bad for the others
TIE_BREAK = 0.01  # noise that only decides between equal moves
INFINITE = 1e9  # more than any move is worth
LYING_ALONE = 62  # no coin's number: a coin that lies with no group
WHEN_DONE = 0.1  # less than any coin is worth: a newcomer merges, and then scores, when there is nothing to take
FOUR = (1 << SERIES_LENGTH) - 1


@kernel
def heuristic(observation: Record, noise: float, rng: Rng) -> int:
    """The move of the bot `greedy`; every move's value gets a random addition of up to `noise`."""
    state = observation.state
    noise += TIE_BREAK
    if state.taking_over:
        series = scorable(state)
        return SCORE + first(series) if series else heuristic_merge(state)
    choosing = state.phase == CHOOSING
    coin = state.drawn if choosing else state.hand
    go_on = not limit_reached(state, state.taken + (1 if choosing else 0))
    best_worth, best = best_play(observation, face(state, coin), state.phase != TURNED, go_on, noise, rng)
    return heuristic_take(observation, best_worth, go_on, noise, rng) if choosing else best


# ---- what a reserve is worth


@kernel
def worth(state: Record, seat: int, number: int, group: int) -> float:
    """What a reserve is worth with one more number (0: none), put to a group or lying alone."""
    groups = state.groups[seat]
    once = bit(number) & ~1 if group == LYING_ALONE else 0
    twice = 0
    total = 0.0
    while groups:
        lowest = first(groups)
        groups &= groups - 1
        low, high = face(state, lowest), face(state, top_of(state, lowest))
        if lowest == group:
            low, high = min(low, number), max(high, number)
        if high - low + 1 >= SERIES_LENGTH:
            total += SERIES
        else:
            run = bit(high + 1) - bit(low)
            twice |= once & run
            once |= run
    return total + windows(once) + SECOND * windows(twice)


@kernel
def windows(numbers: int) -> float:
    """What the numbers of a reserve are worth, four consecutive ones at a time."""
    total = 0.0
    for low in range(LOWEST, HIGHEST - SERIES_LENGTH + 2):
        total += WINDOW[count((numbers >> low) & FOUR)]
    return total


# ---- taking a coin


@kernel
def heuristic_take(observation: Record, best_worth: float, go_on: bool, noise: float, rng: Rng) -> int:
    """T8: the top coin of the pile, of value `best_worth`, or that of another seat's series."""
    state = observation.state
    best = DRAW
    if state.drawn + 1 == COINS:
        best_worth += LAST_COIN if leads(state) else -LAST_COIN
        if state.taken > 0 and best_worth < 0:
            best, best_worth = END, 0.0
    series = series_of_others(state)
    while series:
        card = first(series)
        series &= series - 1
        value = turned_worth(observation, state.series_top[card], go_on) + chance(rng) * noise
        if value > best_worth:
            best, best_worth = TAKE + card, value
    return best


@kernel
def leads(state: Record) -> bool:
    """Has the seat to move the most points?"""
    ahead = 0
    for seat in range(state.players):
        ahead += state.points[seat] >= state.points[state.turn]
    return ahead == 1


@kernel
def turned_worth(observation: Record, coin: int, go_on: bool) -> float:
    """What a coin is worth when it is turned over: its hidden face is known, or has its odds."""
    state = observation.state
    shown, known = face(state, coin), other_face(state, coin)
    total = 0.0
    for other in range(OTHERS):
        number = shown + other - MAX_DIFFERENCE
        share = observation.hidden[shown, other] if known == 0 else 1.0 if number == known else 0.0
        if share > 0:
            total += share * best_put(state, number, go_on)[0]
    return total


# ---- playing the coin in the hand


@kernel
def best_put(state: Record, number: int, go_on: bool) -> tuple[float, int]:
    """T6: the best place for a number, alone or with one of my groups: its value, and the move."""
    best, best_worth = PLACE, -INFINITE
    groups = fitting(state, state.turn, number) | bit(LYING_ALONE)
    while groups:
        group = first(groups)
        groups &= groups - 1
        value = worth(state, state.turn, number, group)
        if group != LYING_ALONE:
            value += SAFE + GO_ON if go_on else SAFE
        if value > best_worth:
            best, best_worth = PLACE if group == LYING_ALONE else JOIN + group, value
    return best_worth, best


@kernel
def best_play(
    observation: Record, number: int, may_swap: bool, go_on: bool, noise: float, rng: Rng
) -> tuple[float, int]:
    """T9: the best use of a coin, kept or (from the pile) exchanged: its value, and the move."""
    state = observation.state
    best_worth, best = best_put(state, number, go_on)
    best_worth += chance(rng) * noise
    wanted_ones = loose_of_others(state) if may_swap else 0
    while wanted_ones:
        wanted = first(wanted_ones)
        wanted_ones &= wanted_ones - 1
        value = turned_worth(observation, wanted, go_on) + chance(rng) * noise
        if value > best_worth:
            best, best_worth = SWAP + wanted, value
    return best_worth, best


# ---- free actions


@kernel
def heuristic_merge(state: Record) -> int:
    """T14: merge groups that make a series together, the shortest first; else any, which makes them safe; else end."""
    me = state.turn
    best, best_rank = END, 0
    lower_ones = state.groups[me] & ~state.big[me]
    while lower_ones:
        lower = first(lower_ones)
        lower_ones &= lower_ones - 1
        upper_ones = state.low[face(state, top_of(state, lower)) + 1] & state.groups[me] & ~state.big[me]
        while upper_ones:
            upper = first(upper_ones)
            upper_ones &= upper_ones - 1
            length = face(state, top_of(state, upper)) - face(state, lower) + 1
            rank = length if length < SERIES_LENGTH else COINS - length
            if rank > best_rank:
                best, best_rank = MERGE + lower * COINS + upper, rank
    return best


# ---- a newcomer


@kernel
def first_impression(observation: Record, move: int) -> float:
    """What my reserve is worth with the coin. When there is nothing to take, groups are merged, then scored."""
    state = observation.state
    if move == END:
        return 0.0
    if move >= SCORE:
        return WHEN_DONE if move >= MERGE else WHEN_DONE / 2
    go_on = not limit_reached(state, state.taken + (1 if state.phase == CHOOSING else 0))
    if move >= SWAP:
        return turned_worth(observation, move - SWAP, go_on)
    if move == DRAW:
        return max(best_put(state, face(state, state.drawn), go_on)[0], best_exchange(observation, go_on))
    if TAKE <= move < JOIN:
        return turned_worth(observation, int(state.series_top[move - TAKE]), go_on)
    number = face(state, state.hand)
    if move == PLACE:
        return worth(state, state.turn, number, LYING_ALONE)
    return worth(state, state.turn, number, move - JOIN) + (SAFE + GO_ON if go_on else SAFE)


@kernel
def best_exchange(observation: Record, go_on: bool) -> float:
    """T9: the most that an independent coin of the others may be worth when it is turned over."""
    best = 0.0
    coins = loose_of_others(observation.state)
    while coins:
        best = max(best, turned_worth(observation, first(coins), go_on))
        coins &= coins - 1
    return best


# ---- playouts
#
# Nearly what the heuristic does, in a fraction of the time. `list_appeals` writes down once, number by number, how much
# the seat to move wants a coin that shows it; every way to get a coin is then valued by this list. Only faces that lie
# open, or that everybody has seen because the coin has been turned over, are used; for the others the odds of a fresh
# coin stand in (T1, T2, T4).
NUMBERS = 32  # the length of a list by number, with places for some below and above
BEFORE = 4  # number v stands at v + BEFORE, so that there are places below the lowest
UPWARDS, DOWNWARDS = NUMBERS, 2 * NUMBERS  # the length of the longest group that ends, or begins, with a number
LIST = 3 * NUMBERS

GAIN = (1, 2, 5, 8)  # one more of four consecutive numbers, by how many of them are there already
APPEAL_GROUPED = 19  # a grouped coin lets its player take another one, and nobody can take it away
APPEAL_SERIES = 45  # a group that can be scored
APPEAL_AGAIN = 2  # a number that the seat has already
ODDS = 6  # of six coins that show a number two are doubles, and one each has a number 1 or 2 away


@kernel
def playout_move(state: Record, moves: Moves, n: int, rng: Rng) -> int:
    """A coin that fits, else the most wanted one; score when the taking is over."""
    if state.taking_over and state.phase == CHOOSING:
        groups = scorable(state)
        return SCORE + first(groups) if groups else heuristic_merge(state)
    choosing = state.phase == CHOOSING
    number = face(state, state.drawn if choosing else state.hand)
    groups = fitting(state, state.turn, number)
    if groups:
        return DRAW if choosing else JOIN + first(groups)
    if not choosing and state.phase != DRAWN:
        return PLACE
    appeals = stack_list(LIST)
    list_appeals(state, appeals)
    if choosing:
        return best_coin(state, appeals, rng)
    wanted = best_turned(state, appeals, loose_of_others(state), ODDS * appeals[number + BEFORE], rng)
    return SWAP + wanted if wanted >= 0 else PLACE


# ---- how much a number is wanted


@kernel
def list_appeals(state: Record, appeals: Any) -> None:
    """List, number by number, how much it is wanted."""
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
        total = APPEAL_AGAIN if has(numbers, number) else in_a_row(numbers, number)
        if below_it + above_it > 0:
            total += APPEAL_GROUPED
            if below_it + above_it >= SERIES_LENGTH - 1:
                total += APPEAL_SERIES
        appeals[number + BEFORE] = total


@kernel
def in_a_row(numbers: int, number: int) -> int:
    """What a new number adds to all windows of four numbers that it is part of."""
    total = 0
    for low in range(max(number - SERIES_LENGTH + 1, LOWEST), min(number, HIGHEST - SERIES_LENGTH + 1) + 1):
        total += GAIN[count((numbers >> low) & FOUR)]
    return total


# ---- getting a coin


@kernel
def best_coin(state: Record, appeals: Any, rng: Rng) -> int:
    """T8: draw from the pile (to keep or to exchange), or take the top coin of another seat's series."""
    top = ODDS * appeals[face(state, state.drawn) + BEFORE]
    wanted = best_turned(state, appeals, loose_of_others(state), top, rng)
    best, best_value = DRAW, top if wanted < 0 else turned_appeal(state, appeals, wanted)
    series = series_of_others(state)
    while series:
        card = first(series)
        series &= series - 1
        value = turned_appeal(state, appeals, state.series_top[card])
        if value > best_value:
            best, best_value = TAKE + card, value
    return best


@kernel
def best_turned(state: Record, appeals: Any, coins: int, best_value: int, rng: Rng) -> int:
    """The coin that is most wanted when it is turned over, if it is better than `best_value`; else -1."""
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
    """How much the hidden face of a coin is wanted, times the denominator of the odds."""
    if has(state.both_faces, coin):
        return ODDS * appeals[other_face(state, coin) + BEFORE]
    at = face(state, coin) + BEFORE
    return appeals[at - 2] + appeals[at - 1] + 2 * appeals[at] + appeals[at + 1] + appeals[at + 2]
