"""Positions for tests: games that the rule of thumb has played for a while."""

from __future__ import annotations

from rectoverso.bots import make_bot
from rectoverso.games import game_named
from rectoverso.games.deal import deal_from_seed
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng

TABLES = [("titus", 2), ("titus", 3), ("janus", 3), ("janus", 5), ("nummerus", 1), ("nummerus", 2), ("nummerus", 4)]


def position(name: str, players: int, number: int, moves: int, noise: bool = False, **options: str | int) -> Round:
    """A game by the rule of thumb (`noise`: with some random moves) after `moves` moves, or just before its end."""
    game = game_named(name)
    round = Round(game, players, deal_from_seed(game.deck, game.two_faced, "positions", number), options)
    greedy, chance, rng = make_bot("greedy"), make_bot("random"), new_rng(number)
    for at in range(moves):
        assert round.turn is not None
        bot = chance if noise and at % 5 == 4 else greedy
        before = round.copy()
        round.play_number(bot.choose(round.observation(round.turn), rng).move)
        if round.over:
            return before
    return round
