"""Bots keep to the rules: every choice is checked before it is played."""

from __future__ import annotations

import numpy as np

from ..games import game_of
from ..kernel import entry_points
from ..kernel.fixed_record import Record, Rng
from .bot import Bot


def legal_choice(bot: Bot, observation: Record, rng: Rng) -> int:
    """The move a bot chooses. An illegal one is a bug in the bot: it raises and is never played."""
    move = bot.choose(observation, rng).move
    game = game_of(observation.dtype)
    moves = np.zeros(game.list_size, np.int32)
    if move not in moves[: entry_points.legal(observation.state, moves)]:
        raise RuntimeError(f"{type(bot).__name__} chose move {move} in {game.name}, which is not legal now")
    return move
