"""The rule of thumb of Quartus: the card that promises most, by what is certain or by the mean of what is possible."""

from __future__ import annotations

from rectoverso.kernel.fixed_record import Moves, Record, Rng
from rectoverso.kernel.jit import kernel
from rectoverso.kernel.rng import below, chance
from rectoverso.kernel.short_lists import stack_list

from .material import CARDS, KINDS, SUITS
from .moves import MAX_LEGAL_MOVES, TURN
from .rules import legal
from .worlds import is_known, other_face


@kernel
def heuristic(observation: Record, noise: float, rng: Rng) -> int:
    """The choice of a player whose judgement errs by up to `noise` points."""
    moves = stack_list(MAX_LEGAL_MOVES)
    best, best_worth = -1, -1.0
    for i in range(legal(observation.state, moves)):
        worth = promise(observation.state, moves[i]) + noise * chance(rng)
        if worth > best_worth:
            best, best_worth = moves[i], worth
    return best


@kernel
def first_impression(observation: Record, move: int) -> float:
    """What a newcomer sees in a move: what it promises."""
    return promise(observation.state, move)


@kernel
def promise(state: Record, move: int) -> float:
    """Q4: turned over, a card scores what it shows now; as it lies, the mean of what it may hide."""
    shown = state.up[move % CARDS]
    if move >= TURN:
        return float(shown)
    suit = (shown - 1) % SUITS
    total, ways = 0, 0
    for pair in range(KINDS * suit, KINDS * (suit + 1)):
        hidden = other_face(pair, shown)
        if hidden and not is_known(state, pair):
            total += hidden
            ways += 1
    return total / ways if ways else 0.0


@kernel
def playout_move(state: Record, moves: Moves, n: int, rng: Rng) -> int:
    """Any move will do."""
    count = n if n >= 0 else legal(state, moves)
    return int(moves[below(rng, count)])
