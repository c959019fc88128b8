"""The bot `greedy`, and the levels that do not search: each game's own rule of thumb."""

from __future__ import annotations

from ..kernel import entry_points
from ..kernel.fixed_record import Record, Rng
from .bot import Budget, Choice, Resources
from .search_bot import SearchBot

STANDSTILL_SIMULATIONS = 200  # of the search that gets a stuck game moving again


class GreedyBot:
    """Plays the move that the rule of thumb rates best, with noise on its ratings. It searches only at a standstill."""

    def __init__(self, noise: float = 0.0, resources: Resources | None = None) -> None:
        self._noise = noise
        self._resources = resources
        self._searcher: SearchBot | None = None

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """Choose the move of the game's rule of thumb, or a way out of a standstill."""
        if entry_points.standstill(observation.state) == 0.0:
            return Choice(int(entry_points.heuristic(observation, self._noise, rng)))
        if self._searcher is None:
            self._searcher = SearchBot(Budget(STANDSTILL_SIMULATIONS), self._resources)
        return self._searcher.choose(observation, rng)
