"""Odds and advice for a seat, computed from what it has seen."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

import msgspec

from ...bots import make_bot
from ...bots.advice import advise
from ...games.game import Game
from ...kernel.fixed_record import Record
from ...kernel.rng import new_rng


def odds(game: Game, observation: Record) -> dict[str, Any]:
    """As `rectoverso odds` prints them."""
    return game.odds(observation)


def advice(bot: str, observation: Record, lang: str, names: Sequence[str], word: int) -> dict[str, Any]:
    """As `rectoverso advise` prints it."""
    told = advise(make_bot(bot, monotonic), observation, new_rng(word), lang, names)
    return dict(msgspec.to_builtins(told))
