"""The bot `greedy`, and the levels that do not look ahead: each game's own rule of thumb."""

from __future__ import annotations

from ..kernel import entry_points
from ..kernel.record import Record, Rng
from .bot import Budget, Choice, Resources
from .search_bot import SearchBot

LOOK_HARD = 200  # simulations, to get a game going again


class GreedyBot:
    """Plays what looks best at once, its judgement erring by a whim. It looks ahead only at a standstill."""

    def __init__(self, noise: float = 0.0, resources: Resources | None = None) -> None:
        self._whim = noise
        self._resources = resources
        self._searcher: SearchBot | None = None

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """The move of the game's rule of thumb, or a way out of a standstill."""
        if entry_points.standstill(observation.state) == 0.0:
            return Choice(int(entry_points.noisy_heuristic(observation, self._whim, rng)))
        if self._searcher is None:
            self._searcher = SearchBot(Budget(LOOK_HARD), self._resources)
        return self._searcher.choose(observation, rng)
