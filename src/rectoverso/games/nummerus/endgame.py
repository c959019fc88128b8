"""Endgames of two players, solved exactly: what the best play of both sides leads to.

The value of an end for the seat to move is one number: victory, draw or defeat first, the margin of the scores second.
The search is negamax with null windows: each pass asks whether the value reaches a threshold, and a table of positions
remembers bounds for their values. Two bounds need no search at all (without exchange tokens): the value if all the
pawns left were mine, and if they were all yours.

On one core the last 22 pawns usually take a tenth of a second, half a second at worst (scoring by points: the last 20,
a second at worst); with two exchange tokens on each side, the last 5.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ...kernel.bits import bit, count, first
from ...kernel.fixed_record import Record, record_type
from ...kernel.jit import inlined, kernel
from ...kernel.rng import mix_key
from .material import ALL_FIELDS, FIELDS, PAWNS
from .moves import END, TAKE, TRADE
from .rules import POINTS, TRADING, bonds_in, compare, longest, loose, reach, series_length, series_points

EVERY_PAWN = ((1 << PAWNS) - 1) << 1
VICTORY = 4096  # more than any margin
INFINITE = 2 * VICTORY  # more than any value

# A position is its two sets of pawns; the Power pawn's field, tokens and phase stand above the pawns of the mover.
POWER_SHIFT, TOKENS_SHIFT, TRADING_SHIFT = 49, 55, 59
TOKENS_YOURS = 4  # tokens are packed into one number: mine + 4 * yours

ENTRY = record_type(
    "nummerus_endgame_entry",
    [
        ("mine", np.int64),
        ("yours", np.int64),
        ("low", np.int16),  # the value lies between these two
        ("high", np.int16),
        ("move", np.int16),  # the best one known
        ("left", np.int16),  # how many pawns are on the board, plus 1; 0: an empty entry
    ],
)
BUCKET = 4  # in how many places of the table a position may lie

FRAME = record_type(
    "nummerus_endgame_frame",
    [
        ("pawns", np.int64),  # the fields with pawns
        ("power", np.int64),
        ("mine", np.int64),  # the pawns of the seat to move, and of the other
        ("yours", np.int64),
        ("tokens", np.int64),
        ("trading", np.int64),
        ("threshold", np.int64),
        ("again", np.int64),  # the seat that made the move to here moves again
        ("found", np.int64),  # a bound for the value: the best so far
        ("move", np.int64),  # the move that leads there
        ("trying", np.int64),  # the move being searched
        ("hint", np.int64),  # a move to try first
        ("untried", np.int64),  # taking: the fields. trading: the pawns to give
        ("offers", np.int64),  # trading: what is left to get for the pawn to give
        ("slot", np.int64),  # the entry of the table
        ("done", np.int64),
    ],
)
MAX_DEPTH = 2 * FIELDS

NODES, BUDGET, DEAL = 0, 1, 2
NO_MOVE = -1


class Endgames(NamedTuple):
    """What is known of the endgames of one deal. Its size is fixed: a new position may replace an old one."""

    entries: npt.NDArray[Any]
    frames: npt.NDArray[Any]
    counts: npt.NDArray[np.int64]  # positions searched, how many may be, a hash of the deal


class Solved(NamedTuple):
    """The best move, its value for the seat to move, how many positions were searched, and whether that was enough.

    If it was not, move and value are the best guess.
    """

    move: int
    value: int
    nodes: int
    exact: bool


def new_endgames(entries: int = 1 << 18, budget: int = 1 << 62) -> Endgames:
    """An empty table for this many positions (a power of two); `budget`: how many positions a solution may search."""
    return Endgames(np.zeros(entries, ENTRY), np.zeros(MAX_DEPTH, FRAME), np.array([0, budget, 0], np.int64))


def solve_endgame(state: Record, table: Endgames) -> Solved:
    """The best move of the seat to move, and its value if both play their best from here."""
    move, value, exact = solve_position(state, table)
    return Solved(int(move), int(value), int(table.counts[NODES]), bool(exact))


# ---- what an end is worth


@inlined
def value_of_end(scoring: int, mine: int, yours: int) -> int:
    """N6, N7: victory or defeat first, then the margin."""
    if scoring == POINTS:
        margin = series_points(mine) - series_points(yours)
        order = margin
    else:
        margin = longest(mine) - longest(yours)
        order = compare(mine, yours)
    if order > 0:
        return margin + VICTORY
    return margin - VICTORY if order < 0 else margin


# ---- searching


@kernel
def solve_position(state: Record, table: Endgames) -> tuple[int, int, bool]:
    """Narrow the value down with null windows: the best move, the value, whether it is exact."""
    clear_for_new_deal(state, table)
    root = table.frames[0]
    table.counts[NODES] = 0
    low, high, best = -INFINITE, INFINITE, NO_MOVE
    guess = value_of_end(state.scoring, state.own[state.turn], state.own[1 - state.turn])
    while low < high:
        threshold = guess + 1 if guess == low else guess
        root.pawns, root.power = state.pawns & ALL_FIELDS, state.power
        root.mine, root.yours = state.own[state.turn], state.own[1 - state.turn]
        root.tokens = state.tokens[state.turn] + TOKENS_YOURS * state.tokens[1 - state.turn]
        root.trading, root.threshold = state.phase == TRADING, threshold
        if not search(state, table):
            return best if best != NO_MOVE else any_move(state, root), guess, False
        guess = root.found
        if guess >= threshold:
            low, best = guess, root.move
        else:
            high = guess
    return best, low, True


@kernel
def any_move(state: Record, frame: Any) -> int:
    """The best move so far, else the most promising one."""
    if frame.move != NO_MOVE:
        return int(frame.move)
    enter_moves(state, frame)
    return next_move(state, frame)


@kernel
def clear_for_new_deal(state: Record, table: Endgames) -> None:
    """Clear the table if it belongs to another deal, board or scoring: its entries name pawns, not fields."""
    deal = mix_key(mix_key(0, int(state.board)), int(state.scoring))
    for field in range(1, FIELDS + 1):
        deal = mix_key(deal, int(state.at[field]))
    if table.counts[DEAL] != deal:
        table.counts[DEAL] = deal
        for slot in range(len(table.entries)):
            table.entries[slot].left = 0


@kernel
def search(state: Record, table: Endgames) -> bool:
    """Find out if the value of the first frame reaches its threshold; False if the budget was not enough."""
    ply = 0
    enter_position(state, table, table.frames[0], True)
    while not table.frames[0].done:
        if table.counts[NODES] >= table.counts[BUDGET]:
            return False
        frame, next_frame = table.frames[ply], table.frames[ply + 1]
        if frame.done:
            ply -= 1
            take_result(table, table.frames[ply], frame)
            continue
        frame.trying = next_move(state, frame)
        if frame.trying == NO_MOVE:
            frame.done = 1
            store(table, frame)
            continue
        play(state, frame, next_frame)
        enter_position(state, table, next_frame, False)
        ply += 1
    return True


@inlined
def enter_position(state: Record, table: Endgames, frame: Any, root: bool) -> None:
    """Start on a position: finish at once if bounds or the table decide it, else prepare to try its moves."""
    frame.done, frame.found, frame.move, frame.hint = 0, -INFINITE, NO_MOVE, NO_MOVE
    frame.slot = -1
    table.counts[NODES] += 1
    if frame.pawns == 0 and not frame.trading:
        frame.found, frame.done = value_of_end(state.scoring, frame.mine, frame.yours), 1
        return
    if not root and (decided_by_bounds(state, frame) or decided_by_table(table, frame)):
        frame.done = 1
        return
    enter_moves(state, frame)


@inlined
def enter_moves(state: Record, frame: Any) -> None:
    """Prepare to try all moves."""
    if frame.trading:
        frame.untried, frame.offers = frame.mine, loose(frame.yours)
        frame.trying = NO_MOVE
    else:
        frame.untried = reach(state.board, frame.power, frame.pawns)


@inlined
def decided_by_bounds(state: Record, frame: Any) -> bool:
    """Is the value clear even if all pawns left were mine, or all yours? Never while there are exchange tokens."""
    if frame.tokens:
        return False
    left = EVERY_PAWN & ~(frame.mine | frame.yours)
    frame.found = value_of_end(state.scoring, frame.mine, frame.yours | left)
    if frame.found >= frame.threshold:
        return True
    frame.found = value_of_end(state.scoring, frame.mine | left, frame.yours)
    if frame.found < frame.threshold:
        return True
    frame.found = -INFINITE
    return False


@inlined
def take_result(table: Endgames, frame: Any, after: Any) -> None:
    """Note what a move has led to."""
    found = after.found if after.again else -after.found
    if found > frame.found:
        frame.found, frame.move = found, frame.trying
    if frame.found >= frame.threshold:
        frame.done = 1
        store(table, frame)


# ---- moves


@inlined
def next_move(state: Record, frame: Any) -> int:
    """The next move to try, the most promising first; NO_MOVE after the last."""
    if frame.trading:
        return next_trade(frame)
    if frame.untried == 0:
        return NO_MOVE
    if frame.hint != NO_MOVE:
        best = int(state.field[frame.hint - TAKE + 1])
        frame.hint = NO_MOVE
    else:
        best, promise = 0, -1
        fields = frame.untried
        while fields:
            field = first(fields)
            fields &= fields - 1
            pawn = int(state.at[field])
            joined = max(2 * joined_by(frame.mine, pawn) + 1, 2 * joined_by(frame.yours, pawn))
            if joined > promise:
                best, promise = field, joined
    frame.untried ^= bit(best)
    return TAKE + int(state.at[best]) - 1


@inlined
def joined_by(own: int, pawn: int) -> int:
    """How many pawns of a set would lie in one series with one more pawn."""
    return series_length(bonds_in(own | bit(pawn)), pawn) - 1


@inlined
def next_trade(frame: Any) -> int:
    """N8: no exchange first, then every pawn of mine for every loose one of yours."""
    if frame.trying == NO_MOVE:
        return END
    if frame.offers == 0:
        frame.untried &= frame.untried - 1
        frame.offers = loose(frame.yours)
    if frame.untried == 0:
        return NO_MOVE
    get = first(frame.offers)
    frame.offers &= frame.offers - 1
    return TRADE + (first(frame.untried) - 1) * PAWNS + get - 1


@inlined
def play(state: Record, frame: Any, after: Any) -> None:
    """Set up the position after a move, from the view of the seat that moves then."""
    move = frame.trying
    mine, yours, tokens = frame.mine, frame.yours, frame.tokens
    after.pawns, after.power = frame.pawns, frame.power
    after.trading = 0
    if move < END:
        pawn = move - TAKE + 1
        mine |= bit(pawn)
        after.power = state.field[pawn]
        after.pawns ^= bit(after.power)
        after.trading = int((tokens % TOKENS_YOURS > 0) & (loose(yours) != 0))
    elif move >= TRADE:
        both = bit((move - TRADE) // PAWNS + 1) | bit((move - TRADE) % PAWNS + 1)
        mine, yours, tokens = mine ^ both, yours ^ both, tokens - 1
    after.again = after.trading
    if after.again:
        after.mine, after.yours, after.tokens, after.threshold = mine, yours, tokens, frame.threshold
    else:
        after.mine, after.yours, after.threshold = yours, mine, 1 - frame.threshold
        after.tokens = tokens // TOKENS_YOURS + tokens % TOKENS_YOURS * TOKENS_YOURS


# ---- the table


@inlined
def key_of(frame: Any) -> int:
    """The pawns of the mover, and in higher bits everything else but the other's pawns."""
    above = (frame.power << POWER_SHIFT) | (frame.tokens << TOKENS_SHIFT) | (frame.trading << TRADING_SHIFT)
    return frame.mine | above


@inlined
def decided_by_table(table: Endgames, frame: Any) -> bool:
    """Does the table know enough of the position? If not, find its place in the table and the best move so far."""
    key = key_of(frame)
    bucket = mix_key(mix_key(key, frame.yours), key) & (len(table.entries) - BUCKET)
    frame.slot = bucket
    for slot in range(bucket, bucket + BUCKET):
        entry = table.entries[slot]
        if entry.left and entry.mine == key and entry.yours == frame.yours:
            frame.slot, frame.hint = slot, NO_MOVE if frame.trading else entry.move
            if entry.low >= frame.threshold:
                frame.found = entry.low
                return True
            if entry.high < frame.threshold:
                frame.found = entry.high
                return True
            return False
        if entry.left < table.entries[frame.slot].left:
            frame.slot = slot
    return False


@inlined
def store(table: Endgames, frame: Any) -> None:
    """Store a bound. It replaces the position of its bucket that has the fewest pawns left."""
    if frame.slot < 0:
        return
    entry, key = table.entries[frame.slot], key_of(frame)
    if not (entry.left and entry.mine == key and entry.yours == frame.yours):
        entry.mine, entry.yours = key, frame.yours
        entry.left = count(frame.pawns) + 1
        entry.low, entry.high, entry.move = -INFINITE, INFINITE, NO_MOVE
    if frame.found >= frame.threshold:
        entry.low, entry.move = frame.found, frame.move
    else:
        entry.high = frame.found
