"""The odds of every side that a seat has not seen: counted exactly where possible, else by a long random walk."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, count, first, has
from ...kernel.fixed_record import Record, Rng
from ...kernel.jit import kernel
from ...kernel.rng import new_rng
from ...kernel.short_lists import stack_list
from .counting import NEXT, count_kinds, new_ways, unseen_side
from .knowledge import possible
from .material import CARDS, LETTERS, SYMBOLS
from .rules import LAST_OF_RING, OUT, PILE
from .ties import NO_SIDE, as_int
from .worlds import FREE, WORLD, broken_events, claim, first_world, open_side, release, step

MAX_COUNTED = 1_000_000  # how many worlds may be counted one by one
SAMPLES = 20_000  # how many worlds of a walk are weighed, …
STEPS_AT_LEAST = 12  # … and how many steps, at least, lie between two of them
WARM_UP = 60  # steps for each half-known card before the first


def odds(observation: Record) -> dict[str, Any]:
    """For each card known on one side, the odds of the other; `next`: of the up side below the pile's top."""
    table = np.zeros((CARDS + 1, SYMBOLS + 1))
    if not observation.state.over and observation.half_known_count + observation.unknown_count > 0:
        weigh_worlds(observation, table, new_ways(), new_rng(0))
    told: dict[str, Any] = {}
    for tag in observation.half_known[: observation.half_known_count]:
        if observation.faces[2 * tag] or observation.faces[2 * tag + 1]:
            told[f"#{tag + 1}"] = _written(table[tag])
    told["next"] = _next(observation, table)
    return told


def _written(row: Any) -> dict[str, float]:
    total = float(row.sum())
    return {LETTERS[symbol - 1]: float(row[symbol]) / total for symbol in range(1, SYMBOLS + 1) if row[symbol] > 0}


def _next(observation: Record, table: Any) -> dict[str, float] | None:
    """J7: the up side that drawing the top card would uncover."""
    state = observation.state
    if state.cards[PILE] < 2:
        return None
    tag = int(state.pile[(int(state.top) + 1) & LAST_OF_RING])
    face = int(
        observation.faces[2 * tag + (int(state.turned[tag]) != 0)]
    )  # plain Python: an inlined kernel is never cached
    if face:
        return {LETTERS[face - 1]: 1.0}
    return _written(table[tag if tag in observation.half_known[: observation.half_known_count] else NEXT])


@kernel
def weigh_worlds(observation: Record, table: Any, ways: Any, rng: Rng) -> None:
    """Add up the weights of the worlds that fit: by tag, and by symbol of its unseen side."""
    if not observation.needs_triplet and count_kinds(observation, ways, table):
        return
    for row in range(CARDS + 1):
        for symbol in range(SYMBOLS + 1):
            table[row, symbol] = 0.0
    if few_worlds(observation):
        count_worlds(observation, table)
    else:
        walk(observation, table, rng)


# ---- counting


@kernel
def few_worlds(observation: Record) -> bool:
    """Can all worlds be counted one by one?"""
    worlds = 1
    for i in range(observation.half_known_count):
        tag = as_int(observation.half_known[i])
        if observation.faces[2 * tag] == 0 and observation.faces[2 * tag + 1] == 0:
            return False
        worlds *= count(possible(observation, unseen_side(observation, tag)))
        if worlds > MAX_COUNTED:
            return False
    return True


@kernel
def count_worlds(observation: Record, table: Any) -> None:
    """Go through all ways to fill in the half-known cards; a double has twice the weight."""
    world = stack_list(WORLD)
    left = stack_list(CARDS)  # by card: the symbols still to be tried
    for side in range(2 * CARDS):
        world[side] = observation.faces[side]
    for symbol in range(1, SYMBOLS + 1):
        world[FREE + symbol] = observation.hidden[symbol]
    at = 0
    doubles = 0
    entering = True
    while at >= 0:
        if at == observation.half_known_count:
            if broken_events(observation, world) == 0:
                weigh(observation, world, table, float(bit(doubles)))
            at -= 1
            entering = False
            continue
        tag = as_int(observation.half_known[at])
        side = unseen_side(observation, tag)
        shown = world[side ^ 1]
        if entering:
            left[at] = possible(observation, side) & world[FREE + shown]
        else:
            doubles -= world[side] == shown
            release(world, tag)
            world[side] = 0
        if left[at] == 0:
            at -= 1
            entering = False
        else:
            claim(world, tag, side, first(left[at]))
            left[at] &= left[at] - 1
            doubles += world[side] == shown
            at += 1
            entering = True


@kernel
def weigh(observation: Record, world: Any, table: Any, weight: float) -> None:
    """Add one world to the table."""
    for i in range(observation.half_known_count):
        tag = as_int(observation.half_known[i])
        table[tag, world[unseen_side(observation, tag)]] += weight
    weigh_next(observation, world, table, weight)


@kernel
def weigh_next(observation: Record, world: Any, table: Any, weight: float) -> None:
    """An unknown card is any of the free ones, either way up."""
    if observation.unknown_count > 0:
        for symbol in range(1, SYMBOLS + 1):
            others = world[FREE + symbol]
            table[NEXT, symbol] += weight * (count(others) + has(others, symbol)) / (2.0 * observation.unknown_count)


# ---- walking


@kernel
def walk(observation: Record, table: Any, rng: Rng) -> None:
    """Walk over the worlds. Each sample weighs all that a card could be while the others stay as they are."""
    world = stack_list(WORLD)
    if not first_world(observation, world, rng):
        return
    for _ in range(WARM_UP * observation.half_known_count):
        step(observation, world, rng)
    for _ in range(SAMPLES):
        for _ in range(max(STEPS_AT_LEAST, observation.half_known_count)):
            step(observation, world, rng)
        for i in range(observation.half_known_count):
            weigh_alternatives(observation, world, as_int(observation.half_known[i]), table, rng)
        weigh_next(observation, world, table, 1.0)


@kernel
def weigh_alternatives(observation: Record, world: Any, tag: int, table: Any, rng: Rng) -> None:
    """Weigh what this card could be if all other half-known cards are what the world says."""
    side = open_side(observation, tag, rng)
    shown = world[side ^ 1]
    symbols = bit(world[side])
    if not (observation.needs_triplet and observation.state.place[tag] >= OUT):
        symbols |= possible(observation, side) & world[FREE + shown]
        if observation.in_tie[tag]:
            symbols &= ~forbidden(observation, world, side)
    weight = 1.0 / (count(symbols) + has(symbols, shown))
    while symbols:
        symbol = first(symbols)
        symbols &= symbols - 1
        table[tag, symbol] += 2 * weight if symbol == shown else weight


@kernel
def forbidden(observation: Record, world: Any, side: int) -> int:
    """The symbols that ties forbid this side while the others stay as they are."""
    symbols = 0
    for i in range(observation.tied):
        a, b, c = as_int(observation.tie_a[i]), as_int(observation.tie_b[i]), as_int(observation.tie_c[i])
        if side in (a, b, c):
            one = world[b] if a == side else world[a]
            other = one if c == NO_SIDE else world[b] if c == side else world[c]
            if one == other:
                symbols |= bit(one) & as_int(observation.tie_symbols[i])
    return symbols
