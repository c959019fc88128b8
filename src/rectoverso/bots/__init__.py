"""Bots choose a move from what their seat has seen: they get an OBSERVATION record and random numbers, nothing else."""

from __future__ import annotations

from ..games.game import LEVELS
from .bot import Bot, Choice, check_bot, make_bot

__all__ = ["LEVELS", "Bot", "Choice", "check_bot", "make_bot"]
