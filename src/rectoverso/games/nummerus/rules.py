"""The rules of Nummerus, N1 to N10, as compiled functions on one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, count, first, last
from ...kernel.jit import inlined, kernel
from ...kernel.record import Deal, Moves, Options, Record, record_type
from ...kernel.rng import mix_key
from .material import ALL_FIELDS, DIRECTIONS, FIELDS, LINES, PAWNS, ROWS_A_BOARD, SEATS
from .moves import END, ON_HIGH, ON_LOW, TAKE, TRADE

TAKING, TRADING = 0, 1  # what the seat to move may do
LONGEST, POINTS = 0, 1  # N6, N7

# Sets of fields and of pawns are bits of an int64: field f is bit f + 1, pawn v is bit v.
STATE = record_type(
    "nummerus",
    [
        ("players", np.uint8),
        ("turn", np.uint8),
        ("over", np.uint8),
        ("phase", np.uint8),
        ("board", np.uint8),
        ("tausch", np.uint8),
        ("scoring", np.uint8),
        ("power", np.uint8),  # the Power pawn's field
        ("pawns", np.int64),  # the fields with a numbered pawn, and bit 0
        ("at", np.uint8, 64),  # by field: the pawn that lay there at the start
        ("field", np.uint8, 64),  # by pawn: that field
        ("own", np.int64, SEATS),  # by seat: the pawns taken
        ("tokens", np.uint8, SEATS),
        ("bonds", np.int64),  # solitaire: bit v where v and v + 1 lie in one series
    ],
)

SERIES_PUT_AWAY = 6  # N10


@kernel
def setup(state: Record, deal: Deal, players: int, options: Options) -> None:
    """N1: one pawn on each field. N8: two tokens with 2 or 3 players, one with 4."""
    state.players = players
    state.turn = 0
    state.over = 0
    state.phase = TAKING
    state.board = options[0]
    state.tausch = options[1]
    state.scoring = options[2]
    state.bonds = 0
    state.field[0] = 0
    for f in range(FIELDS):
        state.at[f + 1] = deal[f]
    for f in range(FIELDS):
        state.field[deal[f] & 63] = f + 1
    state.power = state.field[0]
    state.pawns = (ALL_FIELDS | 1) ^ bit(state.power)
    tokens = state.tausch * (1 if players == SEATS else 2)
    for p in range(SEATS):
        state.own[p] = 0
        state.tokens[p] = tokens


# ---- legal moves


@kernel
def legal(state: Record, moves: Moves) -> int:
    """All legal moves."""
    if state.phase == TRADING:
        return legal_trades(state, moves)
    if state.players == 1:
        return legal_alone(state, moves)
    n = write_reach(state, moves, 0, False)
    return n if n else write_any(state, moves, 0, False)


@kernel
def legal_alone(state: Record, moves: Moves) -> int:
    """N9: a pawn between two series goes to the one or to the other."""
    own = state.own[0]
    between = (own << 1) & (own >> 1)
    n = write_reach(state, moves, between, True)
    return n if n else write_any(state, moves, between, True)


@inlined
def write_reach(state: Record, moves: Moves, between: int, alone: bool) -> int:
    """N3: the nearest pawn on each of the 8 lines."""
    lines = LINES[int(state.board) * ROWS_A_BOARD + state.power]
    pawns = state.pawns
    n = 0
    for d in range(len(DIRECTIONS)):
        forward = lines[d] & pawns
        n = write_take(moves, n, int(state.at[first(forward) & 63]), forward != 0, between, alone)
        backward = last(lines[d + len(DIRECTIONS)] & pawns)
        n = write_take(moves, n, int(state.at[backward & 63]), backward != 0, between, alone)
    return n


@inlined
def write_any(state: Record, moves: Moves, between: int, alone: bool) -> int:
    """N4: if there is no pawn on any of the lines, any pawn of the board."""
    n = 0
    left = state.pawns & ALL_FIELDS
    while left:
        n = write_take(moves, n, int(state.at[first(left)]), True, between, alone)
        left &= left - 1
    return n


@inlined
def write_take(moves: Moves, n: int, pawn: int, there: bool, between: int, alone: bool) -> int:
    """The one or two ways to take a pawn. Without a branch: what is written is counted only if the pawn is there."""
    both = (between >> pawn) & there
    moves[n] = TAKE + pawn - 1 + both * (ON_LOW - TAKE)
    if alone:
        moves[n + 1] = ON_HIGH + pawn - 1
    return n + there + both


@inlined
def in_line(board: int, power: int, pawns: int) -> int:
    """N3: the fields of the nearest pawns on the 8 lines, as a set."""
    lines = LINES[int(board) * ROWS_A_BOARD + power]
    found = 0
    for d in range(len(DIRECTIONS)):
        forward = lines[d] & pawns
        found |= forward & -forward
        found |= bit(last(lines[d + len(DIRECTIONS)] & (pawns | 1)))
    return found & ALL_FIELDS


@inlined
def reach(board: int, power: int, pawns: int) -> int:
    """N3, N4: the fields whose pawns may be taken, as a set."""
    found = in_line(board, power, pawns)
    return found if found else pawns & ALL_FIELDS


@kernel
def legal_trades(state: Record, moves: Moves) -> int:
    """N8: give any of one's own pawns, get any loose pawn of an opponent; or end the turn."""
    moves[0] = END
    n = 1
    mine = state.own[state.turn]
    offered = loose_of_others(state)
    while mine:
        give = first(mine)
        mine &= mine - 1
        theirs = offered
        while theirs:
            moves[n] = TRADE + (give - 1) * PAWNS + first(theirs) - 1
            theirs &= theirs - 1
            n += 1
    return n


@inlined
def loose_of_others(state: Record) -> int:
    """N8: the opponents' pawns that are not part of a series."""
    offered = 0
    for p in range(state.players):
        if p != state.turn:
            offered |= loose(state.own[p])
    return offered


@inlined
def loose(own: int) -> int:
    """N8: the pawns that are not part of a series."""
    return own & ~(own << 1) & ~(own >> 1)


# ---- playing


@kernel
def apply(state: Record, move: int) -> None:
    """Play a legal move."""
    if move < END:
        take(state, move)
    else:
        if move >= TRADE:
            trade(state, (move - TRADE) // PAWNS + 1, (move - TRADE) % PAWNS + 1)
        end_turn(state)


@inlined
def take(state: Record, move: int) -> None:
    """N3: the Power pawn slides to the pawn's field; the pawn is taken."""
    v = move + 1
    if state.players == 1:
        v -= ((move >= ON_LOW) + (move >= ON_HIGH)) * PAWNS
        bind(state, v, move)
    field = state.field[v]
    state.power = field
    state.pawns ^= bit(field)
    state.own[state.turn] |= bit(v)
    if state.tokens[state.turn] > 0 and loose_of_others(state) != 0:
        state.phase = TRADING
    else:
        end_turn(state)


@inlined
def bind(state: Record, v: int, move: int) -> None:
    """N9: the number is put to the series it continues; where there are two, to the chosen one."""
    own = state.own[0]
    if move < ON_HIGH and (own >> (v - 1)) & 1:
        state.bonds |= bit(v - 1)
    if (move < ON_LOW or move >= ON_HIGH) and (own >> (v + 1)) & 1:
        state.bonds |= bit(v)


@kernel
def trade(state: Record, give: int, get: int) -> None:
    """N8: one pawn for another, for one token."""
    both = bit(give) | bit(get)
    for p in range(state.players):
        if p == state.turn or (state.own[p] >> get) & 1:
            state.own[p] ^= both
    state.tokens[state.turn] -= 1


@inlined
def end_turn(state: Record) -> None:
    """The next seat takes. N6: the game ends when the board is empty."""
    state.phase = TAKING
    seat = state.turn + 1
    state.turn = 0 if seat == state.players else seat
    state.over = state.pawns <= 1


@kernel
def position_key(state: Record) -> int:
    """A fingerprint of the position. What has been taken says what is still on the board."""
    observation = mix_key(mix_key(0, int(state.power)), int(state.turn) + SEATS * int(state.phase))
    for p in range(state.players):
        observation = mix_key(observation, state.own[p])
        observation = mix_key(observation, int(state.tokens[p]))
    return mix_key(observation, state.bonds)


# ---- the end


@kernel
def result(state: Record, scores: Any, ranks: Any) -> None:
    """N6, N7, N10: scores and ranks by seat."""
    if state.players == 1:
        scores[0] = series_left(state)
        ranks[0] = 1
    elif state.scoring == POINTS:
        rank_by_points(state, scores, ranks)
    else:
        rank_by_series(state, scores, ranks)


@kernel
def series_left(state: Record) -> int:
    """N10: series of fewer than 6 pawns, single ones too. A series of k pawns has k - 1 bonds."""
    bonds = state.bonds
    five = bonds & (bonds >> 1)
    five &= five >> 2
    five &= bonds >> 4
    put_away = count(five & ~(five << 1))
    return count(state.own[0]) - count(bonds) - put_away


@kernel
def series_points(own: int) -> int:
    """N7: k(k+1)/2 for each series of two or more.

    Step by step each series loses a pawn: one of k pawns is counted k + (k - 1) + ... + 1 times.
    """
    in_series = own & ((own << 1) | (own >> 1))
    points = 0
    while in_series:
        points += count(in_series)
        in_series &= in_series >> 1
    return points


@kernel
def rank_by_points(state: Record, scores: Any, ranks: Any) -> None:
    """N7: most points win; ties share."""
    for p in range(state.players):
        scores[p] = series_points(state.own[p])
    for p in range(state.players):
        ranks[p] = 1
        for q in range(state.players):
            ranks[p] += scores[q] > scores[p]


@kernel
def rank_by_series(state: Record, scores: Any, ranks: Any) -> None:
    """N6: the longest series wins; tie: the second longest, and so on; a missing one counts as shorter."""
    for p in range(state.players):
        scores[p] = longest(state.own[p])
        ranks[p] = 1
        for q in range(p):
            order = compare(state.own[p], state.own[q])
            ranks[p] += order < 0
            ranks[q] += order > 0


@inlined
def longest(own: int) -> int:
    """N6: the length of the longest series, 0 without one."""
    left = own & (own >> 1)
    length = 1 if left else 0
    while left:
        length += 1
        left &= left >> 1
    return length


@inlined
def compare(mine: int, yours: int) -> int:
    """N6: is my list of series, longest first, better than yours? Positive if so, negative if worse.

    Step by step each series loses a pawn, single ones first. Who has more pawns left at the last step at which the
    numbers differ has the longer series at the first place where the lists differ.
    """
    order = 0
    while True:
        mine &= mine >> 1
        yours &= yours >> 1
        if mine | yours == 0:
            return order
        difference = count(mine) - count(yours)
        if difference:
            order = difference
