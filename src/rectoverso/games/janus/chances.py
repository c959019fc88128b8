"""The odds of every side that a seat has not seen: counted where that is feasible, else by a long walk over worlds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, count, first, has
from ...kernel.jit import kernel
from ...kernel.lists import room
from ...kernel.luck import new_luck
from ...kernel.record import Luck, Record
from .counting import NEXT, count_kinds, new_room, unseen_side
from .knowledge import NO_SIDE, possible, whole
from .material import CARDS, LETTERS, SYMBOLS
from .rules import LAST_OF_RING, OUT, PILE
from .worlds import FREE, THOUGHTS, broken_events, claim, guess, open_side, release, step

MOST_COUNTED = 1_000_000  # no more worlds than these are gone through one by one
ROUNDS = 20_000  # how often a walk takes stock, and …
STEPS_AT_LEAST = 12  # … how many steps, at least, lie between
WARM_UP = 60  # steps a card before it first does


def odds(seen: Record) -> dict[str, Any]:
    """For each card of which one side is known, the odds of the other; and of the up side below the pile's top."""
    table = np.zeros((CARDS + 1, SYMBOLS + 1))
    if not seen.state.over and seen.half + seen.blank > 0:
        reckon(seen, table, new_room(), new_luck(0))
    told: dict[str, Any] = {}
    for tag in seen.halves[: seen.half]:
        if seen.faces[2 * tag] or seen.faces[2 * tag + 1]:
            told[f"#{tag + 1}"] = _written(table[tag])
    told["next"] = _next(seen, table)
    return told


def _written(row: Any) -> dict[str, float]:
    total = float(row.sum())
    return {LETTERS[symbol - 1]: float(row[symbol]) / total for symbol in range(1, SYMBOLS + 1) if row[symbol] > 0}


def _next(seen: Record, table: Any) -> dict[str, float] | None:
    """J7: the up side that drawing the top card would uncover."""
    state = seen.state
    if state.cards[PILE] < 2:
        return None
    tag = int(state.pile[(int(state.top) + 1) & LAST_OF_RING])
    face = int(seen.faces[2 * tag + (int(state.turned[tag]) != 0)])  # plain Python: an inlined kernel is never cached
    if face:
        return {LETTERS[face - 1]: 1.0}
    return _written(table[tag if tag in seen.halves[: seen.half] else NEXT])


@kernel
def reckon(seen: Record, table: Any, ways: Any, luck: Luck) -> None:
    """Weigh the worlds that fit: by tag and symbol of its unseen side."""
    if not seen.guarded and count_kinds(seen, ways, table):
        return
    for row in range(CARDS + 1):
        for symbol in range(SYMBOLS + 1):
            table[row, symbol] = 0.0
    if few_worlds(seen):
        count_worlds(seen, table)
    else:
        walk(seen, table, luck)


# ---- counting


@kernel
def few_worlds(seen: Record) -> bool:
    """Can all worlds be counted one by one?"""
    worlds = 1
    for i in range(seen.half):
        tag = whole(seen.halves[i])
        if seen.faces[2 * tag] == 0 and seen.faces[2 * tag + 1] == 0:
            return False
        worlds *= count(possible(seen, unseen_side(seen, tag)))
        if worlds > MOST_COUNTED:
            return False
    return True


@kernel
def count_worlds(seen: Record, table: Any) -> None:
    """Go through all ways to fill in the half-known cards; a double weighs twice."""
    world = room(THOUGHTS)
    left = room(CARDS)  # by card: the symbols still to be tried
    for side in range(2 * CARDS):
        world[side] = seen.faces[side]
    for symbol in range(1, SYMBOLS + 1):
        world[FREE + symbol] = seen.hidden[symbol]
    at = 0
    doubles = 0
    entering = True
    while at >= 0:
        if at == seen.half:
            if broken_events(seen, world) == 0:
                weigh(seen, world, table, float(bit(doubles)))
            at -= 1
            entering = False
            continue
        tag = whole(seen.halves[at])
        side = unseen_side(seen, tag)
        shown = world[side ^ 1]
        if entering:
            left[at] = possible(seen, side) & world[FREE + shown]
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
def weigh(seen: Record, world: Any, table: Any, weight: float) -> None:
    """Add one world to the table."""
    for i in range(seen.half):
        tag = whole(seen.halves[i])
        table[tag, world[unseen_side(seen, tag)]] += weight
    weigh_next(seen, world, table, weight)


@kernel
def weigh_next(seen: Record, world: Any, table: Any, weight: float) -> None:
    """A card of which nothing is known is any of those that are free, either way up."""
    if seen.blank > 0:
        for symbol in range(1, SYMBOLS + 1):
            others = world[FREE + symbol]
            table[NEXT, symbol] += weight * (count(others) + has(others, symbol)) / (2.0 * seen.blank)


# ---- walking


@kernel
def walk(seen: Record, table: Any, luck: Luck) -> None:
    """A long walk over the worlds. Each stock-taking weighs all that a card could be while the others stay."""
    world = room(THOUGHTS)
    if not guess(seen, world, luck):
        return
    for _ in range(WARM_UP * seen.half):
        step(seen, world, luck)
    for _ in range(ROUNDS):
        for _ in range(max(STEPS_AT_LEAST, seen.half)):
            step(seen, world, luck)
        for i in range(seen.half):
            take_stock(seen, world, whole(seen.halves[i]), table, luck)
        weigh_next(seen, world, table, 1.0)


@kernel
def take_stock(seen: Record, world: Any, tag: int, table: Any, luck: Luck) -> None:
    """What this card could be if all other half-known cards are what the world says."""
    side = open_side(seen, tag, luck)
    shown = world[side ^ 1]
    symbols = bit(world[side])
    if not (seen.guarded and seen.state.place[tag] >= OUT):
        symbols |= possible(seen, side) & world[FREE + shown]
        if seen.told[tag]:
            symbols &= ~forbidden(seen, world, side)
    weight = 1.0 / (count(symbols) + has(symbols, shown))
    while symbols:
        symbol = first(symbols)
        symbols &= symbols - 1
        table[tag, symbol] += 2 * weight if symbol == shown else weight


@kernel
def forbidden(seen: Record, world: Any, side: int) -> int:
    """The symbols that ties forbid this side while the others stay."""
    symbols = 0
    for i in range(seen.tied):
        a, b, c = whole(seen.tie_a[i]), whole(seen.tie_b[i]), whole(seen.tie_c[i])
        if side in (a, b, c):
            one = world[b] if a == side else world[a]
            other = one if c == NO_SIDE else world[b] if c == side else world[c]
            if one == other:
                symbols |= bit(one) & whole(seen.tie_symbols[i])
    return symbols
