"""The rules are compiled when they are first used on a machine; whoever waits for that is told so."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..games.game import Game
    from ..games.record import Written
    from ..games.round import Round

COMPILING = "Compiling the rules for this machine; this happens once …"


def load(name: str) -> Game:
    """A game by its name; says so if its rules must be compiled first."""
    from ..games import GAMES, game_named

    if name in GAMES:  # a wrong name is refused without waiting for the compiler
        _tell_of_compiling()
    return game_named(name)


def replayed(record: Written) -> Round:
    """The round that a record tells."""
    from ..games.record import replay

    load(record.game)
    return replay(record)


@cache
def _tell_of_compiling() -> None:
    from ..kernel.jit import COMPILED

    if not COMPILED:
        return
    from numba.core import event

    class Teller(event.Listener):  # type: ignore[misc]  # numba ships no types
        """Hears of every function that is really compiled, not of those that come out of the cache."""

        told = False

        def on_start(self, event: Any) -> None:
            if not self.told:
                self.told = True
                print(COMPILING, file=sys.stderr, flush=True)

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Teller())
