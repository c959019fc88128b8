"""Gets the games ready while the server runs: out of the cache at once, else compiled in processes of their own.

A game that is ready is played while others are compiled. Nothing is compiled in the server's own process, where it
would hold up everybody, unless there is no other way.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

import structlog

from ...bots.warm_up import use_for_playing
from ...errors import Refused
from ...games.game import Game
from ...kernel.jit import COMPILED

log = structlog.get_logger("compilation")

PROCESSES = min(2, os.cpu_count() or 1)
SECONDS_PER_KERNEL = 0.15
"""A first guess; the machine soon shows how quick it is."""
ENOUGH_TO_JUDGE = 20


class Progress:
    """How far one game is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.ready = asyncio.Event()
        self.compiled, self.kernels = 0, kernels_of(game)
        self._begun: float | None = None

    def begin(self) -> None:
        """It is being compiled from now on."""
        self._begun = monotonic()

    @property
    def state(self) -> str:
        """Waiting for its turn, being compiled, or ready."""
        return "ready" if self.ready.is_set() else "waiting" if self._begun is None else "compiling"

    @property
    def seconds(self) -> float:
        """How long it will take from now on, or from its turn on."""
        left = max(self.kernels - self.compiled, 0)
        if self._begun is None or self.compiled < ENOUGH_TO_JUDGE:
            return left * SECONDS_PER_KERNEL
        return left * (monotonic() - self._begun) / self.compiled


def kernels_of(game: Game) -> int:
    """How many kernels there are in a game and in the generic code."""
    if not COMPILED:
        return 0
    from ...kernel.linking import KERNELS

    ours = __package__.partition(".")[0]
    places = (f"{game.kernels.setup.__module__.rpartition('.')[0]}.", f"{ours}.kernel.", f"{ours}.bots.")
    return sum(function.__module__.startswith(places) for function in KERNELS)


class Compilation:
    """The progress of all games until they are ready. `announce` is told what is compiled, in a sentence."""

    def __init__(self, games: Sequence[Game], announce: Callable[[str], object]) -> None:
        self._games = {game.name: Progress(game) for game in games}
        self._announce = announce
        self._children: set[asyncio.subprocess.Process] = set()

    def check(self, game: str) -> None:
        """Refuse a game that is not ready yet."""
        if game in self._games and not self._games[game].ready.is_set():
            raise Refused("game-not-ready", seconds=self.seconds()[game])

    @property
    def complete(self) -> bool:
        """Whether every game is ready."""
        return all(one.ready.is_set() for one in self._games.values())

    async def wait(self, game: str) -> None:
        """Wait until a game is ready; returns at once for a game that nobody knows."""
        if game in self._games:
            await self._games[game].ready.wait()

    def seconds(self) -> dict[str, int]:
        """How long until each game is ready; 0: it is."""
        compiling = [one for one in self._games.values() if one.state == "compiling"]
        answer = dict.fromkeys(self._games, 0.0) | {one.game.name: one.seconds for one in compiling}
        free = sorted([one.seconds for one in compiling] + [0.0] * (PROCESSES - len(compiling)))
        for one in self._queue():
            answer[one.game.name] = free[0] + one.seconds
            free = sorted([*free[1:], answer[one.game.name]])
        return {name: 0 if self._games[name].ready.is_set() else int(left) + 1 for name, left in answer.items()}

    def _queue(self) -> list[Progress]:
        """The games that wait for their turn: the smallest first, so that something can be played soon."""
        waiting = sorted((one for one in self._games.values() if one.state == "waiting"), key=lambda one: one.kernels)
        begun = any(one.state != "waiting" for one in self._games.values())
        return waiting[::-1] if begun else waiting[:1] + waiting[:0:-1]

    # ---- getting ready

    def all_ready(self) -> None:
        """Games are loaded, and compiled, when they are first played."""
        for one in self._games.values():
            one.ready.set()

    async def run(self) -> None:
        """Get all games ready."""
        for one in self._games.values():
            if await asyncio.to_thread(load_from_cache, one.game):
                one.ready.set()
        await asyncio.gather(*(self._compile_waiting() for _ in range(PROCESSES)))

    async def _compile_waiting(self) -> None:
        while queue := self._queue():
            one, start = queue[0], monotonic()
            one.begin()
            self._announce(f"Compiling {one.game.name} for this machine; this happens once …")
            try:
                await self._get_ready(one)
            except Exception:  # one game that cannot be compiled must not keep the others from being played
                log.exception("a game could not be compiled", game=one.game.name)
            one.ready.set()
            self._announce(f"{one.game.name} is ready after {monotonic() - start:.0f} s")

    async def _get_ready(self, one: Progress) -> None:
        await self._compile(one)
        if not await asyncio.to_thread(load_from_cache, one.game):
            log.warning("compiled code could not be kept; compiling it again in this process", game=one.game.name)
            await asyncio.to_thread(use_for_playing, one.game)

    async def _compile(self, one: Progress) -> None:
        """Compile a game in a process of its own, and follow its progress."""
        command = [sys.executable, "-m", "rectoverso.server.process.compile_game", one.game.name]
        child = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE
        )
        self._children.add(child)
        assert child.stdout is not None
        async for line in child.stdout:
            with suppress(ValueError):
                one.compiled, one.kernels = map(int, line.split())
        await child.wait()
        self._children.discard(child)

    def close(self) -> None:
        """Nobody waits for it any more."""
        for child in self._children:
            with suppress(ProcessLookupError):
                child.kill()


def load_from_cache(game: Game) -> bool:
    """Load what playing needs, if all of it has been compiled before."""
    if not COMPILED:
        return True
    from ...kernel.linking import NotCompiled, only_cached

    try:
        with only_cached():
            use_for_playing(game)
    except NotCompiled:
        return False
    return True
