"""Bots keep to the rules: whatever one chooses is looked at before it is played."""

from __future__ import annotations

import numpy as np

from ..games import game_of
from ..kernel import entry
from ..kernel.record import Luck, Record
from .bot import Bot


def legal_choice(bot: Bot, seen: Record, luck: Luck) -> int:
    """The move that a bot chooses. One that is not legal is a fault of the bot: it is told, never played."""
    move = bot.choose(seen, luck).move
    game = game_of(seen.dtype)
    moves = np.zeros(game.list_size, np.int32)
    if move not in moves[: entry.legal(seen.state, moves)]:
        raise RuntimeError(f"{type(bot).__name__} chose move {move} in {game.name}, which is not legal now")
    return move
