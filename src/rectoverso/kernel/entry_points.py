"""The generic functions as Python programs call them: compiled once for each type of record."""

from __future__ import annotations

from typing import Any

from . import dispatch
from .fixed_record import Deal, Moves, Options, Record, Rng, clear, copy
from .jit import kernel, short_kernel
from .rng import below, shuffle


@short_kernel
def setup(state: Record, deal: Deal, players: int, options: Options) -> None:
    """See `dispatch.setup`."""
    dispatch.setup(state, deal, players, options)


@short_kernel
def legal(state: Record, moves: Moves) -> int:
    """See `dispatch.legal`."""
    return dispatch.legal(state, moves)


@short_kernel
def apply(state: Record, move: int) -> None:
    """See `dispatch.apply`."""
    dispatch.apply(state, move)


@short_kernel
def result(state: Record, scores: Any, ranks: Any) -> None:
    """See `dispatch.result`."""
    dispatch.result(state, scores, ranks)


@short_kernel
def encode(state: Record, knowledge: Record, seat: int, notes: bool, out: Any) -> None:
    """See `dispatch.encode`."""
    dispatch.encode(state, knowledge, seat, notes, out)


@short_kernel
def begin(knowledge: Record, state: Record) -> None:
    """See `dispatch.begin`."""
    dispatch.begin(knowledge, state)


@short_kernel
def learn(knowledge: Record, before: Record, after: Record, move: int) -> None:
    """See `dispatch.learn`."""
    dispatch.learn(knowledge, before, after, move)


@short_kernel
def observe(observation: Record, state: Record, knowledge: Record, seat: int) -> None:
    """See `dispatch.observe`; `observation` is cleared first."""
    clear(observation)
    dispatch.observe(observation, state, knowledge, seat)


@kernel
def imagine(observation: Record, state: Record, rng: Rng) -> bool:
    """See `dispatch.imagine`."""
    return dispatch.imagine(observation, state, rng)


@kernel
def heuristic(observation: Record, noise: float, rng: Rng) -> int:
    """See `dispatch.heuristic`."""
    return dispatch.heuristic(observation, noise, rng)


@short_kernel
def standstill(state: Record) -> float:
    """See `dispatch.standstill`."""
    return dispatch.standstill(state)


@short_kernel
def forget(observation: Record, keep: float, secret: int) -> None:
    """See `dispatch.forget`."""
    dispatch.forget(observation, keep, secret)


@short_kernel
def seat_to_move(state: Record) -> int:
    """The seat to move, from 0; −1 after the end."""
    return -1 if state.over else state.turn


@short_kernel
def play(state: Record, knowledge: Record, before: Record, move: int) -> int:
    """A legal move, and what everybody sees of it; `before` becomes the state that it was made in. Who moves next."""
    copy(before, state)
    dispatch.apply(state, move)
    dispatch.learn(knowledge, before, state, move)
    return seat_to_move(state)


@kernel
def is_among(move: int, moves: Any, n: int) -> bool:
    """Is the move one of the first n?"""
    for i in range(n):
        if moves[i] == move:
            return True
    return False


@kernel
def retrace(
    state: Record, knowledge: Record, before: Record, moves: Moves, numbers: Any, extra: Any, movers: Any
) -> int:
    """Play a list of moves as far as they are legal (or `extra`), noting the seat to move; how many were played."""
    for at in range(len(numbers)):
        if state.over:
            return at
        move = numbers[at]
        n = dispatch.legal(state, moves)
        if not is_among(move, moves, n) and not is_among(move, extra, len(extra)):
            return at
        movers[at] = state.turn + 1
        copy(before, state)
        dispatch.apply(state, move)
        dispatch.learn(knowledge, before, state, move)
    return len(numbers)


@kernel
def list_legal(state: Record, moves: Moves, numbers: Any, lists: Any, ends: Any) -> int:
    """Play legal moves, and write down the legal ones before each, one list after the other in `lists`.

    `ends[i]` is where list i ends. Stops when the next list might not fit; how many moves were played.
    """
    filled = 0
    for at in range(len(numbers)):
        if filled + len(moves) > len(lists):
            return at
        n = dispatch.legal(state, moves)
        for i in range(n):
            lists[filled + i] = moves[i]
        filled += n
        ends[at] = filled
        dispatch.apply(state, numbers[at])
    return len(numbers)


@kernel
def random_games(
    state: Record,
    deck: Deal,
    two_faced: bool,
    players: int,
    options: Options,
    games: int,
    moves: Moves,
    totals: Any,
    ranks: Any,
    rng: Rng,
) -> int:
    """Uniformly random full games, each with a fresh deal and a result; how many moves were made."""
    made = 0
    for _ in range(games):
        shuffle(deck, two_faced, rng)
        dispatch.setup(state, deck, players, options)
        while not state.over:
            n = dispatch.legal(state, moves)
            dispatch.apply(state, moves[below(rng, n)])
            made += 1
        dispatch.result(state, totals, ranks)
    return made
