"""Our bots by name for OpenSpiel: `random`, `newcomer`, `greedy`, `search:N` and the levels.

>>> import pyspiel
>>> import rectoverso.rl.openspiel
>>> from rectoverso.rl.openspiel_bots import BaselineBot
>>> bots = [BaselineBot("greedy", seed=player) for player in range(2)]
"""

from __future__ import annotations

from typing import Any

import pyspiel

from ..bots import check_bot, make_bot
from ..bots.bot import Bot
from ..bots.legality import legal_choice
from ..games.deal import BOT_DOMAIN, Stream


class BaselineBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel ships no types
    """Plays one seat; `restart` begins a new game. Forgetful levels go on from what they remember."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        pyspiel.Bot.__init__(self)
        check_bot(name)
        self._name, self._seed, self._games = name, str(seed), 0
        self.restart()

    def restart(self) -> None:
        """A new game begins."""
        from time import monotonic

        self._bot: Bot = make_bot(self._name, monotonic)
        self._rng = Stream(BOT_DOMAIN, self._seed, self._games).rng()
        self._games += 1

    def restart_at(self, state: Any) -> None:
        """Go on from a state: what the seat has seen is all in there."""
        self.restart()

    def step(self, state: Any) -> int:
        """The move for the player whose turn it is."""
        return legal_choice(self._bot, state.round.observation(state.round.turn), self._rng)
