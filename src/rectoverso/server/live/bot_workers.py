"""Bots think in a bounded pool of threads: the kernels release the interpreter, so no table waits for another.

Odds and advice have a thread of their own, and a line that is short: nobody delays the bots by asking.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, cast

import structlog

from ...bots import Bot, make_bot
from ...bots.legality import legal_choice
from ...errors import Refused
from ...kernel.record import Record
from ...kernel.rng import new_rng
from ..process import metrics

if TYPE_CHECKING:
    from ..process.settings import Settings
    from .room import Room

log = structlog.get_logger("bot_workers")

MAX_HELPED, MAX_OF_A_GUEST = 16, 2
"""So many wait for odds and advice, in all and of one guest."""


class BotWorkers:
    """Where bots think."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self._helper = ThreadPoolExecutor(1, thread_name_prefix="help")
        self._helped: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    def think(self, room: Room, key: tuple[int, int], level: str, observation: Record) -> None:
        """Let a bot choose; its move comes back as a request of its table."""
        task = asyncio.get_running_loop().create_task(self._think(room, key, level, observation))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, room: Room, key: tuple[int, int], level: str, observation: Record) -> None:
        loop = asyncio.get_running_loop()
        word = int(self._settings.seed()[:16], 16)
        begun = time.monotonic()
        try:
            move = await loop.run_in_executor(self._threads, self._choose, room, key[1], level, observation, word)
        except Exception:  # a bot that fails must not stop its table: the simplest one plays instead
            log.exception("a bot failed", level=level, game=room.table.setup.game)
            room.bots.pop(key[1], None)
            move = make_bot("random").choose(observation, new_rng(word)).move
        spent = time.monotonic() - begun
        metrics.THINKING.observe(spent)
        low, high = self._settings.bot_pace
        pace = low + (high - low) * (word % 1000) / 1000
        if spent < pace:
            await asyncio.sleep(pace - spent)
        room.bot_plays(key, int(move))

    def _choose(self, room: Room, chair: int, level: str, observation: Record, word: int) -> int:
        bot = cast("Bot | None", room.bots.get(chair))
        if bot is None:
            known = {one.name for one in room.table.game.levels}
            bot = make_bot(level if level in known else "greedy", time.monotonic, self._settings.bot_seconds)
            room.bots[chair] = bot
        return legal_choice(bot, observation, new_rng(word))

    async def help(self, guest: str, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Odds or advice for a guest; refuses if too much of it is asked for."""
        if self._helped.total() >= MAX_HELPED or self._helped[guest] >= MAX_OF_A_GUEST:
            raise Refused("busy")
        self._helped[guest] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._helper, work)
        finally:
            self._helped[guest] -= 1
            if not self._helped[guest]:
                del self._helped[guest]

    def close(self) -> None:
        """Nobody waits for the bots any more."""
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._helper.shutdown(wait=False, cancel_futures=True)
