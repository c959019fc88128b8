"""Imagined worlds of Titus: random complete states that fit what has been seen, drawn with their exact odds."""

from __future__ import annotations

import numpy as np

from ...kernel.bits import first
from ...kernel.cards import FACE_BITS
from ...kernel.fixed_record import Deal, Record, Rng, copy, plain
from ...kernel.jit import kernel
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
    """Fill `state` with a random world that fits what has been seen; it always exists."""
    copy(state, observation.state)
    left = turn_up_hidden(observation, state, rng)
    fill_pile(state, left, rng)
    return True


@kernel
def turn_up_hidden(observation: Record, state: Record, rng: Rng) -> int:
    """Choose all hidden faces at random by their weights; the set of coins left for the pile."""
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
    """A random use of the three coins with this lower face, by weight."""
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
    """Shuffle the hidden faces of the coins that show the same number: they are alike."""
    begin = observation.first_open[number]
    for place in range(observation.shown[number] - 1, 0, -1):
        one, other = observation.open_coins[begin + place], observation.open_coins[begin + below(rng, place + 1)]
        state.down[one], state.down[other] = state.down[other], state.down[one]


@kernel
def fill_pile(state: Record, left: int, rng: Rng) -> None:
    """T4: put the coins that are left below the top of the pile, in random order, either way up."""
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
    table = plain(state)
    ways_up = [
        (down, up) if table.turned >> coin & 1 else (up, down)
        for coin, (up, down) in enumerate(zip(table.up[:COINS], table.down[:COINS], strict=True))
    ]
    return np.array([up | down << FACE_BITS for up, down in ways_up], np.int64)
