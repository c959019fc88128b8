"""A long search of one position: which move it tries most, and the chance of winning after each one.

The search ranks the moves. Then every move is played out to the end of the game often enough to compare their chances,
with what the search has learned. Both must name the same move.
"""

from __future__ import annotations

from math import sqrt

import msgspec

from ..bots.search_memory import Search, SearchMemory
from ..bots.tree import root_moves
from ..bots.tree_search import NO_MOVE, ROOT_SHARES, ROOT_VISITS, search
from ..games import game_of
from ..games.game import SearchSettings
from ..kernel import entry_points
from ..kernel.fixed_record import Record, Rng
from ..kernel.rng import new_rng
from .move_values import INSISTENCE

MAX_NODES = 1 << 18
GAMES_PER_MOVE = 2000
"""Games to the end after every move: the standard error of a chance is at most 1.2 %."""
GAMES_PER_CONTENDER = 8000
"""After the two best moves: at most 0.6 %."""


class SearchedMove(msgspec.Struct, frozen=True):
    """A move, how often the search tried it, and the mover's share of the first place in games played to the end."""

    move: int
    tries: int
    win: float
    games: int

    @property
    def error(self) -> float:
        """The standard error of `win`."""
        return sqrt(max(self.win * (1 - self.win), 1 / self.games) / self.games)


def long_search(observation: Record, simulations: int, seed: int) -> list[SearchedMove]:
    """All legal moves, the one with the best chance first."""
    game, rng, memory = game_of(observation.dtype), new_rng(seed), SearchMemory()
    memory.prepare(game, observation.state, 1, min(2 * simulations, MAX_NODES))
    one, settings = memory.searches[0], game.search_settings
    trusted = int(entry_points.heuristic(observation, 0.0, rng)) if settings.trust > 0 else NO_MOVE
    _simulate(one, observation, settings, trusted, simulations, rng, with_games=False)
    tries = dict(root_moves(one.tree, observation.state, one.scratch.moves))
    for move in tries:
        _play_to_the_end(one, observation, settings, move, GAMES_PER_MOVE, rng)
    for found in _ranked(one, observation, tries)[:2]:
        _play_to_the_end(one, observation, settings, found.move, GAMES_PER_CONTENDER - GAMES_PER_MOVE, rng)
    return _ranked(one, observation, tries)


def lead(found: list[SearchedMove]) -> float:
    """By how much the chance of the best move exceeds that of the next; 0 if the search preferred another one."""
    if max(found, key=lambda one: one.tries) != found[0]:
        return 0.0
    return found[0].win - found[1].win


def lead_error(found: list[SearchedMove]) -> float:
    """The standard error of the lead."""
    return sqrt(found[0].error ** 2 + found[1].error ** 2)


def _play_to_the_end(
    one: Search, observation: Record, settings: SearchSettings, move: int, games: int, rng: Rng
) -> None:
    _simulate(one, observation, settings._replace(trust=INSISTENCE), move, games, rng, with_games=True)


def _simulate(
    one: Search, observation: Record, settings: SearchSettings, move: int, simulations: int, rng: Rng, with_games: bool
) -> None:
    stats = one.root_stats if with_games else one.root_stats[:0]
    search(one.tree, observation, one.world, one.scratch, settings, move, stats, simulations, rng, one.stats_rng)


def _ranked(one: Search, observation: Record, tries: dict[int, int]) -> list[SearchedMove]:
    column = ROOT_SHARES + int(observation.seat)
    found = [
        SearchedMove(move, tries[move], float(row[column] / row[ROOT_VISITS]), int(row[ROOT_VISITS]))
        for move, row in zip(tries, one.root_stats, strict=False)
    ]
    return sorted(found, key=lambda one: (-one.win, one.move))
