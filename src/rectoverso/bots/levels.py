"""The levels, novice to master: they forget as people do, look less far or farther, and play as well as they see."""

from __future__ import annotations

from ..errors import BadInput
from ..games import game_of
from ..games.game import Game, Level
from ..kernel import entry
from ..kernel.luck import word
from ..kernel.record import Luck, Record, copied
from .bot import Budget, Choice, Lent, Timer, timer
from .greedy import GreedyBot
from .searcher import SearchBot, Weighed


def level_of(game: Game, name: str) -> Level:
    """How strong a level is in a game."""
    for level in game.levels:
        if level.name == name:
            return level
    raise BadInput(f"{game.name} has no level {name!r}")


class LevelBot:
    """A player of one of the levels.

    Which faces it has forgotten follows from a secret of its own, drawn with its first move: what is forgotten stays
    so until it is seen again. From then on it knows nothing but what it remembers.
    """

    def __init__(self, name: str, lent: Lent) -> None:
        self._name = name
        self._lent = lent
        self._level: Level | None = None
        self._secret: int | None = None
        self._player: GreedyBot | SearchBot | None = None

    @classmethod
    def of(cls, level: Level, lent: Lent) -> LevelBot:
        """A player of a strength that has no name."""
        bot = cls(level.name, lent)
        bot._level = level
        return bot

    def choose(self, seen: Record, luck: Luck) -> Choice:
        """A move from what is still remembered."""
        level = self._begun(seen, luck)
        remembered = self._remembered(seen, level)
        assert self._player is not None
        return self._player.choose(remembered, luck)

    def weigh(self, seen: Record, luck: Luck, end: float | None = None) -> list[Weighed] | None:
        """All legal moves and what they are worth; None from a level that plays at a glance."""
        remembered = self._remembered(seen, self._begun(seen, luck))
        return self._player.weigh(remembered, luck, end) if isinstance(self._player, SearchBot) else None

    @property
    def timer(self) -> Timer | None:
        """The clock and the time for a thought, if that is limited."""
        return timer(self._lent, self._lent.seconds)

    def _begun(self, seen: Record, luck: Luck) -> Level:
        if self._level is None:
            self._level = level_of(game_of(seen.dtype), self._name)
        if self._secret is None:
            self._secret = int(word(luck)) >> 1
            self._player = self._new_player(self._level)
        return self._level

    def _new_player(self, level: Level) -> GreedyBot | SearchBot:
        if level.simulations:
            return SearchBot(Budget(level.simulations), self._lent)
        return GreedyBot(level.whim, self._lent)

    def _remembered(self, seen: Record, level: Level) -> Record:
        if level.keep >= 1.0:
            return seen
        remembered = copied(seen)
        assert self._secret is not None
        entry.forget(remembered, level.keep, self._secret)
        return remembered
