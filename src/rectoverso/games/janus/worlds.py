"""Imagined worlds of Janus: random complete states that fit what a seat has seen.

Every deal and every way up is equally likely beforehand (J2), so the weight of a world is the number of ways to deal
it: a card known on one side lies one way, unless it is a double, which counts twice.

The unseen sides are filled in by a random walk over the worlds that fit. A step takes a card known by half and gives
its unseen side another symbol, out of all that its seen side may stand with, doubles twice as likely. Another tag may
have been that card so far; then that tag needs a new symbol in turn, and so on, until the chain ends at a card that was
free. Such a chain is as likely backwards as forwards, weighted by the worlds at its ends: so the walk tends to the
exact odds. A step that contradicts an event (a tie, J13b) is undone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, first, has
from ...kernel.cards import turned_over
from ...kernel.fixed_record import Deal, Record, Rng, copy
from ...kernel.jit import inlined, kernel
from ...kernel.rng import below, chance, word
from ...kernel.short_lists import stack_list
from .material import CARDS, SIDE_BITS, SYMBOLS
from .rules import ALL_CARRIERS, OUT, back, carriers_of, front, triplet_possible
from .ties import NO_SIDE, SIDES, as_int

# The world being filled in is one array: by side its symbol; by symbol those that it stands with on free cards, which
# no half-known tag is (`FREE`); by two symbols the tag that is this card, plus 1 (`OWNER`); and the changes of the
# current step (`PATH`).
FREE = SIDES
ROW = SYMBOLS + 1
OWNER = FREE + ROW
PATH = OWNER + ROW * ROW
LONGEST_PATH = 60
WORLD = PATH + 2 * LONGEST_PATH + 4

REFRESHINGS = 3
STEPS_A_CARD = 2
STEPS_AT_LEAST = 16
MAX_REPAIRS = 100_000


@kernel
def imagine(observation: Record, state: Record, rng: Rng) -> bool:
    """Fill `state` with a random world that fits what has been seen."""
    copy(state, observation.state)
    if observation.state.over:
        return True
    world = stack_list(WORLD)
    if not first_world(observation, world, rng):
        return False
    for _ in range(REFRESHINGS):
        refresh(observation, world, rng)
    for _ in range(steps_for(observation)):
        step(observation, world, rng)
    lay_out(observation, world, state, rng)
    return True


@inlined
def steps_for(observation: Record) -> int:
    """How many steps make a world independent of where the walk began.

    Where every card is known by half and no event forbids anything, a step changes a dozen cards, so a quarter of the
    steps is enough.
    """
    steps = STEPS_A_CARD * as_int(observation.half_known_count)
    if observation.unknown_count == 0 and observation.tied == 0 and not observation.needs_triplet:
        steps >>= 2
    return steps + STEPS_AT_LEAST


@kernel
def first_world(observation: Record, world: Any, rng: Rng) -> bool:
    """Find a first world that fits; False if none was found."""
    for side in range(SIDES):
        world[side] = observation.faces[side]
    for symbol in range(1, SYMBOLS + 1):
        world[FREE + symbol] = observation.hidden[symbol]
    for i in range(observation.half_known_count):
        if not fill_in(observation, world, observation.half_known[i], rng):
            return False
    repairs = 0
    broken = broken_events(observation, world)
    while broken > 0:
        repairs += 1
        if repairs > MAX_REPAIRS:
            return False
        length = change(observation, world, any_half_known(observation, rng), rng)
        still_broken = broken_events(observation, world)
        if still_broken <= broken or chance(rng) < 0.01:  # now and then a step back, to get out of dead ends
            broken = still_broken
        else:
            undo(world, length)
    return True


@kernel
def fill_in(observation: Record, world: Any, tag: int, rng: Rng) -> bool:
    """Find a card for a tag, if necessary by giving other tags new ones."""
    side = open_side(observation, tag, rng)
    if world[side ^ 1] == 0:
        world[side ^ 1] = any_symbol(observation, side ^ 1, rng)
    for _ in range(MAX_REPAIRS):
        symbol = pick(observation, world, side, rng)
        if symbol == 0:
            return False
        displaced = claim(world, tag, side, symbol)
        if displaced < 0:
            return True
        tag = displaced
        side = open_side(observation, tag, rng)
    return False


@kernel
def any_symbol(observation: Record, side: int, rng: Rng) -> int:
    """A random symbol that a side may have whose card is unknown."""
    while True:
        symbol = 1 + below(rng, SYMBOLS)
        if observation.hidden[symbol] and not has(as_int(observation.barred[side]), symbol):
            return symbol


# ---- one step


@kernel
def refresh(observation: Record, world: Any, rng: Rng) -> None:
    """Take a short step for each half-known card in turn: it becomes one of the free cards."""
    for i in range(observation.half_known_count):
        tag = as_int(observation.half_known[i])
        side = open_side(observation, tag, rng)
        symbol = pick(observation, world, side, rng)
        if world[OWNER + ROW * world[side ^ 1] + symbol] == 0:
            note_change(world, 0, tag)
            release(world, tag)
            claim(world, tag, side, symbol)
            if not permitted(observation, world, 1):
                undo(world, 1)


@kernel
def step(observation: Record, world: Any, rng: Rng) -> None:
    """Take one step of the walk, unless an event forbids it."""
    if observation.half_known_count == 0:
        return
    length = change(observation, world, any_half_known(observation, rng), rng)
    if length > 0 and not permitted(observation, world, length):
        undo(world, length)


@inlined
def any_half_known(observation: Record, rng: Rng) -> int:
    """A random one of the half-known cards."""
    return as_int(observation.half_known[below(rng, as_int(observation.half_known_count))])


@kernel
def change(observation: Record, world: Any, tag: int, rng: Rng) -> int:
    """Give a card another symbol, and others in turn; how many cards changed, as noted in the path."""
    side = open_side(observation, tag, rng)
    symbol = pick(observation, world, side, rng)
    if symbol == world[side]:
        return 0
    note_change(world, 0, tag)
    release(world, tag)
    length = 1
    displaced = claim(world, tag, side, symbol)
    while displaced >= 0:
        note_change(world, length, displaced)
        length += 1
        if length > LONGEST_PATH:
            undo(world, length)
            return 0
        side = open_side(observation, displaced, rng)
        displaced = claim(world, displaced, side, pick(observation, world, side, rng))
    return length


@inlined
def open_side(observation: Record, tag: int, rng: Rng) -> int:
    """The side of a card that may change: the unseen one; if there are two, either."""
    if observation.faces[2 * tag]:
        return 2 * tag + 1
    if observation.faces[2 * tag + 1]:
        return 2 * tag
    return 2 * tag + below(rng, 2)


@inlined
def pick(observation: Record, world: Any, side: int, rng: Rng) -> int:
    """A random symbol that this side may have, given the other side of its card; a double is twice as likely."""
    shown = world[side ^ 1]
    symbols = as_int(observation.hidden[shown]) & ~as_int(observation.barred[side])
    if symbols == 0:
        return 0
    while True:
        symbol = below(rng, SYMBOLS + 1)
        if symbol == 0:
            symbol = shown
        if has(symbols, symbol):
            return symbol


@inlined
def claim(world: Any, tag: int, side: int, symbol: int) -> int:
    """Make a tag the card with this symbol; the tag that was that card before, -1 if none."""
    shown = world[side ^ 1]
    world[side] = symbol
    displaced = world[OWNER + ROW * shown + symbol] - 1
    set_owner(world, shown, symbol, tag + 1)
    return displaced


@inlined
def set_owner(world: Any, one: int, other: int, owner: int) -> None:
    """Note which tag (plus 1) is the card with these symbols; 0: the card is free."""
    world[OWNER + ROW * one + other] = owner
    world[OWNER + ROW * other + one] = owner
    if owner:
        world[FREE + one] &= ~bit(other)
        world[FREE + other] &= ~bit(one)
    else:
        world[FREE + one] |= bit(other)
        world[FREE + other] |= bit(one)


@inlined
def release(world: Any, tag: int) -> None:
    """Make the card that a tag was free again."""
    set_owner(world, world[2 * tag], world[2 * tag + 1], 0)


@inlined
def note_change(world: Any, at: int, tag: int) -> None:
    """Note in the path what a card was before it changed."""
    world[PATH + 2 * at] = tag
    world[PATH + 2 * at + 1] = world[2 * tag] | world[2 * tag + 1] << SIDE_BITS


@kernel
def undo(world: Any, length: int) -> None:
    """Undo the changes of the path."""
    for at in range(length):
        tag = world[PATH + 2 * at]
        if world[OWNER + ROW * world[2 * tag] + world[2 * tag + 1]] == tag + 1:
            release(world, tag)
    for at in range(length - 1, -1, -1):
        tag, card = world[PATH + 2 * at], world[PATH + 2 * at + 1]
        world[2 * tag] = card & 255
        world[2 * tag + 1] = card >> SIDE_BITS
    for at in range(length):
        tag = world[PATH + 2 * at]
        set_owner(world, world[2 * tag], world[2 * tag + 1], tag + 1)


# ---- events


@kernel
def permitted(observation: Record, world: Any, length: int) -> bool:
    """Do the events allow the changes of the path?"""
    in_tie = False
    for at in range(length):
        in_tie |= observation.in_tie[world[PATH + 2 * at]] != 0
    return not (in_tie and broken_ties(observation, world)) and not (
        observation.needs_triplet and not may_go_on(observation, world)
    )


@kernel
def broken_events(observation: Record, world: Any) -> int:
    """How many events this world contradicts."""
    ended = observation.needs_triplet and not may_go_on(observation, world)
    return broken_ties(observation, world) + (1 if ended else 0)


@kernel
def broken_ties(observation: Record, world: Any) -> int:
    """J11: how many ties this world breaks."""
    broken = 0
    for i in range(observation.tied):
        symbol = world[observation.tie_a[i]]
        alike = world[observation.tie_b[i]] == symbol and has(as_int(observation.tie_symbols[i]), symbol)
        if alike and (observation.tie_c[i] == NO_SIDE or world[observation.tie_c[i]] == symbol):
            broken += 1
    return broken


@kernel
def may_go_on(observation: Record, world: Any) -> bool:
    """J13b: does some symbol stand on three or more of the cards left, so that the game goes on?"""
    carriers = ALL_CARRIERS
    for tag in range(CARDS):
        if observation.state.place[tag] >= OUT:
            carriers -= carriers_of(world[2 * tag], world[2 * tag + 1])
    return triplet_possible(carriers)


# ---- the finished world


@kernel
def lay_out(observation: Record, world: Any, state: Record, rng: Rng) -> None:
    """Write the world into a state; unknown cards get what is left, in random order, either way up."""
    for i in range(observation.half_known_count):
        tag = observation.half_known[i]
        state.sides[tag] = world[2 * tag] | world[2 * tag + 1] << SIDE_BITS
    laid = 0
    ways_up = int(word(rng) >> np.uint64(1))
    for one in range(1, SYMBOLS + 1):
        others = world[FREE + one] >> one << one
        while others:
            other = first(others)
            others &= others - 1
            card = one | other << SIDE_BITS
            if has(ways_up, laid):
                card = turned_over(card)
            at = below(rng, laid + 1)
            state.sides[observation.unknown[laid]] = state.sides[observation.unknown[at]]
            state.sides[observation.unknown[at]] = card
            laid += 1
    state.carriers = ALL_CARRIERS
    for tag in range(CARDS):
        if state.place[tag] >= OUT:
            state.carriers -= carriers_of(front(state, tag), back(state, tag))


def deal_of(state: Record) -> Deal:
    """The deal that a complete state came from."""
    return np.array([int(card) for card in state.sides], np.int64)
