"""The levels, novice to master: they forget as people do, look less far or farther, and play as well as they see."""

from __future__ import annotations

from ..errors import BadInput
from ..games import game_of
from ..games.game import Game, Level
from ..kernel import entry_points
from ..kernel.record import Record, Rng, copied
from ..kernel.rng import word
from .bot import Budget, Choice, Resources, Timer, timer
from .greedy import GreedyBot
from .search_bot import SearchBot, Weighed


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

    def __init__(self, name: str, resources: Resources) -> None:
        self._name = name
        self._resources = resources
        self._level: Level | None = None
        self._secret: int | None = None
        self._player: GreedyBot | SearchBot | None = None

    @classmethod
    def of(cls, level: Level, resources: Resources) -> LevelBot:
        """A player of a strength that has no name."""
        bot = cls(level.name, resources)
        bot._level = level
        return bot

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """A move from what is still remembered."""
        level = self._begun(observation, rng)
        remembered = self._remembered(observation, level)
        assert self._player is not None
        return self._player.choose(remembered, rng)

    def weigh(self, observation: Record, rng: Rng, end: float | None = None) -> list[Weighed] | None:
        """All legal moves and what they are worth; None from a level that plays at a glance."""
        remembered = self._remembered(observation, self._begun(observation, rng))
        return self._player.weigh(remembered, rng, end) if isinstance(self._player, SearchBot) else None

    @property
    def timer(self) -> Timer | None:
        """The clock and the time for a thought, if that is limited."""
        return timer(self._resources, self._resources.seconds)

    def _begun(self, observation: Record, rng: Rng) -> Level:
        if self._level is None:
            self._level = level_of(game_of(observation.dtype), self._name)
        if self._secret is None:
            self._secret = int(word(rng)) >> 1
            self._player = self._new_player(self._level)
        return self._level

    def _new_player(self, level: Level) -> GreedyBot | SearchBot:
        if level.simulations:
            return SearchBot(Budget(level.simulations), self._resources)
        return GreedyBot(level.noise, self._resources)

    def _remembered(self, observation: Record, level: Level) -> Record:
        if level.keep >= 1.0:
            return observation
        remembered = copied(observation)
        assert self._secret is not None
        entry_points.forget(remembered, level.keep, self._secret)
        return remembered
