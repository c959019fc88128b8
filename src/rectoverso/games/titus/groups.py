"""The coins in the reserves: how groups begin, grow and leave (T6, T7).

A coin is its tag less 1. A group is named by its lowest coin. Sets of coins and of groups are bits of an int64.
What the rules ask for again and again is kept up to date, so that no reserve has to be searched:

- by number, `low` and `high`: the groups, of all seats, whose lowest or highest coin shows it;
- by seat, `groups`: all its groups; `loose`: those of one coin; `big`: those that can be scored;
- by seat, `merges`: in how many ways two of its groups can be put together;
- by group, `top`: its highest coin; by coin, `under`: the tag of the coin it lies on, 0 for none. `top` is 0 where it
  means nothing, so that equal reserves are equal records.
"""

from __future__ import annotations

import numpy as np

from ...kernel.bits import bit, count
from ...kernel.fixed_record import Record
from ...kernel.jit import inlined, kernel
from .material import SERIES_LENGTH


@inlined
def face(state: Record, coin: int) -> int:
    """The number that a coin shows."""
    return np.int64(state.up[coin])  # type: ignore[return-value]  # the int of compiled code


@inlined
def other_face(state: Record, coin: int) -> int:
    """The number on the hidden face of a coin, 0 where it is not known."""
    return np.int64(state.down[coin])  # type: ignore[return-value]  # the int of compiled code


@inlined
def lies_on(state: Record, coin: int) -> int:
    """The coin that a coin lies on; −1 if it lies on none."""
    return np.int64(state.under[coin]) - 1  # type: ignore[return-value]  # the int of compiled code


@inlined
def top_of(state: Record, group: int) -> int:
    """The highest coin of a group."""
    return np.int64(state.top[group])  # type: ignore[return-value]  # the int of compiled code


@kernel
def continuations(state: Record, groups: int, lowest: int, highest: int) -> int:
    """How many of these groups continue a run of numbers, below or on top."""
    return count(state.high[lowest - 1] & groups) + count(state.low[highest + 1] & groups)


@kernel
def lay_down(state: Record, seat: int, coin: int) -> None:
    """T6: put a coin into a reserve by itself, independent."""
    number = face(state, coin)
    state.merges[seat] += continuations(state, state.groups[seat], number, number)
    state.low[number] |= bit(coin)
    state.high[number] |= bit(coin)
    state.groups[seat] |= bit(coin)
    state.loose[seat] |= bit(coin)
    state.top[coin] = coin


@kernel
def pick_up(state: Record, seat: int, coin: int) -> None:
    """Take an independent coin out of a reserve."""
    number = face(state, coin)
    state.loose[seat] ^= bit(coin)
    leave_reserve(state, seat, coin, number, number)


@inlined
def leave_reserve(state: Record, seat: int, group: int, lowest: int, highest: int) -> None:
    """Strike a group or an independent coin, whose lowest and highest numbers these are, off the lists of a reserve."""
    state.low[lowest] ^= bit(group)
    state.high[highest] ^= bit(group)
    state.groups[seat] ^= bit(group)
    state.merges[seat] -= continuations(state, state.groups[seat], lowest, highest)
    state.top[group] = 0


@kernel
def put_on_top(state: Record, seat: int, group: int, coin: int) -> None:
    """T6: put a coin on top of a group."""
    number, groups = face(state, coin), state.groups[seat]
    state.merges[seat] += count(state.low[number + 1] & groups) - count(state.low[number] & groups)
    state.high[number - 1] ^= bit(group)
    state.high[number] |= bit(group)
    state.under[coin] = state.top[group] + 1
    state.top[group] = coin
    state.loose[seat] &= ~bit(group)
    state.big[seat] |= big_group(state, group)


@kernel
def put_below(state: Record, seat: int, group: int, coin: int) -> None:
    """T6: put a coin below a group; from now on it names the group."""
    number, groups, renamed = face(state, coin), state.groups[seat], bit(group) | bit(coin)
    state.merges[seat] += count(state.high[number - 1] & groups) - count(state.high[number] & groups)
    state.low[number + 1] ^= bit(group)
    state.low[number] |= bit(coin)
    state.high[face(state, top_of(state, group))] ^= renamed
    state.groups[seat] = groups ^ renamed
    state.under[group] = coin + 1
    state.top[coin] = state.top[group]
    state.top[group] = 0
    state.loose[seat] &= ~bit(group)
    state.big[seat] = (state.big[seat] & ~bit(group)) | big_group(state, coin)


@kernel
def put_together(state: Record, seat: int, lower: int, upper: int) -> None:
    """T7, T14: put the upper group on top of the lower one."""
    joint, number = top_of(state, lower), face(state, upper)
    groups, both = state.groups[seat], bit(lower) | bit(upper)
    state.merges[seat] -= count(state.low[number] & groups) + count(state.high[number - 1] & groups) - 1
    state.high[number - 1] ^= bit(lower)
    state.low[number] ^= bit(upper)
    state.high[face(state, top_of(state, upper))] ^= both
    state.groups[seat] = groups ^ bit(upper)
    state.under[upper] = joint + 1
    state.top[lower] = state.top[upper]
    state.top[upper] = 0
    state.loose[seat] &= ~both
    state.big[seat] = (state.big[seat] & ~both) | big_group(state, lower)


@kernel
def take_away(state: Record, seat: int, group: int) -> None:
    """T14: take a whole group, big enough to be scored, out of a reserve."""
    state.big[seat] ^= bit(group)
    leave_reserve(state, seat, group, face(state, group), face(state, top_of(state, group)))


@kernel
def coins_of_group(state: Record, group: int) -> int:
    """The set of its coins."""
    coins, coin = bit(group), top_of(state, group)
    while coin != group:
        coins |= bit(coin)
        coin = lies_on(state, coin)
    return coins


@kernel
def big_group(state: Record, group: int) -> int:
    """T14: the set of this group if it has at least 4 coins, else the empty set."""
    length = face(state, top_of(state, group)) - face(state, group) + 1
    return bit(group) if length >= SERIES_LENGTH else 0
