"""Speed of the tree search: simulations per second from the opening."""

from __future__ import annotations

from time import perf_counter, thread_time

import msgspec

from ..bots.bot import Budget, Resources
from ..bots.search_bot import SearchBot
from ..bots.search_threads import workers
from ..games.deal import deal_from_seed
from ..games.game import Game
from ..games.round import Round
from ..kernel.rng import new_rng

SIMULATIONS_PER_SEARCH = 20_000  # then a fresh deal and an empty tree


class Simulations(msgspec.Struct):
    """Speed of a search."""

    game: str
    players: int
    simulations_per_s: float


def simulations(game: Game, players: int, seconds: float, threads: int = 1) -> Simulations:
    """Search the openings of fresh deals for a number of seconds, after a warm-up."""
    with workers(threads) as pool:
        resources = Resources(workers=pool, threads=threads)
        _search(game, players, 0, 64, resources)
        done, spent, deal = 0, 0.0, 1
        while spent < seconds:
            spent += _search(game, players, deal, SIMULATIONS_PER_SEARCH, resources)
            done += SIMULATIONS_PER_SEARCH
            deal += 1
    return Simulations(game.name, players, round(done / spent))


def _search(game: Game, players: int, deal: int, simulations: int, resources: Resources) -> float:
    """Run one search; the seconds it took."""
    round = Round(game, players, deal_from_seed(game.deck, game.two_faced, "bench", deal), {})
    observation, rng = round.observation(1), new_rng(deal)
    bot = SearchBot(Budget(simulations), resources)
    bot.prepare(observation)
    clock = thread_time if resources.threads == 1 else perf_counter  # CPU time, where one thread does all the work
    start = clock()
    bot.think(observation, rng, with_stats=False)
    return clock() - start
