"""The levels, novice to master: they forget as people do, misjudge by chance and search more or less deeply."""

from __future__ import annotations

from ..errors import BadInput
from ..games import game_of
from ..games.game import Game, Level
from ..kernel import entry_points
from ..kernel.fixed_record import Record, Rng, copied
from ..kernel.rng import word
from .bot import Budget, Choice, Resources, Timer, timer
from .greedy import GreedyBot
from .search_bot import MoveEstimate, SearchBot


def level_of(game: Game, name: str) -> Level:
    """The settings of a level in a game."""
    for level in game.levels:
        if level.name == name:
            return level
    raise BadInput(f"{game.name} has no level {name!r}")


class LevelBot:
    """A bot that plays at one of the levels.

    A random secret, given or drawn at its first move, decides which faces it forgets: a forgotten face stays forgotten
    until it is seen again. The bot chooses from what it remembers, and from nothing else.
    """

    def __init__(self, name: str, resources: Resources, secret: int | None = None) -> None:
        self._name = name
        self._resources = resources
        self._level: Level | None = None
        self._secret = secret
        self._player: GreedyBot | SearchBot | None = None

    @classmethod
    def with_level(cls, level: Level, resources: Resources, secret: int | None = None) -> LevelBot:
        """A bot with settings that need not be one of the game's levels."""
        bot = cls(level.name, resources, secret)
        bot._level = level
        return bot

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """Choose a move from what is still remembered."""
        level = self._started(observation, rng)
        remembered = self._remembered(observation, level)
        assert self._player is not None
        return self._player.choose(remembered, rng)

    def estimates(self, observation: Record, rng: Rng, end: float | None = None) -> list[MoveEstimate] | None:
        """All legal moves and how they come out; None from a level that does not search."""
        remembered = self._remembered(observation, self._started(observation, rng))
        return self._player.estimates(remembered, rng, end) if isinstance(self._player, SearchBot) else None

    @property
    def timer(self) -> Timer | None:
        """The clock and the time allowed for a move, if it is limited."""
        return timer(self._resources, self._resources.seconds)

    def _started(self, observation: Record, rng: Rng) -> Level:
        if self._level is None:
            self._level = level_of(game_of(observation.dtype), self._name)
        if self._secret is None:
            self._secret = int(word(rng)) >> 1
        if self._player is None:
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
