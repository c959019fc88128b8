"""Where compile time goes: each function, for how many kinds of arguments, and the CPU seconds of each stage.

    .venv/bin/python scripts/compile_times.py [GAME …] [--top N]

Compiles with an empty cache, one game after the other. The time of a function is its own, without what it calls.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

STAGES = {
    "read": "from Python to typed code",
    "lower": "to LLVM's code",
    "check": "reading that, and optimising functions one by one",
    "link": "putting together what is called",
    "optimise": "what Python calls, as a whole",
    "translate": "to machine code",
    "keep": "in the cache",
}


class Clock:
    """Adds up the time of nested stages: while one runs, the one around it stands still."""

    def __init__(self) -> None:
        self.spent: dict[str, Counter[str]] = defaultdict(Counter)
        self.kinds: Counter[str] = Counter()
        self._stages: list[str] = []
        self._functions: list[str] = []
        self._since = 0.0

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Within this, time counts as this stage's."""
        self._note()
        self._stages.append(name)
        yield
        self._note()
        self._stages.pop()

    def begin(self, function: str) -> None:
        """A function is compiled from here on."""
        self._note()
        self._stages.append("read")
        self._functions.append(function)
        self.kinds[function] += 1

    def end(self) -> None:
        """It is done."""
        self._note()
        self._stages.pop()
        self._functions.pop()

    def _note(self) -> None:
        now = time.process_time()
        if self._stages:
            function = self._functions[-1] if self._functions else "(cache)"
            self.spent[function][self._stages[-1]] += now - self._since
        self._since = now


def watch(clock: Clock) -> None:
    """Let the compiler tell the clock what it does."""
    from numba.core import codegen, event, lowering

    from rectoverso.kernel.cache import KernelCache

    class Listener(event.Listener):  # type: ignore[misc]  # numba ships no types
        def on_start(self, event: Any) -> None:
            function = event.data["dispatcher"].py_func
            clock.begin(f"{(function.__module__ or 'dispatch').removeprefix('rectoverso.')}.{function.__qualname__}")

        def on_end(self, event: Any) -> None:
            clock.end()

    def timed(owner: Any, name: str, stage: str) -> None:
        plain = getattr(owner, name)

        @wraps(plain)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with clock.stage(stage):
                return plain(*args, **kwargs)

        setattr(owner, name, wrapper)

    event.register("numba:compile", Listener())
    timed(lowering.BaseLower, "lower", "lower")
    timed(lowering.Lower, "create_cpython_wrapper", "lower")
    timed(codegen.CPUCodeLibrary, "add_ir_module", "check")
    timed(codegen.CPUCodeLibrary, "finalize", "link")
    timed(codegen.CPUCodeLibrary, "_optimize_final_module", "optimise")
    timed(codegen.JITCodeLibrary, "_finalize_specific", "translate")
    timed(KernelCache, "load_overload", "keep")
    timed(KernelCache, "save_overload", "keep")


def table(clock: Clock, top: int) -> Iterator[str]:
    """The functions that took longest, and all together."""
    totals: Counter[str] = Counter()
    for stages in clock.spent.values():
        totals.update(stages)
    yield f"{'function':58} kinds  seconds  " + "".join(f"{stage:>10}" for stage in STAGES)
    rows = sorted(clock.spent.items(), key=lambda row: -row[1].total())
    for name, stages in [*rows[:top], ("all", totals)]:
        kinds = clock.kinds[name] if name in clock.kinds else clock.kinds.total() if name == "all" else 0
        yield f"{name[-58:]:58} {kinds:5} {stages.total():8.2f}  " + "".join(
            f"{stages[stage]:10.2f}" for stage in STAGES
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--top", type=int, default=25)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["RECTOVERSO_CACHE"] = folder
        from rectoverso.bots.warm_up import use_everything
        from rectoverso.games import GAMES, game_named

        clock = Clock()
        watch(clock)
        for name in asked.games or GAMES:
            use_everything(game_named(name))
        print("\n".join(table(clock, asked.top)))
        print("\n".join(f"{stage}: {what}" for stage, what in STAGES.items()))


if __name__ == "__main__":
    main()
