"""Rules of thumb for Nummerus: the bot `greedy`, its noisy variants, and moves for playouts."""

from __future__ import annotations

from ...kernel.bits import bit, count, first, has
from ...kernel.fixed_record import Moves, Record, Rng
from ...kernel.jit import kernel
from ...kernel.rng import below, chance
from .material import ALL_FIELDS, PAWNS
from .moves import END, TAKE, TRADE
from .rules import (
    LONGEST,
    TRADING,
    bonds_made,
    legal,
    longest,
    loose,
    reach,
    series_points,
    series_put_to,
    series_with,
    ways_to_take,
)
from .solitaire import cost

WINDOW = 5  # consecutive numbers that are looked at together
ALL_OF_WINDOW = (1 << WINDOW) - 1
OPPONENT_WEIGHT = 0.5  # how much the value of a pawn for an opponent counts
REPLY_WEIGHT = 0.4  # how much it counts what the next player can take afterwards
TIE_BREAK = 0.01  # noise that only decides between equal moves
INFINITE = 1e9  # more than any move is worth
TOKEN_VALUE = 400.0  # what an exchange must be worth at the start of a game; it falls to 0 towards the end


@kernel
def heuristic(observation: Record, noise: float, rng: Rng) -> int:
    """The move of the bot `greedy`; every move's value gets a random addition of up to `noise`."""
    state = observation.state
    if state.players == 1:
        return heuristic_alone(state, noise + 1.0, rng)
    if state.phase == TRADING:
        return heuristic_trade(state, noise + TIE_BREAK, rng)
    return heuristic_take(state, noise + TIE_BREAK, rng)


# ---- with opponents


@kernel
def value_of(scoring: int, own: int, lost: int) -> int:
    """What a set of pawns is worth: its series, and windows without lost numbers, where a series can still grow."""
    value = series_points(own)
    if scoring == LONGEST:
        length = longest(own)
        value += length * length
    for low in range(1, PAWNS - WINDOW + 2):
        if (lost >> low) & ALL_OF_WINDOW == 0:
            here = count((own >> low) & ALL_OF_WINDOW)
            value += here * here
    return value


@kernel
def of_others(state: Record, seat: int) -> int:
    """The pawns of all seats but one."""
    taken = 0
    for other in range(state.players):
        if other != seat:
            taken |= state.own[other]
    return taken


@kernel
def gain(state: Record, seat: int, pawn: int, taken: int) -> int:
    """How much one more pawn is worth to a seat; `taken`: what the others have."""
    own = state.own[seat]
    return value_of(state.scoring, own | bit(pawn), taken) - value_of(state.scoring, own, taken)


@kernel
def heuristic_take(state: Record, noise: float, rng: Rng) -> int:
    """The pawn that helps me most, or that an opponent wants most, and that leaves the next player little."""
    me = int(state.turn)
    best, best_value = TAKE, -INFINITE
    fields = reach(state.board, state.power, state.pawns)
    while fields:
        field = first(fields)
        fields &= fields - 1
        pawn = int(state.at[field])
        value = gain(state, me, pawn, of_others(state, me)) + chance(rng) * noise
        value += OPPONENT_WEIGHT * most_for_others(state, pawn) / (int(state.players) - 1)
        value -= REPLY_WEIGHT * best_reply(state, field)
        if value > best_value:
            best, best_value = TAKE + pawn - 1, value
    return best


@kernel
def most_for_others(state: Record, pawn: int) -> int:
    """What a pawn is worth to the opponent who wants it most."""
    most = 0
    for seat in range(state.players):
        if seat != state.turn:
            most = max(most, gain(state, seat, pawn, of_others(state, seat)))
    return most


@kernel
def best_reply(state: Record, field: int) -> int:
    """What the next player can gain when the Power pawn has gone to this field."""
    seat = (int(state.turn) + 1) % int(state.players)
    taken = of_others(state, seat) | bit(int(state.at[field]))
    pawns = state.pawns ^ bit(field)
    best = 0
    fields = reach(state.board, field, pawns) if pawns & ALL_FIELDS else 0
    while fields:
        best = max(best, gain(state, seat, int(state.at[first(fields)]), taken))
        fields &= fields - 1
    return best


@kernel
def heuristic_trade(state: Record, noise: float, rng: Rng) -> int:
    """N8: the best exchange, if it is worth a token."""
    me = int(state.turn)
    left = count(state.pawns & ALL_FIELDS)
    best, best_value = END, TOKEN_VALUE * left / PAWNS
    for seat in range(state.players):
        offers = 0 if seat == me else loose(state.own[seat])
        while offers:
            get = first(offers)
            offers &= offers - 1
            gives = state.own[me]
            while gives:
                give = first(gives)
                gives &= gives - 1
                value = exchange_value(state, seat, give, get) + chance(rng) * noise
                if value > best_value:
                    best, best_value = TRADE + (give - 1) * PAWNS + get - 1, value
    return best


@kernel
def exchange_value(state: Record, other: int, give: int, get: int) -> float:
    """N8: how much an exchange helps me, and harms the other seat."""
    mine, yours, both = state.own[state.turn], state.own[other], bit(give) | bit(get)
    third = of_others(state, state.turn) & ~yours
    better = value_of(state.scoring, mine ^ both, third | (yours ^ both)) - value_of(state.scoring, mine, third | yours)
    worse = value_of(state.scoring, yours, third | mine) - value_of(state.scoring, yours ^ both, third | (mine ^ both))
    return better + OPPONENT_WEIGHT * worse


# ---- alone


@kernel
def heuristic_alone(state: Record, noise: float, rng: Rng) -> int:
    """N9, N10: the move after which the solver's cost is lowest."""
    best, best_cost = TAKE, INFINITE
    own, bonds = state.own[0], state.bonds
    fields = reach(state.board, state.power, state.pawns)
    while fields:
        pawn = int(state.at[first(fields)])
        fields &= fields - 1
        for move in ways_to_take(own, pawn):
            after = cost(own | bit(pawn), bonds | bonds_made(own, pawn, move)) + chance(rng) * noise
            if after < best_cost:
                best, best_cost = move, after
    return best


# ---- a newcomer


@kernel
def first_impression(observation: Record, move: int) -> float:
    """What the pawn is worth to me, and half of what it is worth to an opponent; not what comes after it.

    N8: an exchange looks good if it makes a series longer and costs a loose pawn.
    """
    state = observation.state
    own = state.own[state.turn]
    if move == END:
        return 1.0
    if move >= TRADE:
        give, get = (move - TRADE) // PAWNS + 1, (move - TRADE) % PAWNS + 1
        return float(series_with(own ^ bit(give), get)) if has(loose(own), give) else 0.0
    pawn = move % PAWNS + 1
    if state.players == 1:
        return float(series_put_to(state, pawn, move))
    return gain(state, state.turn, pawn, of_others(state, state.turn)) + OPPONENT_WEIGHT * most_for_others(state, pawn)


# ---- playouts


@kernel
def playout_move(state: Record, moves: Moves, n: int, rng: Rng) -> int:
    """A move that makes a series longer, if there is one; else any. `moves` holds n legal ones, none yet if n < 0."""
    if n < 0:
        n = legal(state, moves)
    own = state.own[state.turn]
    start = below(rng, n)
    if state.phase == TRADING:
        give, get = (moves[start] - TRADE) // PAWNS + 1, (moves[start] - TRADE) % PAWNS + 1
        helps = moves[start] >= TRADE and series_with(own, get) > 1 and has(loose(own), give)
        return moves[start] if helps else END
    for i in range(n):
        at = start + i
        move = moves[at - n if at >= n else at]
        if series_with(own, move % PAWNS + 1) > 1:
            return move
    return moves[start]
