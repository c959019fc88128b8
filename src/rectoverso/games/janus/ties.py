"""What events tell of sides in Janus that nobody knows yet (J11).

Wherever a triplet was due and none was laid, no three own sides of that hand are alike. Of such an event only what is
still open is kept: symbols that one side is *barred* from, or a *tie* of two or three sides that nobody knows yet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, first
from ...kernel.fixed_record import Record
from ...kernel.jit import inlined, kernel
from ...kernel.short_lists import find_number
from .material import CARDS, MAX_SEATS, SYMBOLS

SIDES = 2 * CARDS
NO_SIDE = 255  # in place of a tie's third side
ALL_SYMBOLS = (1 << (SYMBOLS + 1)) - 2  # sets of symbols: symbol s is bit s
MAX_TIES = 1024
TIES_BLOCK = 32  # how many ties are looked through at once; there are seldom more

# Whom a tie tells something: a bit for each seat, one for watchers; and one if that has not been worked out yet.
WATCHER = 1 << MAX_SEATS
NOT_WORKED_OUT = WATCHER << 1
MAYBE_EVERYBODY = 2 * NOT_WORKED_OUT - 1

CONSTRAINTS: list[tuple[Any, ...]] = [
    ("faces", np.uint8, SIDES),  # by side: its symbol, 0 where it has not been seen
    ("barred", np.uint16, SIDES),  # by side: the symbols it cannot have, by the events
    ("turns", np.int32),  # how many turns have been finished
    ("tied", np.int16),  # how many ties there are
    ("dropped", np.int16),  # how many ties found no place
    ("tie_a", np.uint8, MAX_TIES),  # sides that do not all have one symbol of the set
    ("tie_b", np.uint8, MAX_TIES),
    ("tie_c", np.uint8, MAX_TIES),
    ("tie_symbols", np.uint16, MAX_TIES),
    ("tie_told", np.uint8, MAX_TIES),  # whom it tells something that they have not seen; maybe some others too
]


@inlined
def as_int(number: Any) -> int:
    """A small number as an int64, so that functions are compiled for one type only."""
    return np.int64(number)  # type: ignore[return-value]  # the int of compiled code


@inlined
def face_of(known: Record, side: int) -> int:
    """The symbol of a side, 0 where it is unknown, and for NO_SIDE."""
    return 0 if side == NO_SIDE else as_int(known.faces[side])


@inlined
def either(condition: Any, one: int, other: int) -> int:
    """One number or the other. (It has no branch, for conditions that the processor could not predict.)"""
    return other ^ ((one ^ other) & -as_int(condition))


@inlined
def still_open(sides: tuple[int, int, int], faces: tuple[int, int, int], symbols: int) -> tuple[int, int, int, int]:
    """Of sides that do not all have one symbol of a set: those that are unknown, and the symbols it is still about."""
    unknown_a = unknown_b = unknown_c = NO_SIDE
    for i in range(3):
        known = faces[i] != 0
        unknown = (faces[i] == 0) & (sides[i] != NO_SIDE)
        symbols &= either(known, bit(faces[i]), ALL_SYMBOLS)
        unknown_c = either(unknown, unknown_b, unknown_c)
        unknown_b = either(unknown, unknown_a, unknown_b)
        unknown_a = either(unknown, sides[i], unknown_a)
    return unknown_a, unknown_b, unknown_c, symbols


@kernel
def not_all_alike(known: Record, a: int, b: int, c: int, symbols: int) -> None:
    """Note that these sides (only two, if c is NO_SIDE) do not all have the same symbol out of a set."""
    unknown_a, unknown_b, unknown_c, symbols = still_open(
        (a, b, c), (face_of(known, a), face_of(known, b), face_of(known, c)), symbols
    )
    if symbols == 0 or unknown_a == NO_SIDE:
        return
    if unknown_b == NO_SIDE:
        known.barred[unknown_a] |= symbols
    else:
        tie(known, as_int(unknown_a), as_int(unknown_b), as_int(unknown_c), as_int(symbols))


@kernel
def tie(known: Record, a: int, b: int, c: int, symbols: int) -> None:
    """Keep a tie of two or three unknown sides; the same sides have only one tie."""
    low, high = min(a, b), max(a, b)
    if c == NO_SIDE:
        middle = high
        high = NO_SIDE
    else:
        low, middle, high = min(low, c), max(low, min(high, c)), max(high, c)
    place = place_of_tie(known, as_int(low), as_int(middle), as_int(high))
    if place == MAX_TIES:
        known.dropped += 1
        return
    before = as_int(known.tie_symbols[place])
    symbols |= before
    told = either(symbols != before, MAYBE_EVERYBODY, as_int(known.tie_told[place]))
    keep_tie(known, place, as_int(low), as_int(middle), as_int(high), symbols, told)
    known.tied += place == known.tied


@inlined
def place_of_tie(known: Record, a: int, b: int, c: int) -> int:
    """Where the tie of these sides, in ascending order, is kept; the first free place if there is none."""
    place = as_int(known.tied)
    for start in range(0, as_int(known.tied), TIES_BLOCK):
        same = (
            find_number(known.tie_a, start, a, TIES_BLOCK)
            & find_number(known.tie_b, start, b, TIES_BLOCK)
            & find_number(known.tie_c, start, c, TIES_BLOCK)
        )
        place = either(same != 0, start + first(same), place)
    return place


@inlined
def ties_with(known: Record, side: int, start: int) -> int:
    """The ties of one block that a side is part of, as a set."""
    return (
        find_number(known.tie_a, start, side, TIES_BLOCK)
        | find_number(known.tie_b, start, side, TIES_BLOCK)
        | find_number(known.tie_c, start, side, TIES_BLOCK)
    )


@inlined
def is_tied(known: Record, side: int) -> bool:
    """Is a side part of a tie?"""
    ties = 0
    for start in range(0, as_int(known.tied), TIES_BLOCK):
        ties |= ties_with(known, side, start)
    return ties != 0


@inlined
def keep_tie(known: Record, i: int, a: int, b: int, c: int, symbols: int, told: int) -> None:
    """Write a tie to its place. Places without a tie hold zeros."""
    known.tie_a[i] = a
    known.tie_b[i] = b
    known.tie_c[i] = c
    known.tie_symbols[i] = symbols
    known.tie_told[i] = told


@inlined
def copy_tie(target: Record, i: int, source: Record, j: int) -> None:
    """Copy a tie."""
    a, b, c = as_int(source.tie_a[j]), as_int(source.tie_b[j]), as_int(source.tie_c[j])
    keep_tie(target, i, a, b, c, as_int(source.tie_symbols[j]), as_int(source.tie_told[j]))


@kernel
def drop_tie(known: Record, i: int) -> None:
    """Remove a tie; the last one takes its place."""
    last = as_int(known.tied) - 1
    copy_tie(known, as_int(i), known, last)
    keep_tie(known, last, 0, 0, 0, 0, 0)
    known.tied = last


@kernel
def resolve(known: Record) -> None:
    """Update ties and barred symbols after some sides have become known."""
    resolve_ties(known)
    for side in range(SIDES):  # without a branch: several sides at once
        known.barred[side] = 0 if known.faces[side] else known.barred[side]


@kernel
def resolve_ties(known: Record) -> None:
    """Update ties, and what follows for single sides, after some sides have become known."""
    i = 0
    while i < known.tied:
        a, b, c = as_int(known.tie_a[i]), as_int(known.tie_b[i]), as_int(known.tie_c[i])
        symbols = as_int(known.tie_symbols[i])
        if known.faces[a] or known.faces[b] or (c != NO_SIDE and known.faces[c]):
            drop_tie(known, as_int(i))
            not_all_alike(known, a, b, c, symbols)
        else:
            i += 1
