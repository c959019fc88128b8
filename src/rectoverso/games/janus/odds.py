"""The odds of every side that a seat has not seen: counted where that is feasible, else by a long walk over worlds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, count, first, has
from ...kernel.jit import kernel
from ...kernel.lists import stack_list
from ...kernel.record import Record, Rng
from ...kernel.rng import new_rng
from .counting import NEXT, count_kinds, new_room, unseen_side
from .knowledge import NO_SIDE, possible, whole
from .material import CARDS, LETTERS, SYMBOLS
from .rules import LAST_OF_RING, OUT, PILE
from .worlds import FREE, THOUGHTS, broken_events, claim, guess, open_side, release, step

MAX_COUNTED = 1_000_000  # no more worlds than these are gone through one by one
ROUNDS = 20_000  # how often a walk takes stock, and …
STEPS_AT_LEAST = 12  # … how many steps, at least, lie between
WARM_UP = 60  # steps a card before it first does


def odds(observation: Record) -> dict[str, Any]:
    """For each card of which one side is known, the odds of the other; and of the up side below the pile's top."""
    table = np.zeros((CARDS + 1, SYMBOLS + 1))
    if not observation.state.over and observation.half + observation.blank > 0:
        reckon(observation, table, new_room(), new_rng(0))
    told: dict[str, Any] = {}
    for tag in observation.halves[: observation.half]:
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
    return _written(table[tag if tag in observation.halves[: observation.half] else NEXT])


@kernel
def reckon(observation: Record, table: Any, ways: Any, rng: Rng) -> None:
    """Weigh the worlds that fit: by tag and symbol of its unseen side."""
    if not observation.guarded and count_kinds(observation, ways, table):
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
    for i in range(observation.half):
        tag = whole(observation.halves[i])
        if observation.faces[2 * tag] == 0 and observation.faces[2 * tag + 1] == 0:
            return False
        worlds *= count(possible(observation, unseen_side(observation, tag)))
        if worlds > MAX_COUNTED:
            return False
    return True


@kernel
def count_worlds(observation: Record, table: Any) -> None:
    """Go through all ways to fill in the half-known cards; a double weighs twice."""
    world = stack_list(THOUGHTS)
    left = stack_list(CARDS)  # by card: the symbols still to be tried
    for side in range(2 * CARDS):
        world[side] = observation.faces[side]
    for symbol in range(1, SYMBOLS + 1):
        world[FREE + symbol] = observation.hidden[symbol]
    at = 0
    doubles = 0
    entering = True
    while at >= 0:
        if at == observation.half:
            if broken_events(observation, world) == 0:
                weigh(observation, world, table, float(bit(doubles)))
            at -= 1
            entering = False
            continue
        tag = whole(observation.halves[at])
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
    for i in range(observation.half):
        tag = whole(observation.halves[i])
        table[tag, world[unseen_side(observation, tag)]] += weight
    weigh_next(observation, world, table, weight)


@kernel
def weigh_next(observation: Record, world: Any, table: Any, weight: float) -> None:
    """A card of which nothing is known is any of those that are free, either way up."""
    if observation.blank > 0:
        for symbol in range(1, SYMBOLS + 1):
            others = world[FREE + symbol]
            table[NEXT, symbol] += weight * (count(others) + has(others, symbol)) / (2.0 * observation.blank)


# ---- walking


@kernel
def walk(observation: Record, table: Any, rng: Rng) -> None:
    """A long walk over the worlds. Each stock-taking weighs all that a card could be while the others stay."""
    world = stack_list(THOUGHTS)
    if not guess(observation, world, rng):
        return
    for _ in range(WARM_UP * observation.half):
        step(observation, world, rng)
    for _ in range(ROUNDS):
        for _ in range(max(STEPS_AT_LEAST, observation.half)):
            step(observation, world, rng)
        for i in range(observation.half):
            take_stock(observation, world, whole(observation.halves[i]), table, rng)
        weigh_next(observation, world, table, 1.0)


@kernel
def take_stock(observation: Record, world: Any, tag: int, table: Any, rng: Rng) -> None:
    """What this card could be if all other half-known cards are what the world says."""
    side = open_side(observation, tag, rng)
    shown = world[side ^ 1]
    symbols = bit(world[side])
    if not (observation.guarded and observation.state.place[tag] >= OUT):
        symbols |= possible(observation, side) & world[FREE + shown]
        if observation.told[tag]:
            symbols &= ~forbidden(observation, world, side)
    weight = 1.0 / (count(symbols) + has(symbols, shown))
    while symbols:
        symbol = first(symbols)
        symbols &= symbols - 1
        table[tag, symbol] += 2 * weight if symbol == shown else weight


@kernel
def forbidden(observation: Record, world: Any, side: int) -> int:
    """The symbols that ties forbid this side while the others stay."""
    symbols = 0
    for i in range(observation.tied):
        a, b, c = whole(observation.tie_a[i]), whole(observation.tie_b[i]), whole(observation.tie_c[i])
        if side in (a, b, c):
            one = world[b] if a == side else world[a]
            other = one if c == NO_SIDE else world[b] if c == side else world[c]
            if one == other:
                symbols |= bit(one) & whole(observation.tie_symbols[i])
    return symbols
