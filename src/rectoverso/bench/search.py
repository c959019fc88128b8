"""Tree searches from the opening: how many simulations a second."""

from __future__ import annotations

from time import perf_counter, thread_time

import msgspec

from ..bots.bot import Budget, Resources
from ..bots.search_bot import SearchBot
from ..bots.workers import workers
from ..games.deal import deal_from_seed
from ..games.game import Game
from ..games.round import Round
from ..kernel.rng import new_rng

SEARCH = 20_000  # simulations of one search: then a fresh deal and an empty tree


class Simulations(msgspec.Struct):
    """Speed of a search."""

    game: str
    players: int
    simulations_per_s: float


def simulations(game: Game, players: int, seconds: float, threads: int = 1) -> Simulations:
    """Search the openings of fresh deals for so many seconds, after a warm-up."""
    with workers(threads) as hands:
        _search(game, players, 0, 64, Resources(workers=hands, threads=threads))
        done, spent, deal = 0, 0.0, 1
        while spent < seconds:
            spent += _search(game, players, deal, SEARCH, Resources(workers=hands, threads=threads))
            done += SEARCH
            deal += 1
    return Simulations(game.name, players, round(done / spent))


def _search(game: Game, players: int, deal: int, simulations: int, resources: Resources) -> float:
    """One search; how long it took."""
    round = Round(game, players, deal_from_seed(game.deck, game.two_faced, "bench", deal), {})
    observation, rng = round.observation(1), new_rng(deal)
    bot = SearchBot(Budget(simulations), resources)
    bot.prepare(observation)
    clock = thread_time if resources.threads == 1 else perf_counter  # alone, what else the machine does must not count
    start = clock()
    bot.think(observation, rng, noting=False)
    return clock() - start
