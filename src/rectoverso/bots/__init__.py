"""Bots choose a move from what a seat has seen: they are given a SEEN record and luck, and nothing else."""

from __future__ import annotations

from .bot import LEVELS, Bot, Choice, check_bot, make_bot

__all__ = ["LEVELS", "Bot", "Choice", "check_bot", "make_bot"]
