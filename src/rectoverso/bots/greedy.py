"""The bot `greedy`, and the levels that do not look ahead: each game's own rule of thumb."""

from __future__ import annotations

from ..kernel import entry
from ..kernel.record import Luck, Record
from .bot import Budget, Choice, Lent
from .searcher import SearchBot

LOOK_HARD = 200  # simulations, to get a game going again


class GreedyBot:
    """Plays what looks best at once, its judgement erring by a whim. It looks ahead only at a standstill."""

    def __init__(self, whim: float = 0.0, lent: Lent | None = None) -> None:
        self._whim = whim
        self._lent = lent
        self._searcher: SearchBot | None = None

    def choose(self, seen: Record, luck: Luck) -> Choice:
        """The move of the game's rule of thumb, or a way out of a standstill."""
        if entry.standstill(seen.state) == 0.0:
            return Choice(int(entry.muse(seen, self._whim, luck)))
        if self._searcher is None:
            self._searcher = SearchBot(Budget(LOOK_HARD), self._lent)
        return self._searcher.choose(seen, luck)
