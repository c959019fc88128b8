"""Many games at once, in compiled code: each is dealt, shown, moved and dealt again by itself."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..kernel import dispatch
from ..kernel.fixed_record import Deal, Options, Records, clear, copy, prefetch
from ..kernel.jit import inlined, kernel
from ..kernel.rng import shuffle
from .rewards import Payment, pay

# Lists of moves are gone through in blocks of this size: the processor could not predict how long each list is. What
# stands in the last block after the last move is not looked at; every list has space for it.
_BLOCK = 8


class Games(NamedTuple):
    """The games of a batch, and what is written about them for the caller; row i belongs to game i."""

    states: Records
    knowledge: Records
    rngs: npt.NDArray[np.uint64]
    moves: npt.NDArray[np.int32]
    """the legal moves …"""
    legal_count: npt.NDArray[np.int64]
    """… and how many there are"""
    played: npt.NDArray[np.int64]
    """moves made since the deal"""
    obs: npt.NDArray[np.uint8]
    mask: npt.NDArray[np.bool_]
    reward: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    seat: npt.NDArray[np.int8]


class BatchSettings(NamedTuple):
    """What all games of a batch have in common."""

    deck: Deal
    two_faced: bool
    players: int
    options: Options
    payment: Payment
    notes: bool
    max_moves: int


class Scratch(NamedTuple):
    """Working memory of one thread."""

    before: Records
    deal: Deal
    scores: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int64]


@kernel
def first_illegal(games: Games, actions: Any) -> int:
    """The first game whose action is not legal; −1 if all are."""
    for i in range(len(actions)):
        if not is_listed(actions[i], games.moves[i], games.legal_count[i]):
            return i
    return -1


@inlined
def is_listed(action: int, moves: Any, n: int) -> bool:
    """Is it one of the first n moves?"""
    found = False
    for start in range(0, n, _BLOCK):
        for k in range(start, start + _BLOCK):
            found |= (moves[k] == action) & (k < n)
    return found


@inlined
def mark(mask: Any, moves: Any, n: int, legal: bool) -> None:
    """Write into the mask whether the first n moves are legal; the last one several times, to fill its block."""
    for start in range(0, n, _BLOCK):
        for k in range(start, start + _BLOCK):
            mask[moves[min(k, n - 1)]] = legal


@kernel
def begin_games(games: Games, settings: BatchSettings, scratch: Scratch, start: int, stop: int) -> None:
    """Deal the games from `start` to `stop`, and show them."""
    for i in range(start, stop):
        deal_game(games, settings, scratch, i)
        games.done[i] = games.truncated[i] = False
        for seat in range(settings.players):
            games.reward[i, seat] = 0
        show_game(games, settings, i)


@kernel
def step_games(games: Games, settings: BatchSettings, scratch: Scratch, actions: Any, start: int, stop: int) -> None:
    """Play a legal move in each of these games. One that ends is paid and dealt again; what is shown is the new one."""
    for i in range(start, stop):
        following = min(i + 1, stop - 1)
        prefetch(games.states[following])
        prefetch(games.knowledge[following])
        state = games.states[i]
        copy(scratch.before[0], state)
        dispatch.apply(state, int(actions[i]))
        dispatch.learn(games.knowledge[i], scratch.before[0], state, int(actions[i]))
        games.played[i] += 1
        ended = state.over != 0
        cut = not ended and games.played[i] >= settings.max_moves
        if games.done[i]:
            for seat in range(settings.players):
                games.reward[i, seat] = 0
        games.done[i] = ended or cut
        games.truncated[i] = cut
        if ended or cut:
            dispatch.result(state, scratch.scores, scratch.ranks)
            pay(settings.payment, scratch.scores, scratch.ranks, games.reward[i])
            deal_game(games, settings, scratch, i)
        show_game(games, settings, i)


@kernel
def deal_game(games: Games, settings: BatchSettings, scratch: Scratch, i: int) -> None:
    """A fresh deal, from the random numbers of this game alone."""
    for place in range(len(settings.deck)):
        scratch.deal[place] = settings.deck[place]
    shuffle(scratch.deal, settings.two_faced, games.rngs[i])
    dispatch.setup(games.states[i], scratch.deal, settings.players, settings.options)
    clear(games.knowledge[i])
    dispatch.begin(games.knowledge[i], games.states[i])
    games.played[i] = 0


@inlined
def show_game(games: Games, settings: BatchSettings, i: int) -> None:
    """Whose turn it is, what that seat knows, and what it may do. Of the mask only what changes is written."""
    state, moves = games.states[i], games.moves[i]
    mark(games.mask[i], moves, games.legal_count[i], False)
    n = dispatch.legal(state, moves)
    mark(games.mask[i], moves, n, True)
    games.legal_count[i] = n
    games.seat[i] = state.turn
    dispatch.encode(state, games.knowledge[i], int(state.turn), settings.notes, games.obs[i])
