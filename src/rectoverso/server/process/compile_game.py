"""Compiles one game in a process of its own: `python -m rectoverso.server.process.compile_game GAME`.

With `--everything`, also what only programs call. Each line on standard output says how many of the kernels have been
compiled, and how many there are.
"""

from __future__ import annotations

import os
import sys
from typing import Any

EVERYTHING = "--everything"
NICE = 5
"""In the background of a server, where games that are ready come first."""


def main() -> None:
    """Compile the game that the command line names."""
    everything = EVERYTHING in sys.argv
    if not everything and hasattr(os, "nice"):
        os.nice(NICE)
    from ...bots.warm_up import use_everything, use_for_playing
    from ...games import game_named

    game = game_named(sys.argv[1])
    _tell_progress()
    (use_everything if everything else use_for_playing)(game)


def _tell_progress() -> None:
    """Print a line for each kernel that is compiled for the first time."""
    from numba.core import event

    from ...kernel.linking import KERNELS

    left = set(KERNELS)
    total = len(left)

    class Listener(event.Listener):  # type: ignore[misc]  # numba ships no types
        def on_start(self, event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            left.discard(event.data["dispatcher"].py_func)
            print(total - len(left), total, flush=True)

    event.register("numba:compile", Listener())


if __name__ == "__main__":
    main()
