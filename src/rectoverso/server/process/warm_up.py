"""Calls once everything that the server calls, so that no player waits for the compiler."""

from __future__ import annotations

import time

from ...bots import make_bot
from ...games.deal import deal_from_seed
from ...games.game import Game
from ...games.round import WATCHER, Round
from ...kernel.rng import new_rng

MOVES = 6
THINKING_S = 0.02
"""Any search compiles what a long one needs."""


def warm(game: Game) -> None:
    """Play a few moves of a game, observed and narrated as at a table."""
    deal = deal_from_seed(game.deck, game.two_faced, "warm")
    round = Round(game, game.players[-1], deal, {})
    bots = [make_bot(bot, time.monotonic, THINKING_S) for bot in ("greedy", *(level.name for level in game.levels[:3]))]
    for number in range(MOVES):
        if round.turn is None:
            break
        move = bots[number % len(bots)].choose(round.observation(round.turn), new_rng(1)).move
        game.reveals_a_face(round.state, move)
        round.watch_number(move, [1, WATCHER])
        game.board_json(round.observed(1))
    round.at(len(round.numbers) - 1).view(1, "notes")
    _ = round.standing
