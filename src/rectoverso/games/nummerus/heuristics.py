"""Rules of thumb for Nummerus: what a sensible player would do at a glance."""

from __future__ import annotations

from ...kernel.bits import bit, count, first, has
from ...kernel.jit import kernel
from ...kernel.record import Moves, Record, Rng
from ...kernel.rng import below, chance
from .material import ALL_FIELDS, PAWNS
from .moves import END, ON_HIGH, ON_LOW, TAKE, TRADE
from .rules import LONGEST, TRADING, legal, longest, loose, reach, series_points
from .solitaire import strain

STRETCH = 5  # so many numbers in a row are looked at together
ALL_OF_STRETCH = (1 << STRETCH) - 1
SPITE = 0.5  # what a pawn is worth to an opponent counts so much
CAUTION = 0.4  # and what the next player can take afterwards
A_TRIFLE = 0.01  # chance decides between equals
BEYOND = 1e9  # more than anything is worth
TOKEN_WORTH = 400.0  # what an exchange would have to bring at the start of a game; less and less towards the end


@kernel
def heuristic(observation: Record, rng: Rng) -> int:
    """The move of the bot `greedy`."""
    return noisy_heuristic(observation, 0.0, rng)


@kernel
def noisy_heuristic(observation: Record, noise: float, rng: Rng) -> int:
    """The move of a player whose judgement errs by so many units of worth."""
    state = observation.state
    if state.players == 1:
        return heuristic_alone(state, noise + 1.0, rng)
    if state.phase == TRADING:
        return heuristic_trade(state, noise + A_TRIFLE, rng)
    return heuristic_take(state, noise + A_TRIFLE, rng)


# ---- with opponents


@kernel
def promise(scoring: int, own: int, lost: int) -> int:
    """What a set of pawns is worth: its series, and stretches of the numbers where a series can still grow."""
    worth = series_points(own)
    if scoring == LONGEST:
        length = longest(own)
        worth += length * length
    for low in range(1, PAWNS - STRETCH + 2):
        if (lost >> low) & ALL_OF_STRETCH == 0:
            here = count((own >> low) & ALL_OF_STRETCH)
            worth += here * here
    return worth


@kernel
def of_others(state: Record, seat: int) -> int:
    """The pawns of everybody but one seat."""
    taken = 0
    for p in range(state.players):
        if p != seat:
            taken |= state.own[p]
    return taken


@kernel
def gain(state: Record, seat: int, v: int, taken: int) -> int:
    """How much better off a seat is with one more pawn; `taken`: what the others have."""
    own = state.own[seat]
    return promise(state.scoring, own | bit(v), taken) - promise(state.scoring, own, taken)


@kernel
def heuristic_take(state: Record, noise: float, rng: Rng) -> int:
    """The pawn that helps me most, or that the others want most; and leaves the next player little."""
    me = int(state.turn)
    best, best_worth = TAKE, -BEYOND
    fields = reach(state.board, state.power, state.pawns)
    while fields:
        field = first(fields)
        fields &= fields - 1
        v = int(state.at[field])
        worth = gain(state, me, v, of_others(state, me)) + chance(rng) * noise
        worth += SPITE * dearest_to_others(state, v) / (int(state.players) - 1) - CAUTION * best_reply(state, field)
        if worth > best_worth:
            best, best_worth = TAKE + v - 1, worth
    return best


@kernel
def dearest_to_others(state: Record, v: int) -> int:
    """What the opponent who wants this pawn most would give for it."""
    dearest = 0
    for p in range(state.players):
        if p != state.turn:
            dearest = max(dearest, gain(state, p, v, of_others(state, p)))
    return dearest


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
    """N8: the exchange that brings most, if it is worth a token; it helps me and should not help him."""
    me = int(state.turn)
    left = count(state.pawns & ALL_FIELDS)
    best, best_worth = END, TOKEN_WORTH * left / PAWNS
    for p in range(state.players):
        offers = 0 if p == me else loose(state.own[p])
        while offers:
            get = first(offers)
            offers &= offers - 1
            gives = state.own[me]
            while gives:
                give = first(gives)
                gives &= gives - 1
                worth = exchange(state, p, give, get) + chance(rng) * noise
                if worth > best_worth:
                    best, best_worth = TRADE + (give - 1) * PAWNS + get - 1, worth
    return best


@kernel
def exchange(state: Record, other: int, give: int, get: int) -> float:
    """How much better off I am, and the other worse, when we exchange these."""
    mine, yours, both = state.own[state.turn], state.own[other], bit(give) | bit(get)
    third = of_others(state, state.turn) & ~yours
    better = promise(state.scoring, mine ^ both, third | (yours ^ both)) - promise(state.scoring, mine, third | yours)
    worse = promise(state.scoring, yours, third | mine) - promise(state.scoring, yours ^ both, third | (mine ^ both))
    return better + SPITE * worse


# ---- alone


@kernel
def heuristic_alone(state: Record, noise: float, rng: Rng) -> int:
    """N9, N10: what leaves the series least strained."""
    best, best_worth = TAKE, BEYOND
    own, bonds = state.own[0], state.bonds
    fields = reach(state.board, state.power, state.pawns)
    while fields:
        v = int(state.at[first(fields)])
        fields &= fields - 1
        low, high = has(own, v - 1), has(own, v + 1)
        move = ON_LOW if low and high else TAKE
        if low or not high:
            worth = strain(own | bit(v), bonds | (bit(v - 1) if low else 0)) + chance(rng) * noise
            if worth < best_worth:
                best, best_worth = move + v - 1, worth
        if high:
            worth = strain(own | bit(v), bonds | bit(v)) + chance(rng) * noise
            if worth < best_worth:
                best, best_worth = (ON_HIGH if low else TAKE) + v - 1, worth
    return best


# ---- playouts


@kernel
def playout_move(state: Record, moves: Moves, n: int, rng: Rng) -> int:
    """A move that makes a series longer, if there is one; else any."""
    if n < 0:
        n = legal(state, moves)
    own = state.own[state.turn]
    beside = (own << 1) | (own >> 1)
    start = below(rng, n)
    if state.phase == TRADING:
        give, get = (moves[start] - TRADE) // PAWNS + 1, (moves[start] - TRADE) % PAWNS + 1
        return moves[start] if moves[start] >= TRADE and has(beside, get) and has(loose(own), give) else END
    for i in range(n):
        at = start + i
        move = moves[at - n if at >= n else at]
        if has(beside, move % PAWNS + 1):
            return move
    return moves[start]
