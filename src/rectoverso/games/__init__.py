"""The games. Which there are is found out by `discovery`; each is loaded when it is first asked for."""

from __future__ import annotations

from typing import Any

from .discovery import game_named, game_of

__all__ = ["GAMES", "game_named", "game_of"]

GAMES: tuple[str, ...]
"""The names of all games."""


def __getattr__(name: str) -> Any:
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .discovery import all_names

    return all_names()
