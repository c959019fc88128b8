"""The bot `greedy`: each game's own rule of thumb."""

from __future__ import annotations

from ..kernel import entry
from ..kernel.record import Luck, Record
from .bot import Choice


class GreedyBot:
    """Plays what looks best at once."""

    def choose(self, seen: Record, luck: Luck) -> Choice:
        """The move of the game's rule of thumb."""
        return Choice(int(entry.thumb(seen, luck)))
