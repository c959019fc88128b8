"""Odds, advice, and why a move is not possible: answers to a seat, computed from what it has seen."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

import msgspec

from ...bots import make_bot
from ...bots.advice import advise
from ...bots.plan import TurnPlan
from ...games import game_of
from ...games.attempts import attempt
from ...kernel.fixed_record import Record
from ...kernel.rng import new_rng
from ..messages.socket import Advice, Odds, Why


def odds(id: str, at: int, observation: Record) -> Odds:
    """As `rectoverso odds` prints them."""
    return Odds(id, at, game_of(observation.dtype).odds(observation))


def advice(
    id: str, at: int, bot: str, observation: Record, lang: str, names: Sequence[str], word: int, plan: TurnPlan
) -> Advice:
    """As `rectoverso advise` prints it; it keeps to the plan of the seat's last advice."""
    told = advise(make_bot(bot, monotonic), observation, new_rng(word), lang, names, plan)
    return Advice(id, at, dict(msgspec.to_builtins(told)))


def why(id: str, at: int, observation: Record, move: str, lang: str) -> Why:
    """Why the seat to move cannot play a move."""
    return Why(id, at, attempt(observation, move, lang))
