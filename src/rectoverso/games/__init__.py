"""The games. `GAMES` is the only list of them; each is loaded when it is first asked for."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import BadInput

if TYPE_CHECKING:
    import numpy as np

    from .game import Game

GAMES = ("titus", "janus", "nummerus")


@cache
def game_named(name: str) -> Game:
    """The description of a game, with its kernels."""
    if name not in GAMES:
        raise BadInput(f"there is no game {str(name)[:60]!r}; the games are {', '.join(GAMES)}")
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game


@cache
def game_of(observation: np.dtype[Any]) -> Game:
    """The game whose seats are shown records of this layout."""
    loaded = (game_named(name) for name in GAMES if f"{__name__}.{name}" in sys.modules)
    return next(game for game in loaded if game.observation == observation)
