"""Exact odds of Janus by counting, without going through the worlds one by one.

Half-known tags that show the same symbol and may be the same cards form a *kind*; it matters only how many of a kind
have found a card, not which. Going through the unseen cards one by one, each is left free or goes to a kind that it
fits. So the worlds are counted by dynamic programming over how many of each kind have found a card: forwards the ways
to get there, backwards the ways to go on. A double has twice the weight (see worlds.py).

A tie (J11) would couple two kinds. Therefore cards are fixed, one value after the other, until each tie has only one
side left, which is then barred from a symbol.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...kernel.bits import bit, count, first, has
from ...kernel.fixed_record import Record
from ...kernel.jit import kernel
from ...kernel.short_lists import stack_list
from .knowledge import possible
from .material import CARDS, SYMBOLS
from .ties import NO_SIDE, SIDES, as_int

NEXT = CARDS  # in a table of odds by tag: the row of an unknown card
MAX_ENTRIES = 3_000_000  # the size of the table of ways, for all unseen cards together
MAX_WORK = 30_000_000  # how many entries may be computed, for all fixed values together
MAX_FIXED = 3
ROW = SYMBOLS + 1

# The plan of a count is one array: by side the symbols that it may have; by tag its kind; by kind the symbol shown, the
# symbols that the other side may have, how many cards are of it, and the stride of its number in the table; then the
# unseen cards, by their two symbols.
MAY = 0
KIND_OF = MAY + SIDES
SHOWN = KIND_OF + CARDS
MASK = SHOWN + CARDS
MANY = MASK + CARDS
STRIDE = MANY + CARDS
ONE = STRIDE + CARDS + 1
OTHER = ONE + CARDS
KINDS = OTHER + CARDS
UNSEEN = KINDS + 1
FIXED = UNSEEN + 1  # how many cards are fixed, …
FIXED_TAG = FIXED + 1  # … and which
PLAN = FIXED_TAG + MAX_FIXED


def new_ways() -> npt.NDArray[np.float64]:
    """Memory for the table of ways."""
    return np.empty(MAX_ENTRIES)


@kernel
def unseen_side(observation: Record, tag: int) -> int:
    """The unseen side of a card of which the other has been seen."""
    return 2 * tag + (observation.faces[2 * tag] != 0)


@kernel
def count_kinds(observation: Record, ways: Any, table: Any) -> bool:
    """Add up the weights of all worlds: by tag, and by symbol of its unseen side. False if it would take too long."""
    plan = stack_list(PLAN)
    if observation.needs_triplet or not choose_fixed(observation, plan):
        return False
    left = stack_list(MAX_FIXED)  # by fixed card: the values still to be tried
    value = stack_list(MAX_FIXED)
    trials = count_trials(observation, plan)
    at = 0
    started = False
    while at >= 0:
        if at == plan[FIXED]:
            if not weigh_fixed(observation, plan, value, ways, table, trials):
                return False
            at -= 1
            started = True
            continue
        if not started:
            left[at] = possible(observation, unseen_side(observation, plan[FIXED_TAG + at]))
        if left[at] == 0:
            at -= 1
            started = True
        else:
            value[at] = first(left[at])
            left[at] &= left[at] - 1
            at += 1
            started = False
    return True


@kernel
def choose_fixed(observation: Record, plan: Any) -> bool:
    """Fix cards until each tie has only one side left; False if it takes too many, or no side of a card is known."""
    for i in range(observation.half_known_count):
        tag = as_int(observation.half_known[i])
        if observation.faces[2 * tag] == 0 and observation.faces[2 * tag + 1] == 0:
            return False
    for i in range(observation.tied):
        for side in (as_int(observation.tie_a[i]), as_int(observation.tie_b[i]), as_int(observation.tie_c[i])):
            if open_sides(observation, plan, i) > 1 and not is_fixed(plan, side >> 1):
                if plan[FIXED] == MAX_FIXED:
                    return False
                plan[FIXED_TAG + plan[FIXED]] = side >> 1
                plan[FIXED] += 1
    return True


@kernel
def count_trials(observation: Record, plan: Any) -> int:
    """How many combinations of values the fixed cards may have."""
    trials = 1
    for i in range(plan[FIXED]):
        trials *= count(possible(observation, unseen_side(observation, plan[FIXED_TAG + i])))
    return trials


@kernel
def is_fixed(plan: Any, tag: int) -> bool:
    """Is this card one of the fixed ones?"""
    for i in range(plan[FIXED]):
        if plan[FIXED_TAG + i] == tag:
            return True
    return False


@kernel
def open_sides(observation: Record, plan: Any, i: int) -> int:
    """How many sides of a tie are not fixed."""
    loose = 2 - is_fixed(plan, as_int(observation.tie_a[i]) >> 1) - is_fixed(plan, as_int(observation.tie_b[i]) >> 1)
    if observation.tie_c[i] != NO_SIDE:
        loose += 1 - is_fixed(plan, as_int(observation.tie_c[i]) >> 1)
    return loose


# ---- with some cards fixed


@kernel
def weigh_fixed(observation: Record, plan: Any, value: Any, ways: Any, table: Any, trials: int) -> bool:
    """Add the worlds in which the fixed cards have these values; False if the table is too big."""
    weight = 1.0
    hidden = stack_list(ROW)
    for symbol in range(1, SYMBOLS + 1):
        hidden[symbol] = observation.hidden[symbol]
    for i in range(plan[FIXED]):
        shown = as_int(observation.faces[unseen_side(observation, plan[FIXED_TAG + i]) ^ 1])
        if not has(hidden[shown], value[i]):
            return True  # two cards cannot be the same
        hidden[shown] &= ~bit(value[i])
        hidden[value[i]] &= ~bit(shown)
        weight *= 2.0 if shown == value[i] else 1.0
    if not set_bounds(observation, plan, value, hidden):
        return True
    find_kinds(observation, plan)
    list_unseen(plan, hidden)
    for kind in range(plan[KINDS]):  # which card of a kind is which is counted here
        for i in range(plan[MANY + kind]):
            weight *= i + 1.0
    size = plan[STRIDE + plan[KINDS]]
    if size * (plan[UNSEEN] + 1) > MAX_ENTRIES or size * plan[UNSEEN] * trials > MAX_WORK:
        return False
    total = weight * count_ways(plan, ways, size)
    if total > 0:
        for i in range(plan[FIXED]):
            table[plan[FIXED_TAG + i], value[i]] += total
        share_out(observation, plan, ways, size, weight, table)
    return True


@kernel
def set_bounds(observation: Record, plan: Any, value: Any, hidden: Any) -> bool:
    """Note which symbols each unseen side may have, given the fixed cards; False if these break a tie."""
    for i in range(observation.half_known_count):
        side = unseen_side(observation, as_int(observation.half_known[i]))
        plan[MAY + side] = possible(observation, side) & hidden[as_int(observation.faces[side ^ 1])]
    for i in range(observation.tied):
        symbols, loose = as_int(observation.tie_symbols[i]), NO_SIDE
        for side in (as_int(observation.tie_a[i]), as_int(observation.tie_b[i]), as_int(observation.tie_c[i])):
            if side == NO_SIDE:
                continue
            if is_fixed(plan, side >> 1):
                for j in range(plan[FIXED]):
                    if plan[FIXED_TAG + j] == side >> 1:
                        symbols &= bit(value[j])
            else:
                loose = side
        if loose == NO_SIDE and symbols:
            return False
        if loose != NO_SIDE:
            plan[MAY + loose] &= ~symbols
    return True


@kernel
def find_kinds(observation: Record, plan: Any) -> None:
    """Put cards that show the same symbol and may be the same cards into one kind."""
    plan[KINDS] = 0
    for i in range(observation.half_known_count):
        tag = as_int(observation.half_known[i])
        if is_fixed(plan, tag):
            continue
        side = unseen_side(observation, tag)
        shown, may = as_int(observation.faces[side ^ 1]), plan[MAY + side]
        kind = 0
        while kind < plan[KINDS] and not (plan[SHOWN + kind] == shown and plan[MASK + kind] == may):
            kind += 1
        if kind == plan[KINDS]:
            plan[SHOWN + kind], plan[MASK + kind], plan[MANY + kind] = shown, may, 0
            plan[KINDS] += 1
        plan[KIND_OF + tag] = kind
        plan[MANY + kind] += 1
    plan[STRIDE] = 1
    for kind in range(plan[KINDS]):
        plan[STRIDE + kind + 1] = min(plan[STRIDE + kind] * (plan[MANY + kind] + 1), MAX_ENTRIES + 1)


@kernel
def list_unseen(plan: Any, hidden: Any) -> None:
    """List the unseen cards that are not fixed."""
    n = 0
    for one in range(1, SYMBOLS + 1):
        for other in range(one, SYMBOLS + 1):
            if has(hidden[one], other):
                plan[ONE + n], plan[OTHER + n] = one, other
                n += 1
    plan[UNSEEN] = n


@kernel
def fits(plan: Any, kind: int, card: int) -> bool:
    """May a card of this kind be that one?"""
    one, other, shown = plan[ONE + card], plan[OTHER + card], plan[SHOWN + kind]
    return (shown == one and has(plan[MASK + kind], other)) or (shown == other and has(plan[MASK + kind], one))


@kernel
def count_ways(plan: Any, ways: Any, size: int) -> float:
    """Forwards: count the ways to reach each entry with the first cards; how many there are in all."""
    for entry in range(size):
        ways[entry] = 0.0
    ways[0] = 1.0
    for card in range(plan[UNSEEN]):
        before, after = card * size, (card + 1) * size
        for entry in range(size):
            ways[after + entry] = ways[before + entry]
        weight = 2.0 if plan[ONE + card] == plan[OTHER + card] else 1.0
        for kind in range(plan[KINDS]):
            if fits(plan, kind, card):
                stride, cycle = plan[STRIDE + kind], plan[STRIDE + kind + 1]
                for start in range(0, size, cycle):
                    for entry in range(start + stride, start + cycle):
                        ways[after + entry] += weight * ways[before + entry - stride]
    return float(ways[(plan[UNSEEN] + 1) * size - 1])


@kernel
def share_out(observation: Record, plan: Any, ways: Any, size: int, weight: float, table: Any) -> None:
    """Backwards: count the ways to go on from each entry, over those forwards, and add up what each tag was."""
    total = weight * ways[(plan[UNSEEN] + 1) * size - 1]
    for card in range(plan[UNSEEN] - 1, -1, -1):
        before, after = card * size, (card + 1) * size
        if card == plan[UNSEEN] - 1:
            for entry in range(size):
                ways[after + entry] = 0.0
            ways[after + size - 1] = 1.0
        free = total
        one, other = plan[ONE + card], plan[OTHER + card]
        each = 2.0 if one == other else 1.0
        for kind in range(plan[KINDS]):
            if fits(plan, kind, card):
                stride, cycle = plan[STRIDE + kind], plan[STRIDE + kind + 1]
                used = 0.0
                for start in range(0, size, cycle):
                    for entry in range(start + stride, start + cycle):
                        used += ways[before + entry - stride] * ways[after + entry]
                used *= weight * each
                free -= used
                for i in range(observation.half_known_count):
                    tag = as_int(observation.half_known[i])
                    if plan[KIND_OF + tag] == kind and not is_fixed(plan, tag):
                        symbol = other if plan[SHOWN + kind] == one else one
                        table[tag, symbol] += used / plan[MANY + kind]
        if observation.unknown_count > 0:
            table[NEXT, one] += free / (2.0 * observation.unknown_count)
            table[NEXT, other] += free / (2.0 * observation.unknown_count)
        go_back(plan, ways, size, card, each)


@kernel
def go_back(plan: Any, ways: Any, size: int, card: int, weight: float) -> None:
    """Count the ways to go on from each entry before this card: it stays free, or goes to a kind."""
    before, after = card * size, (card + 1) * size
    for entry in range(size):
        ways[before + entry] = ways[after + entry]
    for kind in range(plan[KINDS]):
        if fits(plan, kind, card):
            stride, cycle = plan[STRIDE + kind], plan[STRIDE + kind + 1]
            for start in range(0, size, cycle):
                for entry in range(start + stride, start + cycle):
                    ways[before + entry - stride] += weight * ways[after + entry]
