"""Finds the games: the folders beside this file, and the entry points `rectoverso.games` of other packages.

No list names them. A game is loaded when it is first asked for; finding its name loads nothing.
"""

from __future__ import annotations

import copyreg
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import BadInput, shown

if TYPE_CHECKING:
    import numpy as np

    from .game import Game

GROUP = "rectoverso.games"
_HERE = Path(__file__).resolve().parent
_NAME = re.compile(r"[a-z][a-z0-9]{1,19}")


class BrokenGame(BadInput):
    """A game of another package that does not load; the message says why, for the person who installed it."""


@dataclass(frozen=True)
class Found:
    """Where a game's declaration stands; `package` is the distribution that brings it, None for our own."""

    name: str
    module: str
    attribute: str = "GAME"
    package: str | None = None


@cache
def own_names() -> tuple[str, ...]:
    """The games that lie here: every folder with rules in it, in alphabetical order."""
    return tuple(sorted(folder.name for folder in _HERE.iterdir() if (folder / "rules.py").is_file()))


@cache
def _search() -> tuple[dict[str, Found], tuple[str, ...]]:
    """All games by name, our own first; and what is wrong with those that are left out."""
    from importlib.metadata import entry_points  # takes a while to import, and `--help` does without it

    games = {name: Found(name, f"{__package__}.{name}") for name in own_names()}
    wrong = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        package = entry.dist.name if entry.dist is not None else "?"
        who = f"the game {shown(entry.name)} of the package {package}"
        if not _NAME.fullmatch(entry.name):
            wrong.append(f"{who} is left out: a name is 2 to 20 lower-case letters and digits")
        elif entry.name in games:
            other = games[entry.name].package or "Recto Verso itself"
            wrong.append(f"{who} is left out: {other} has a game of that name")
        else:
            games[entry.name] = Found(entry.name, entry.module, entry.attr or "GAME", package)
    return games, tuple(wrong)


def all_names() -> tuple[str, ...]:
    """The names of all games, our own first."""
    return tuple(_search()[0])


@cache
def game_named(name: str) -> Game:
    """The description of a game, with its kernels; refuses a name that nobody has, and a game that does not load."""
    games, _ = _search()
    if name not in games:
        raise BadInput(f"there is no game {shown(name)}; the games are {', '.join(games)}")
    game = _load(games[name])
    copyreg.pickle(type(game), _by_name)
    return game


def _by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """Another process finds a game by its name, instead of reading its functions and lessons from a pickle."""
    return game_named, (game.name,)


def _load(found: Found) -> Game:
    """Import a declaration. An error in another package is reported as that package's, not as a bug of ours."""
    if found.package is None:
        own: Game = import_module(found.module).GAME
        return own
    try:
        game: Game = getattr(import_module(found.module), found.attribute)
        _check(game, found)
    except (Exception, SystemExit) as error:  # whatever code it runs while it is imported, only this game is lost
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise BrokenGame(f"the game {found.name} of the package {found.package} cannot be loaded: {reason}") from error
    return game


def _check(game: Any, found: Found) -> None:
    from .game import Game

    if not isinstance(game, Game):
        raise TypeError(f"{found.module}:{found.attribute} is no rectoverso.games.game.Game")
    if game.name != found.name:
        raise ValueError(f"it calls itself {shown(game.name)}")


def all_games(complain: Callable[[str], object]) -> list[Game]:
    """Every game that loads; `complain` gets a message about each of the others."""
    found, wrong = _search()
    for message in wrong:
        complain(message)
    games = []
    for name in found:
        try:
            games.append(game_named(name))
        except BadInput as error:
            complain(str(error))
    return games


@cache
def game_of(observation: np.dtype[Any]) -> Game:
    """The game whose seats are shown records of this layout. A program that has such a record has loaded its game."""
    return next(game for game in _loaded() if game.observation == observation)


def _loaded() -> Iterator[Game]:
    for found in _search()[0].values():
        if found.module in sys.modules:
            with suppress(BadInput):
                yield game_named(found.name)
