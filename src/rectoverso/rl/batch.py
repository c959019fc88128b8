"""Thousands of games stepped at once in compiled code, written into arrays that the caller keeps.

>>> import numpy as np
>>> from rectoverso.rl import batch
>>> games = batch.make("nummerus", games=1024, players=2, seed=1)
>>> games.reset()
>>> games.obs.shape, games.mask.shape, games.reward.shape
((1024, 350), (1024, 2449), (1024, 2))
>>> games.step(games.mask.argmax(axis=1))
>>> int(games.seat[0]), bool(games.done.any())
(1, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import BadInput, shown
from ..games import game_named
from ..games.deal import Stream
from ..games.game import Game, Value
from ..games.game_record import MAX_RECORD_MOVES
from ..games.round import MAX_SEATS, Memory
from ..kernel.fixed_record import Deal
from .rewards import Reward, payment
from .stepping import BatchSettings, Games, Scratch, begin_games, first_illegal, step_games

BATCH_DOMAIN = "rectoverso/batch/1"
MAX_GAMES = 1 << 20
MAX_THREADS = 256
_ALIGNMENT = 64  # bytes; JAX takes arrays over without a copy only if they begin at such an address


class Batch:
    """Games of one kind, side by side. Game i always sees the same deals, however many games and threads there are.

    After `reset` and after each `step` these arrays hold, in row i, the position of game i:

    - `obs`: what the seat to move knows, laid out as `features` says;
    - `mask`: by number of the move, whether it is legal;
    - `reward`: by seat, what it got by this step: 0 until a game ends;
    - `done`: did the game end by this step? Then it has been dealt again: `obs`, `mask` and `seat` show the new one;
    - `truncated`: was it cut off, because it was as long as a record can be?
    - `seat`: who is to move, from 0.

    The arrays stay the same objects for ever, and are overwritten. Read them, copy from them, but do not write to them.
    """

    def __init__(
        self, game: Game, games: int, settings: BatchSettings, seed: str, threads: int, arrays: Mapping[str, Any]
    ) -> None:
        self.game = game
        self.features = game.features
        self._settings = settings
        self._games = Games(
            states=np.zeros(games, game.state),
            knowledge=np.zeros(games, game.knowledge),
            rngs=np.array([Stream(BATCH_DOMAIN, seed, i).rng() for i in range(games)]),
            moves=np.zeros((games, game.list_size), np.int32),
            legal_count=np.zeros(games, np.int64),
            played=np.zeros(games, np.int64),
            **_arrays(arrays_of(game, games, settings.players), arrays),
        )
        self.obs, self.mask, self.reward = self._games.obs, self._games.mask, self._games.reward
        self.done, self.truncated, self.seat = self._games.done, self._games.truncated, self._games.seat
        bounds = [games * k // threads for k in range(threads + 1)]
        self._parts = [(start, stop, _scratch(game)) for start, stop in pairwise(bounds) if start < stop]
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self._actions = np.zeros(games, np.int64)
        self._begun = False

    def __len__(self) -> int:
        return len(self._actions)

    @property
    def players(self) -> int:
        """The number of seats of each game."""
        return self._settings.players

    def reset(self) -> None:
        """Deal all games again. The first call begins at the first deal of the seed; further ones go on from there."""
        self._games.mask[:] = False
        self._games.legal_count[:] = 0
        self._run(begin_games)
        self._begun = True

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one legal move in every game: `actions[i]` is its number. Refuses all if one of them is not legal."""
        if not self._begun:
            raise BadInput("call reset() before the first step()")
        given = np.asarray(actions)
        if given.shape != self._actions.shape or given.dtype.kind not in "iu":
            raise BadInput(
                f"step needs {len(self)} whole numbers, one for each game; not {given.dtype} of shape {given.shape}"
            )
        self._actions[:] = given
        wrong = int(first_illegal(self._games, self._actions))
        if wrong >= 0:
            number = int(self._actions[wrong])
            text = repr(self.game.text(number)) if 0 <= number < self.game.moves else "no move"
            raise BadInput(f"action {number} ({text}) is not legal in game {wrong}; nothing was played")
        self._run(step_games, self._actions)

    @property
    def legal_lists(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """The mask as lists: of row i of the first array, as many numbers as the second array says are legal moves."""
        return self._games.moves, self._games.legal_count

    def deal(self, i: int) -> Deal:
        """The deal of the game that is being played in row i, packed as `Round` takes it."""
        return self.game.deal_of(self._games.states[i])

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _run(self, function: Any, *arguments: Any) -> None:
        if self._pool is None:
            [(start, stop, scratch)] = self._parts
            function(self._games, self._settings, scratch, *arguments, start, stop)
            return
        jobs = [
            self._pool.submit(partial(function, self._games, self._settings, scratch, *arguments, start, stop))
            for start, stop, scratch in self._parts
        ]
        for job in jobs:
            job.result()


def make(
    game: str,
    games: int = 1024,
    players: int | None = None,
    seed: int | str = 0,
    *,
    threads: int = 1,
    memory: Memory = "notes",
    reward: Reward | None = None,
    arrays: Mapping[str, npt.NDArray[Any]] | None = None,
    **options: Value,
) -> Batch:
    """A batch of games.

    `memory`: `notes` shows a seat all that it has seen so far, `table` only what lies open to it now. `reward`: by
    `rank` (1 for the first place, −1 for the last) or by `score`. `arrays`: arrays of the caller to write into, of the
    shapes and types that `arrays_of` tells; others are made.
    """
    described = game_named(game)
    seats = described.usual_players if players is None else players
    chosen = described.options_of(seats, options)
    _check("games", games, MAX_GAMES)
    _check("threads", threads, MAX_THREADS)
    if memory not in ("table", "notes"):
        raise BadInput(f"memory is table or notes, not {shown(memory)}")
    settings = BatchSettings(
        described.deck,
        described.two_faced,
        seats,
        described.option_numbers(chosen),
        payment(seats, reward),
        memory == "notes",
        MAX_RECORD_MOVES,
    )
    return Batch(described, games, settings, str(seed), threads, arrays or {})


def arrays_of(game: Game, games: int, players: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """Shape and type of each array."""
    return {
        "obs": ((games, game.encoding_size), np.uint8),
        "mask": ((games, game.moves), np.bool_),
        "reward": ((games, players), np.float32),
        "done": ((games,), np.bool_),
        "truncated": ((games,), np.bool_),
        "seat": ((games,), np.int8),
    }


def _check(name: str, number: object, highest: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= highest:
        raise BadInput(f"{name} is a whole number from 1 to {highest}, not {shown(number)}")


def _arrays(needed: Mapping[str, tuple[tuple[int, ...], Any]], given: Mapping[str, Any]) -> dict[str, npt.NDArray[Any]]:
    """The caller's arrays where there are any, checked; new ones for the rest."""
    for name in given:
        if name not in needed:
            raise BadInput(f"there is no array {shown(name)}; the arrays are {', '.join(needed)}")
    arrays = {
        name: _accepted(name, given[name], shape, kind) if name in given else _new(shape, kind)
        for name, (shape, kind) in needed.items()
    }
    for one, other in combinations(arrays, 2):
        if np.may_share_memory(arrays[one], arrays[other]):
            raise BadInput(f"{one} and {other} must not share memory: what is written into one would change the other")
    return arrays


def _accepted(name: str, array: Any, shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    fits = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == kind
    if not fits or not array.flags.carray:
        described = f"array of {np.dtype(kind)} with the shape {shape}"
        raise BadInput(f"{name} must be a writeable, aligned, contiguous {described}")
    accepted: npt.NDArray[Any] = array
    return accepted


def _new(shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """An array of zeros that begins at a round address."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    room = np.zeros(size + _ALIGNMENT, np.uint8)
    start = -room.ctypes.data % _ALIGNMENT
    return room[start : start + size].view(kind).reshape(shape)


def _scratch(game: Game) -> Scratch:
    return Scratch(
        np.zeros(1, game.state), game.deck.copy(), np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    )
