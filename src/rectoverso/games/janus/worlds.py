"""Imagined worlds of Janus: random complete worlds that fit what a seat has seen.

Every deal and every way up is equally likely beforehand (J2), so a world weighs as much as there are ways to deal it:
a card of which one side is known may lie only one way, unless it is a double, which weighs twice.

The unseen sides are filled in by a random walk over the worlds that fit. A step takes a card known by half and gives
it another symbol at its unseen side, out of all that its seen side may stand with, doubles twice as likely. The card
that this makes may have been thought to be elsewhere; then that other one needs a new symbol in turn, and so on,
until the change ends at a card that was free. Played backwards such a chain of changes is as likely as forwards,
weighed by the worlds at its ends: so the walk tends to the exact odds, and to nothing else. A step that would break
an event (a tie, J13b) is taken back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, first, has
from ...kernel.jit import inlined, kernel
from ...kernel.lists import room
from ...kernel.luck import below, chance, turned_over, word
from ...kernel.record import Deal, Luck, Record, copy
from .knowledge import NO_SIDE, SIDES, whole
from .material import CARDS, SIDE_BITS, SYMBOLS
from .rules import ALL_CARRIERS, OUT, back, carriers_of, front, triplet_possible

# The world being filled in is one array: the symbols by side, for each symbol those that it stands with on a card
# that no half-known card is thought to be (`FREE`), for each two symbols the tag of the card they are on, plus 1
# (`OWNER`), and the changes of the step in hand (`PATH`).
FREE = SIDES
ROW = SYMBOLS + 1
OWNER = FREE + ROW
PATH = OWNER + ROW * ROW
LONGEST_PATH = 60
THOUGHTS = PATH + 2 * LONGEST_PATH + 4

REFRESHINGS = 3
STEPS_A_CARD = 2
STEPS_AT_LEAST = 16
MOST_REPAIRS = 100_000


@kernel
def imagine(seen: Record, state: Record, luck: Luck) -> bool:
    """Fill `state` with a random world that fits what has been seen."""
    copy(state, seen.state)
    if seen.state.over:
        return True
    world = room(THOUGHTS)
    if not guess(seen, world, luck):
        return False
    for _ in range(REFRESHINGS):
        refresh(seen, world, luck)
    for _ in range(steps_for(seen)):
        step(seen, world, luck)
    lay_out(seen, world, state, luck)
    return True


@inlined
def steps_for(seen: Record) -> int:
    """How many steps make a world forget where it began.

    Where every card is known by half and no event forbids anything, a step goes on through a dozen cards, until it is
    back where it set out: a quarter of the steps do as well.
    """
    steps = STEPS_A_CARD * whole(seen.half)
    if seen.blank == 0 and seen.tied == 0 and not seen.guarded:
        steps >>= 2
    return steps + STEPS_AT_LEAST


@kernel
def guess(seen: Record, world: Any, luck: Luck) -> bool:
    """A first world that fits; False if none was found."""
    for side in range(SIDES):
        world[side] = seen.faces[side]
    for symbol in range(1, SYMBOLS + 1):
        world[FREE + symbol] = seen.hidden[symbol]
    for i in range(seen.half):
        if not fill_in(seen, world, seen.halves[i], luck):
            return False
    repairs = 0
    broken = broken_events(seen, world)
    while broken > 0:
        repairs += 1
        if repairs > MOST_REPAIRS:
            return False
        length = change(seen, world, whole(seen.halves[below(luck, whole(seen.half))]), luck)
        still_broken = broken_events(seen, world)
        if still_broken <= broken or chance(luck) < 0.01:  # now and then a step back, not to be caught
            broken = still_broken
        else:
            take_back(world, length)
    return True


@kernel
def fill_in(seen: Record, world: Any, tag: int, luck: Luck) -> bool:
    """Find a card for a tag, if need be by moving others."""
    side = open_side(seen, tag, luck)
    if world[side ^ 1] == 0:
        world[side ^ 1] = any_symbol(seen, side ^ 1, luck)
    for _ in range(MOST_REPAIRS):
        symbol = pick(seen, world, side, luck)
        if symbol == 0:
            return False
        displaced = claim(world, tag, side, symbol)
        if displaced < 0:
            return True
        tag = displaced
        side = open_side(seen, tag, luck)
    return False


@kernel
def any_symbol(seen: Record, side: int, luck: Luck) -> int:
    """A symbol that a side may have, of whose card nothing is known."""
    while True:
        symbol = 1 + below(luck, SYMBOLS)
        if seen.hidden[symbol] and not has(whole(seen.barred[side]), symbol):
            return symbol


# ---- one step


@kernel
def refresh(seen: Record, world: Any, luck: Luck) -> None:
    """Steps that end at once, for each half-known card in turn: it becomes one of the cards that are free."""
    for i in range(seen.half):
        tag = whole(seen.halves[i])
        side = open_side(seen, tag, luck)
        symbol = pick(seen, world, side, luck)
        if world[OWNER + ROW * world[side ^ 1] + symbol] == 0:
            note(world, 0, tag)
            release(world, tag)
            claim(world, tag, side, symbol)
            if not permitted(seen, world, 1):
                take_back(world, 1)


@kernel
def step(seen: Record, world: Any, luck: Luck) -> None:
    """One step of the walk, unless an event forbids it."""
    if seen.half == 0:
        return
    length = change(seen, world, whole(seen.halves[below(luck, whole(seen.half))]), luck)
    if length > 0 and not permitted(seen, world, length):
        take_back(world, length)


@kernel
def change(seen: Record, world: Any, tag: int, luck: Luck) -> int:
    """Give a card another symbol, and others if need be; how many cards changed, noted in the path."""
    side = open_side(seen, tag, luck)
    symbol = pick(seen, world, side, luck)
    if symbol == world[side]:
        return 0
    note(world, 0, tag)
    release(world, tag)
    length = 1
    displaced = claim(world, tag, side, symbol)
    while displaced >= 0:
        note(world, length, displaced)
        length += 1
        if length > LONGEST_PATH:
            take_back(world, length)
            return 0
        side = open_side(seen, displaced, luck)
        displaced = claim(world, displaced, side, pick(seen, world, side, luck))
    return length


@inlined
def open_side(seen: Record, tag: int, luck: Luck) -> int:
    """The side of a card that may change: the unseen one; of two, either."""
    if seen.faces[2 * tag]:
        return 2 * tag + 1
    if seen.faces[2 * tag + 1]:
        return 2 * tag
    return 2 * tag + below(luck, 2)


@inlined
def pick(seen: Record, world: Any, side: int, luck: Luck) -> int:
    """A random symbol that this side may have, given the other side of its card; a double is twice as likely."""
    shown = world[side ^ 1]
    symbols = whole(seen.hidden[shown]) & ~whole(seen.barred[side])
    if symbols == 0:
        return 0
    while True:
        symbol = below(luck, SYMBOLS + 1)
        if symbol == 0:
            symbol = shown
        if has(symbols, symbol):
            return symbol


@inlined
def claim(world: Any, tag: int, side: int, symbol: int) -> int:
    """A tag becomes the card with this symbol; the tag that was thought to be that card, −1 if none."""
    shown = world[side ^ 1]
    world[side] = symbol
    displaced = world[OWNER + ROW * shown + symbol] - 1
    own(world, shown, symbol, tag + 1)
    return displaced


@inlined
def own(world: Any, one: int, other: int, owner: int) -> None:
    """Note which tag (plus 1) is the card with these symbols."""
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
    """The card that a tag was thought to be is free again."""
    own(world, world[2 * tag], world[2 * tag + 1], 0)


@inlined
def note(world: Any, at: int, tag: int) -> None:
    """Remember how a card was before it changed."""
    world[PATH + 2 * at] = tag
    world[PATH + 2 * at + 1] = world[2 * tag] | world[2 * tag + 1] << SIDE_BITS


@kernel
def take_back(world: Any, length: int) -> None:
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
        own(world, world[2 * tag], world[2 * tag + 1], tag + 1)


# ---- events


@kernel
def permitted(seen: Record, world: Any, length: int) -> bool:
    """Does no event forbid the changes of the path?"""
    told = False
    for at in range(length):
        told |= seen.told[world[PATH + 2 * at]] != 0
    return not (told and broken_ties(seen, world)) and not (seen.guarded and not may_go_on(seen, world))


@kernel
def broken_events(seen: Record, world: Any) -> int:
    """How many events this world contradicts."""
    return broken_ties(seen, world) + (1 if seen.guarded and not may_go_on(seen, world) else 0)


@kernel
def broken_ties(seen: Record, world: Any) -> int:
    """J11: how many ties this world breaks."""
    broken = 0
    for i in range(seen.tied):
        symbol = world[seen.tie_a[i]]
        alike = world[seen.tie_b[i]] == symbol and has(whole(seen.tie_symbols[i]), symbol)
        if alike and (seen.tie_c[i] == NO_SIDE or world[seen.tie_c[i]] == symbol):
            broken += 1
    return broken


@kernel
def may_go_on(seen: Record, world: Any) -> bool:
    """J13b: the game has not ended by itself, so some symbol stands on three or more of the cards left."""
    carriers = ALL_CARRIERS
    for tag in range(CARDS):
        if seen.state.place[tag] >= OUT:
            carriers -= carriers_of(world[2 * tag], world[2 * tag + 1])
    return triplet_possible(carriers)


# ---- the finished world


@kernel
def lay_out(seen: Record, world: Any, state: Record, luck: Luck) -> None:
    """Write the world down; the cards of which nothing is known get what is left, in any order and any way up."""
    for i in range(seen.half):
        tag = seen.halves[i]
        state.sides[tag] = world[2 * tag] | world[2 * tag + 1] << SIDE_BITS
    laid = 0
    coins = int(word(luck) >> np.uint64(1))
    for one in range(1, SYMBOLS + 1):
        others = world[FREE + one] >> one << one
        while others:
            other = first(others)
            others &= others - 1
            card = one | other << SIDE_BITS
            if has(coins, laid):
                card = turned_over(card)
            at = below(luck, laid + 1)
            state.sides[seen.blanks[laid]] = state.sides[seen.blanks[at]]
            state.sides[seen.blanks[at]] = card
            laid += 1
    state.carriers = ALL_CARRIERS
    for tag in range(CARDS):
        if state.place[tag] >= OUT:
            state.carriers -= carriers_of(front(state, tag), back(state, tag))


def deal_of(state: Record) -> Deal:
    """The deal that a complete state came from."""
    return np.array([int(card) for card in state.sides], np.int64)
