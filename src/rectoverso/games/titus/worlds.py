"""Imagined worlds of Titus: random complete worlds that fit what has been seen, each exactly as likely as it is."""

from __future__ import annotations

import numpy as np

from ...kernel.bits import first, has
from ...kernel.jit import kernel
from ...kernel.record import Deal, Record, Rng, copy
from ...kernel.rng import below, chance, word
from .material import COINS, HIGHEST, LOWEST
from .odds import (
    DOUBLE,
    FAR,
    FAR_HIGH,
    FIRST_USE,
    HIGHER,
    KINDS,
    LOWER,
    NEAR,
    NEAR_HIGH,
    OPEN,
    USES,
    unknown_above,
    weight,
)


@kernel
def imagine(observation: Record, state: Record, rng: Rng) -> bool:
    """A random world that fits what has been seen, each exactly as likely as it is."""
    copy(state, observation.state)
    left = turn_up_hidden(observation, state, rng)
    fill_pile(state, left, rng)
    return True


@kernel
def turn_up_hidden(observation: Record, state: Record, rng: Rng) -> int:
    """A random choice for all coins with a hidden face, each by its weight; the coins left for the pile."""
    left = observation.unknown
    found, ahead = 0, 0
    for number in range(LOWEST, HIGHEST + 1):
        use = drawn_use(observation, number, found, ahead, rng)
        lying_open = USES[use, OPEN]
        place = observation.first_open[number] + found
        if lying_open & DOUBLE:
            state.down[observation.open_coins[place]] = number
            place += 1
        if lying_open & NEAR:
            if USES[use, NEAR_HIGH]:
                state.down[observation.open_coins[observation.first_open[number + 1] + ahead]] = number
            else:
                state.down[observation.open_coins[place]] = number + 1
                place += 1
        if lying_open & FAR:
            if USES[use, FAR_HIGH]:
                state.down[observation.open_coins[observation.first_open[number + 2]]] = number
            else:
                state.down[observation.open_coins[place]] = number + 2
        left ^= lying_open << (KINDS * (number - 1))
        mix_hidden(observation, state, number, rng)
        found, ahead = ahead + USES[use, NEAR_HIGH], USES[use, FAR_HIGH]
    return int(left)


@kernel
def drawn_use(observation: Record, number: int, found: int, ahead: int, rng: Rng) -> int:
    """A random use of the three coins with this lower face, each by its weight."""
    rest = chance(rng) * observation.ways[number, found, ahead]
    unknown = unknown_above(observation, number)
    missing = observation.shown[number] - found
    chosen = FIRST_USE[missing]
    for use in range(FIRST_USE[missing], FIRST_USE[missing + 1]):
        if USES[use, OPEN] & ~unknown == 0:
            share = weight(observation, number, ahead, use)
            if share > 0:
                chosen = use
                rest -= share
                if rest < 0:
                    break
    return int(chosen)


@kernel
def mix_hidden(observation: Record, state: Record, number: int, rng: Rng) -> None:
    """Coins that show the same number are alike: any of them may hide any of the faces."""
    begin = observation.first_open[number]
    for place in range(observation.shown[number] - 1, 0, -1):
        one, other = observation.open_coins[begin + place], observation.open_coins[begin + below(rng, place + 1)]
        state.down[one], state.down[other] = state.down[other], state.down[one]


@kernel
def fill_pile(state: Record, left: int, rng: Rng) -> None:
    """T4: the coins that are left lie below the top of the pile, in any order, either way up."""
    begin = state.drawn + 1
    end = begin
    ways_up = int(word(rng) >> np.uint64(1))
    while left:
        coin = first(left)
        left &= left - 1
        place = begin + below(rng, end - begin + 1)
        state.up[end], state.down[end] = state.up[place], state.down[place]
        if ways_up & 1:
            state.up[place], state.down[place] = LOWER[coin], HIGHER[coin]
        else:
            state.up[place], state.down[place] = HIGHER[coin], LOWER[coin]
        ways_up >>= 1
        end += 1


def deal_of(state: Record) -> Deal:
    """The deal that a complete state came from: every coin as it lay in the pile."""
    turned = [bool(has(state.turned, coin)) for coin in range(COINS)]
    ways_up = [(int(state.up[c]), int(state.down[c]))[:: -1 if turned[c] else 1] for c in range(COINS)]
    return np.array([up | down << 8 for up, down in ways_up], np.int64)
