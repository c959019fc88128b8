"""The functions of a game, chosen by the type of the record they are given.

Generic code (playouts, search, batches) calls `legal(state, moves)` and gets the rules of whatever game `state`
belongs to; the choice is made when the code is compiled. Games register themselves: this file knows none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .fixed_record import Deal, Moves, Options, Record, Rng, marker
from .jit import COMPILED, INLINED

_suppliers: dict[tuple[str, str], Callable[..., Any]] = {}


def register(layout: np.dtype[Any], **functions: Callable[..., Any]) -> None:
    """A game says which of its functions serve records of this layout."""
    for name, function in functions.items():
        if name not in _GENERIC:
            raise ValueError(f"no generic function is called {name}")
        _suppliers[marker(layout), name] = function


def record_of(name: str) -> str:
    """The record that a generic function is chosen by: `state`, `knowledge` or `observation`."""
    return _GENERIC[name].__code__.co_varnames[0]


def suppliers_of(function: Callable[..., Any]) -> list[tuple[str, Callable[..., Any]]] | None:
    """Who serves a generic function, by the name of the record; None if it is not generic."""
    if _GENERIC.get(function.__name__) is not function:
        return None
    return [(marker, supplier) for (marker, name), supplier in _suppliers.items() if name == function.__name__]


def _supplier(layout: np.dtype[Any], name: str) -> Callable[..., Any]:
    return _suppliers[marker(layout), name]


def setup(state: Record, deal: Deal, players: int, options: Options) -> None:
    """Lay out a new game from a deal (`deal`: packed cards in the order of the record)."""
    _supplier(state.dtype, "setup")(state, deal, players, options)


def legal(state: Record, moves: Moves) -> int:
    """Write all legal moves into `moves`, in no particular order, and return their number."""
    return int(_supplier(state.dtype, "legal")(state, moves))


def apply(state: Record, move: int) -> None:
    """Play a legal move."""
    _supplier(state.dtype, "apply")(state, int(move))  # NumPy's numbers add up differently: True + True is True


def result(state: Record, scores: Any, ranks: Any) -> None:
    """Scores and ranks by seat; final once `state.over`."""
    _supplier(state.dtype, "result")(state, scores, ranks)


def learn(knowledge: Record, before: Record, after: Record, move: int) -> None:
    """What all seats see when `move` leads from `before` to `after`."""
    _supplier(knowledge.dtype, "learn")(knowledge, before, after, int(move))


def begin(knowledge: Record, state: Record) -> None:
    """What all seats have seen when the game begins."""
    _supplier(knowledge.dtype, "begin")(knowledge, state)


def encode(state: Record, knowledge: Record, seat: int, notes: bool, out: Any) -> None:
    """Write what one seat knows into `out`, as numbers for learning programs: every byte is written.

    With `notes`, all that the seat has seen and remembers perfectly; without, only what lies on the table now.
    """
    _supplier(state.dtype, "encode")(state, knowledge, seat, notes, out)


def observe(observation: Record, state: Record, knowledge: Record, seat: int) -> None:
    """Build up, from nothing, what one seat has seen (seat −1: the watcher)."""
    _supplier(observation.dtype, "observe")(observation, state, knowledge, seat)


def imagine(observation: Record, state: Record, rng: Rng) -> bool:
    """Fill `state` with a random world that fits what has been seen; False where none was found."""
    return bool(_supplier(observation.dtype, "imagine")(observation, state, rng))


def heuristic(observation: Record, noise: float, rng: Rng) -> int:
    """The move that the game's rule of thumb chooses for the seat to move, from what it has seen.

    Each move's value gets a random addition of up to `noise`; 0 for the best choice it knows.
    """
    return int(_supplier(observation.dtype, "heuristic")(observation, noise, rng))


def first_impression(observation: Record, move: int) -> float:
    """How good a legal move looks to somebody who sees the game for the first time, one step ahead."""
    return float(_supplier(observation.dtype, "first_impression")(observation, int(move)))


def forget(observation: Record, keep: float, secret: int) -> None:
    """Forget faces that are out of sight: each turn a face is kept in mind with chance `keep`.

    Which ones are gone follows from the secret and from when they were last seen: what is gone stays gone.
    """
    _supplier(observation.dtype, "forget")(observation, keep, int(secret))


def playout_move(state: Record, moves: Moves, n: int, rng: Rng) -> int:
    """A quick, sensible move for playouts: it looks only at what lies open to the mover."""
    return int(_supplier(state.dtype, "playout_move")(state, moves, n, rng))


def evaluate(state: Record, guesses: Any) -> None:
    """Estimate the final score of each seat in the middle of a game."""
    _supplier(state.dtype, "evaluate")(state, guesses)


def position_key(state: Record) -> int:
    """A hash of all that lies open to the seat to move: equal positions, equal numbers, however reached."""
    return int(_supplier(state.dtype, "position_key")(state))


def standstill(state: Record) -> float:
    """How close the game is to a standstill, from 0 to 1."""
    return float(_supplier(state.dtype, "standstill")(state))


_GENERIC: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        setup, legal, apply, result, encode, learn, begin, observe, imagine, heuristic,
        first_impression, forget, playout_move, evaluate, position_key, standstill,
    )
}  # fmt: skip


def _compile_by_record(name: str, generic: Callable[..., Any]) -> None:
    """Teach the compiler to choose the game's function by the type of the first record."""
    from numba import types
    from numba.extending import overload

    from .linking import LINKABLE

    def supplier_of(record: Any) -> Any:
        if not isinstance(record, types.Record):
            return None
        return _suppliers.get((next(iter(record.fields)), name))

    names = generic.__code__.co_varnames[: generic.__code__.co_argcount]
    arguments = ", ".join(names)
    scope: dict[str, Any] = {"supplier_of": supplier_of}
    exec(  # the compiler wants an implementation with the very signature of the generic function
        f"def choose({arguments}):\n"
        f"    supplier = supplier_of({names[0]})\n"
        f"    if supplier is None:\n"
        f"        return None\n"
        f"    def implementation({arguments}):\n"
        f"        return supplier({arguments})\n"
        f"    return implementation\n",
        scope,
    )
    overload(generic, jit_options=INLINED | LINKABLE, inline="never")(scope["choose"])


if COMPILED:
    for _name, _function in _GENERIC.items():
        _compile_by_record(_name, _function)
