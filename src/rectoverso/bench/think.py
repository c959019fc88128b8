"""How long the levels think per move."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

import msgspec

from ..bots import LEVELS, Bot, Choice, make_bot
from ..bots.selfplay import play_out
from ..games.deal import BOT_DOMAIN, Stream, deal_from_seed
from ..games.game import Game
from ..games.round import Round
from ..kernel.fixed_record import Record, Rng

SEED = "bench"


class Thinking(msgspec.Struct):
    """Milliseconds of CPU time per move: the median, the 95th percentile, the longest."""

    game: str
    players: int
    bot: str
    moves: int
    ms: float
    ms_95: float
    ms_most: float


class Timed:
    """A bot, and the time each of its moves took."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.spent: list[float] = []

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """Let the bot choose, and note the time."""
        start = thread_time()
        choice = self._bot.choose(observation, rng)
        self.spent.append(round(1000 * (thread_time() - start), 2))
        return choice


def thinking(game: Game, players: int, games: int) -> Iterator[Thinking]:
    """Times of each level over a number of games, after a warm-up game."""
    for level in LEVELS:
        _spent(game, players, level, 0)
        spent = sorted(ms for number in range(1, games + 1) for ms in _spent(game, players, level, number))
        median, percentile_95, longest = spent[len(spent) // 2], spent[len(spent) * 95 // 100], spent[-1]
        yield Thinking(game.name, players, level, len(spent), median, percentile_95, longest)


def _spent(game: Game, players: int, level: str, number: int) -> list[float]:
    round = Round(game, players, deal_from_seed(game.deck, game.two_faced, SEED, number), {})
    stream = Stream(BOT_DOMAIN, SEED, number)
    bots = [Timed(make_bot(level)) for _ in range(players)]
    play_out(round, bots, [stream.rng() for _ in bots])
    return [ms for bot in bots for ms in bot.spent]
