"""What the moves of a position are worth to each seat, by the search and the playouts that give advice its figures.

The search ranks the moves; its games to the end give the figures, which are made to agree with the ranking (see
`bots/advice.py`). The move that was played is tried often enough to judge it, however bad it looks.
"""

from __future__ import annotations

import msgspec
import numpy as np

from ..bots.advice import consistent
from ..bots.search_bot import SLICE_SIMULATIONS, MoveEstimate, estimate
from ..bots.search_memory import RootStats, Search, SearchMemory
from ..bots.tree import root_moves
from ..bots.tree_search import NO_MOVE, ROOT_SHARES, ROOT_VISITS, search
from ..games import game_of
from ..games.game import SearchSettings
from ..kernel import entry_points
from ..kernel.fixed_record import Record, Rng
from ..kernel.rng import new_rng

INSISTENCE = 1e12
"""A search that trusts a move this much tries no other."""


class MoveValue(msgspec.Struct, frozen=True):
    """A move, and what it is worth to each seat: shares of the first place; alone, the score."""

    move: int
    values: list[float]


def move_values(observation: Record, simulations: int, seed: int, played: int = NO_MOVE) -> list[MoveValue]:
    """All legal moves, the best one first. `played` is tried in a quarter of all simulations at least."""
    game, state, rng = game_of(observation.dtype), observation.state, new_rng(seed)
    memory = SearchMemory()
    memory.prepare(game, state, 1, 2 * simulations + SLICE_SIMULATIONS)
    one = memory.searches[0]
    settings = game.search_settings
    trusted = int(entry_points.heuristic(observation, 0.0, rng)) if settings.trust > 0 else NO_MOVE
    _simulate(one, observation, settings, trusted, simulations, rng)
    visits = dict(root_moves(one.tree, state, one.scratch.moves))
    missing = simulations // 4 - visits.get(played, simulations)
    if missing > 0:
        _simulate(one, observation, settings._replace(trust=INSISTENCE), played, missing, rng)
    return _ranked(observation, visits, one.root_stats)


def _simulate(
    one: Search, observation: Record, settings: SearchSettings, heuristic_move: int, simulations: int, rng: Rng
) -> None:
    search(
        one.tree,
        observation,
        one.world,
        one.scratch,
        settings,
        heuristic_move,
        one.root_stats,
        simulations,
        rng,
        one.stats_rng,
    )


def _ranked(observation: Record, visits: dict[int, int], stats: RootStats) -> list[MoveValue]:
    """The moves by how often the search chose to try them, with figures that agree with that order."""
    seat, players = int(observation.seat), int(observation.state.players)
    rows = dict(zip(visits, stats, strict=False))
    found = [estimate(move, int(rows[move][ROOT_VISITS]), rows[move], seat) for move in visits]
    found.sort(key=lambda one: (-visits[one.move], one.move))
    return [
        MoveValue(one.move, [one.score] if players == 1 else _shares(one, rows[one.move], seat, players))
        for one in consistent(found, solitaire=players == 1)
    ]


def _shares(one: MoveEstimate, row: RootStats, seat: int, players: int) -> list[float]:
    """The mover's share, and what is left divided among the others as in the games that were tried."""
    others = np.delete(row[ROOT_SHARES : ROOT_SHARES + players], seat)
    total = float(others.sum())
    parts = others / total if total > 0 else np.full(players - 1, 1 / (players - 1))
    shares: list[float] = ((1.0 - one.win) * parts).tolist()
    return [*shares[:seat], one.win, *shares[seat:]]
