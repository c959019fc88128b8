"""`rectoverso warm`: compiles all games ahead of time."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from ..errors import BadInput

EXAMPLES = """
Example:

\b
  rectoverso warm      once after installing; `make setup` does it for you
"""

PROCESSES = min(2, os.cpu_count() or 1)


def command() -> None:
    """Compile all games ahead of time.

    They then start at once on this machine.
    """
    from .compiling import load_all

    names = [game.name for game in load_all()]
    print(f"Compiling {', '.join(names)} …", file=sys.stderr, flush=True)
    with ThreadPoolExecutor(PROCESSES) as pool:
        failed = [name for name, worked in zip(names, pool.map(_compile, names), strict=True) if not worked]
    if failed:
        raise BadInput(f"{', '.join(failed)} could not be compiled")


def _compile(name: str) -> bool:
    """Compile a game in a process of its own."""
    start = perf_counter()
    command = [sys.executable, "-m", "rectoverso.server.process.compile_game", name, "--everything"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    if done.returncode == 0:
        print(f"{name} is ready after {perf_counter() - start:.1f} s", file=sys.stderr, flush=True)
    return done.returncode == 0
