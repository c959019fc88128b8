"""Loads games, and says so while the rules are compiled for the first time on this machine."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..games.game import Game
    from ..games.game_record import Written
    from ..games.round import Round

COMPILING = "Compiling the rules for this machine; this happens once …"


def load(name: str) -> Game:
    """A game by its name; prints a line if its rules must be compiled first."""
    from ..games import GAMES, game_named

    if name in GAMES:  # a wrong name is refused without loading the compiler
        _announce_compiling()
    return game_named(name)


def load_all() -> list[Game]:
    """All games that load; standard error tells of the others."""
    from ..games.discovery import all_games

    _announce_compiling()
    return all_games(lambda complaint: print(f"rectoverso: {complaint}", file=sys.stderr, flush=True))


def replayed(record: Written) -> Round:
    """The round of a record, replayed."""
    from ..games.game_record import replay

    load(record.game)
    return replay(record)


@cache
def _announce_compiling() -> None:
    from ..kernel.jit import COMPILED

    if not COMPILED:
        return
    from numba.core import event

    class Announcer(event.Listener):  # type: ignore[misc]  # numba ships no types
        """Gets an event for every function that is really compiled, not for those from the cache."""

        announced = False

        def on_start(self, event: Any) -> None:
            if not self.announced:
                self.announced = True
                print(COMPILING, file=sys.stderr, flush=True)

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Announcer())
