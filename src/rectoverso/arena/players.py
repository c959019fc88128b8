"""The players of a tournament: bots by name, and other people's by their import path.

Only tournaments take import paths: a server never imports what somebody names.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from ..bots import check_bot, make_bot
from ..bots.bot import Clock
from ..bots.policy import Player
from ..errors import BadInput, shown

_PATH = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)", re.ASCII)


def make_player(name: str, game: str, seed: int, clock: Clock | None = None) -> Player:
    """A bot by its name; or what `package.module:factory` makes, called with the name of the game and a seed."""
    factory = _factory(name)
    if factory is None:
        return make_bot(name, clock)
    player: Player = factory(game, seed)
    if not callable(player) and not hasattr(player, "choose"):
        raise BadInput(
            f"{name} gives {shown(player)}; it must give a bot (with choose) or a function of numbers and mask"
        )
    return player


def check_player(name: str) -> None:
    """Raise BadInput unless a bot has this name, or something callable is found at this import path."""
    if _factory(name) is None:
        check_bot(name)


def _factory(name: str) -> Callable[[str, int], Any] | None:
    """What stands at an import path; modules in the current folder are found too. None if it is no such path."""
    found = _PATH.fullmatch(name)
    if found is None:
        return None
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        factory = getattr(import_module(found[1]), found[2])
    except (ImportError, AttributeError) as error:
        raise BadInput(f"the bot {shown(name)} cannot be loaded: {error}") from error
    if not callable(factory):
        raise BadInput(
            f"{name} is not a function; a factory takes the name of the game and a seed, and returns a player"
        )
    made: Callable[[str, int], Any] = factory
    return made
