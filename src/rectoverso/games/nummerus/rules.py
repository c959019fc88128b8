"""The rules of Nummerus, N1 to N10, as compiled functions on one record."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import bit, count, first, has, last
from ...kernel.fixed_record import Deal, Moves, Options, Record, record_type
from ...kernel.jit import inlined, kernel
from ...kernel.rng import mix_key
from .material import ALL_FIELDS, DIRECTIONS, FIELDS, LINES, MAX_SEATS, PAWNS, ROWS_A_BOARD, SERIES_PUT_AWAY, TOKENS
from .moves import END, ON_HIGH, ON_LOW, TAKE, TRADE

TAKING, TRADING = 0, 1  # what the seat to move may do
BOARD_OPTION, TAUSCH_OPTION, SCORING_OPTION = range(3)  # their places in the declaration
LONGEST, POINTS = 0, 1  # N6, N7: the option `scoring`
SCORINGS = ("longest", "points")

# Sets of fields and of pawns are bits of an int64: field f is bit f + 1, pawn v is bit v.
# Bonds are such a set too: bit v where the pawns v and v + 1 lie in one series. A series of k pawns has k - 1 bonds.
STATE = record_type(
    "nummerus",
    [
        ("players", np.uint8),
        ("turn", np.uint8),
        ("over", np.uint8),
        ("phase", np.uint8),
        ("board", np.uint8),
        ("tausch", np.uint8),  # N8: the option, named after the German word for exchange
        ("scoring", np.uint8),
        ("power", np.uint8),  # the Power pawn's field
        ("pawns", np.int64),  # the fields with a numbered pawn, and bit 0
        ("at", np.uint8, 64),  # by field: the pawn that lay there at the start
        ("field", np.uint8, 64),  # by pawn: that field
        ("own", np.int64, MAX_SEATS),  # by seat: the pawns taken
        ("tokens", np.uint8, MAX_SEATS),
        ("bonds", np.int64),  # solitaire (N9)
    ],
)


@kernel
def setup(state: Record, deal: Deal, players: int, options: Options) -> None:
    """N1: one pawn on each field. N8: everybody gets the same number of exchange tokens."""
    state.players = players
    state.turn = 0
    state.over = 0
    state.phase = TAKING
    state.board = options[BOARD_OPTION]
    state.tausch = options[TAUSCH_OPTION]
    state.scoring = options[SCORING_OPTION]
    state.bonds = 0
    state.field[0] = 0
    for place in range(FIELDS):
        state.at[place + 1] = deal[place]
    for place in range(FIELDS):
        state.field[deal[place] & 63] = place + 1
    state.power = state.field[0]
    state.pawns = (ALL_FIELDS | 1) ^ bit(state.power)
    for seat in range(MAX_SEATS):
        state.own[seat] = 0
        state.tokens[seat] = state.tausch * TOKENS[players]


# ---- series


@inlined
def bonds_in(own: int) -> int:
    """N5: pawns with consecutive numbers are a series, and series join by themselves. The bonds in a set of pawns.

    A bond holds two neighbours together: the series 5-6-7 has the bonds 5 and 6. Everything that depends on what a
    series is calls this.
    """
    return own & (own >> 1)


@inlined
def bonds_of(state: Record, seat: int) -> int:
    """N5: the bonds between a seat's pawns. N9: alone, only those that the player has made."""
    return state.bonds if state.players == 1 else bonds_in(state.own[seat])


@inlined
def series_length(bonds: int, pawn: int) -> int:
    """The length of the series that a pawn lies in; 1 if it lies in none."""
    below = pawn - 1 - last(~bonds & (bit(pawn) - 1))
    return below + 1 + first(~(bonds >> pawn))


@kernel
def series_with(own: int, pawn: int) -> int:
    """N5: the length of the series that one more pawn would lie in; 1 if it would lie in none."""
    return series_length(bonds_in(own | bit(pawn)), pawn)


@inlined
def loose(own: int) -> int:
    """N5, N8: the pawns that are not part of a series."""
    bonds = bonds_in(own)
    return own & ~(bonds | bonds << 1)


@inlined
def loose_of(state: Record, seat: int) -> int:
    """N5: a seat's pawns that are not part of a series. N9: alone, each single pawn is a series."""
    return 0 if state.players == 1 else loose(state.own[seat])


@inlined
def shortened(bonds: int) -> int:
    """The bonds that are left if every series loses a pawn."""
    return bonds & (bonds >> 1)


# ---- legal moves


@kernel
def legal(state: Record, moves: Moves) -> int:
    """List the legal moves and return their number."""
    if state.phase == TRADING:
        return legal_trades(state, moves)
    if state.players == 1:
        return legal_alone(state, moves)
    n = write_reach(state, moves, 0, False)
    return n if n else write_any(state, moves, 0, False)


@kernel
def legal_alone(state: Record, moves: Moves) -> int:
    """N9: a pawn between two series goes to the one or to the other."""
    between = between_series(state.own[0])
    n = write_reach(state, moves, between, True)
    return n if n else write_any(state, moves, between, True)


@inlined
def between_series(own: int) -> int:
    """N9: the numbers that would link two series."""
    return (own << 1) & (own >> 1)


@inlined
def ways_to_take(own: int, pawn: int) -> range:
    """N9: the moves that take a pawn alone: one, or two for a number that would link two series."""
    linking = has(between_series(own), pawn)
    lowest = (ON_LOW if linking else TAKE) + pawn - 1
    return range(lowest, (ON_HIGH if linking else TAKE) + pawn, ON_HIGH - ON_LOW)


@inlined
def write_reach(state: Record, moves: Moves, between: int, alone: bool) -> int:
    """N3: list the nearest pawn on each of the 8 lines."""
    lines = LINES[int(state.board) * ROWS_A_BOARD + state.power]
    pawns = state.pawns
    n = 0
    for direction in range(len(DIRECTIONS)):
        forward = lines[direction] & pawns
        n = write_take(moves, n, int(state.at[first(forward) & 63]), forward != 0, between, alone)
        backward = last(lines[direction + len(DIRECTIONS)] & pawns)
        n = write_take(moves, n, int(state.at[backward & 63]), backward != 0, between, alone)
    return n


@inlined
def write_any(state: Record, moves: Moves, between: int, alone: bool) -> int:
    """N4: list any pawn of the board."""
    n = 0
    left = state.pawns & ALL_FIELDS
    while left:
        n = write_take(moves, n, int(state.at[first(left)]), True, between, alone)
        left &= left - 1
    return n


@inlined
def write_take(moves: Moves, n: int, pawn: int, there: bool, between: int, alone: bool) -> int:
    """List the one or two ways to take a pawn. It has no branch: a move is written, and counts if the pawn is there."""
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
    for direction in range(len(DIRECTIONS)):
        forward = lines[direction] & pawns
        found |= forward & -forward
        found |= bit(last(lines[direction + len(DIRECTIONS)] & (pawns | 1)))
    return found & ALL_FIELDS


@inlined
def reach(board: int, power: int, pawns: int) -> int:
    """N3, N4: the fields whose pawns may be taken, as a set."""
    found = in_line(board, power, pawns)
    return found if found else pawns & ALL_FIELDS


@inlined
def free_choice(state: Record) -> bool:
    """N4: there is no pawn on any line, so the seat to move takes any pawn of the board."""
    taking = state.phase == TAKING and state.over == 0
    return taking and in_line(state.board, state.power, state.pawns) == 0


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
    for seat in range(state.players):
        if seat != state.turn:
            offered |= loose(state.own[seat])
    return offered


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
    """N3: the Power pawn slides to the pawn's field; the pawn is taken. N8: perhaps an exchange may follow."""
    pawn = move + 1
    if state.players == 1:
        pawn -= ((move >= ON_LOW) + (move >= ON_HIGH)) * PAWNS
        state.bonds |= bonds_made(state.own[0], pawn, move)
    field = state.field[pawn]
    state.power = field
    state.pawns ^= bit(field)
    state.own[state.turn] |= bit(pawn)
    if state.tokens[state.turn] > 0 and loose_of_others(state) != 0:
        state.phase = TRADING
    else:
        end_turn(state)


@inlined
def bonds_made(own: int, pawn: int, move: int) -> int:
    """N9: a number is put to the series that it continues; where there are two, to the chosen one."""
    to_lower = own & bit(pawn - 1) if move < ON_HIGH else 0
    to_higher = (own >> 1) & bit(pawn) if move < ON_LOW or move >= ON_HIGH else 0
    return to_lower | to_higher


@kernel
def series_put_to(state: Record, pawn: int, move: int) -> int:
    """N9: how many pawns the series has that a move puts a pawn to, with the pawn."""
    return series_length(state.bonds | bonds_made(state.own[0], pawn, move), pawn)


@kernel
def trade(state: Record, give: int, get: int) -> None:
    """N8: one pawn for another, for one token."""
    both = bit(give) | bit(get)
    for seat in range(state.players):
        if seat == state.turn or has(state.own[seat], get):
            state.own[seat] ^= both
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
    """A hash of the position. What has been taken says what is still on the board."""
    key = mix_key(mix_key(0, int(state.power)), int(state.turn) + MAX_SEATS * int(state.phase))
    for seat in range(state.players):
        key = mix_key(key, state.own[seat])
        key = mix_key(key, int(state.tokens[seat]))
    return mix_key(key, state.bonds)


# ---- the end


@kernel
def result(state: Record, scores: Any, ranks: Any) -> None:
    """N6, N7, N10: scores and ranks by seat, as if the game ended now."""
    for seat in range(state.players):
        scores[seat] = score_of(state, seat)
        ranks[seat] = 1
        for other in range(seat):
            order = 0
            if state.scoring == POINTS:
                order = scores[seat] - scores[other]
            else:
                order = compare(state.own[seat], state.own[other])
            ranks[seat] += order < 0
            ranks[other] += order > 0


@inlined
def score_of(state: Record, seat: int) -> int:
    """N6: the length of the longest series. N7: the points of all. N10: alone, the series that are left."""
    if state.players == 1:
        return series_left(state)
    if state.scoring == POINTS:
        return series_points(state.own[seat])
    return longest(state.own[seat])


@kernel
def series_left(state: Record) -> int:
    """N10: series of fewer than 6 pawns, single ones too."""
    long_enough = state.bonds
    for _ in range(SERIES_PUT_AWAY - 2):
        long_enough = shortened(long_enough)
    put_away = count(long_enough & ~(long_enough << 1))
    return count(state.own[0]) - count(state.bonds) - put_away


@kernel
def series_points(own: int) -> int:
    """N7: k(k+1)/2 for each series of k pawns.

    Step by step each series loses a pawn: one of k pawns is counted k + (k - 1) + ... + 1 times.
    """
    bonds = bonds_in(own)
    points = count(bonds | bonds << 1)
    while bonds:
        points += count(bonds)
        bonds = shortened(bonds)
    return points


@inlined
def longest(own: int) -> int:
    """N6: the length of the longest series, 0 without one."""
    bonds = bonds_in(own)
    length = 1 if bonds else 0
    while bonds:
        length += 1
        bonds = shortened(bonds)
    return length


@inlined
def compare(mine: int, yours: int) -> int:
    """N6: is my list of series, longest first, better than yours? Positive if so, negative if worse.

    Step by step each series loses a pawn. The seat that has more pawns left at the last step at which the numbers
    differ has the longer series at the first place where the lists differ.
    """
    mine, yours = bonds_in(mine), bonds_in(yours)
    order = 0
    while mine | yours:
        difference = count(mine) - count(yours)
        if difference:
            order = difference
        mine, yours = shortened(mine), shortened(yours)
    return order
