"""One deal, played by the same bots from every seat."""

from __future__ import annotations

from time import monotonic
from typing import Any

from ..bots.selfplay import play_out
from ..games import game_named
from ..games.deal import BOT_DOMAIN, Stream, deal_from_seed
from ..games.round import Round
from .players import make_player
from .schedule import Played, Task, Tournament


def play(plan: Tournament, task: Task) -> list[tuple[Played, dict[str, Any]]]:
    """Play a deal in every rotation of the seats; the result of each game, and its record."""
    return [_play(plan, task, rotation) for rotation in range(plan.players)]


def _play(plan: Tournament, task: Task, rotation: int) -> tuple[Played, dict[str, Any]]:
    lineup = plan.lineups[task.pairing]
    seats = tuple(lineup[(seat - rotation) % plan.players] for seat in range(plan.players))
    names = [plan.bots[bot] for bot in seats]
    game = game_named(plan.game)
    round = Round(game, plan.players, deal_from_seed(game.deck, game.two_faced, plan.seed, task.deal), plan.options)
    stream = Stream(BOT_DOMAIN, f"{plan.seed}/{task.pairing}/{rotation}", task.deal)
    rngs = [stream.rng() for _ in names]
    players = [make_player(name, game.name, int(rng[0]) >> 1, monotonic) for name, rng in zip(names, rngs, strict=True)]
    play_out(round, players, rngs)
    result = round.standing
    played = Played(
        task.pairing, task.deal, rotation, seats, tuple(result.scores), tuple(result.ranks), len(round.numbers)
    )
    return played, round.record(names=names, arena=[task.pairing, task.deal, rotation])
