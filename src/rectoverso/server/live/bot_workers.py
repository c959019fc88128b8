"""Bots think in a bounded pool of threads, so that no table waits for another: the kernels release the interpreter.

The bots and their search trees belong to this module. A room hands in what a seat knows and gets the chosen move back.
Odds and advice have one thread of their own and a short queue, so that asking for them never delays a bot.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import structlog
from msgspec import Struct

from ...bots import Bot, make_bot
from ...bots.legality import legal_choice
from ...errors import Refused
from ...games.game import Game
from ...kernel.record import Record
from ...kernel.rng import new_rng
from ..process import metrics

if TYPE_CHECKING:
    from ..process.settings import Settings

log = structlog.get_logger("bot_workers")

MAX_HELP_REQUESTS, MAX_HELP_REQUESTS_OF_A_GUEST = 16, 2
"""Requests for odds and advice that may wait, in all and of one guest."""


class BotTurn(Struct, frozen=True):
    """What a bot is asked: a move for this chair, from what its seat knows at event number `position_n`."""

    table: str
    chair: int
    position_n: int
    level: str
    game: Game
    observation: Record


class BotMove(Struct, frozen=True):
    """What a bot answers: the number of a move."""

    chair: int
    position_n: int
    move: int


class BotWorkers:
    """The threads that bots think in, and the bots. Everything but `choose` runs in the event loop's thread."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self._helper = ThreadPoolExecutor(1, thread_name_prefix="help")
        self._helped: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self.bots: dict[str, dict[int, Bot]] = {}
        """The bots that are not thinking, by table and chair."""

    # ---- moves

    def think(self, turn: BotTurn, chosen: Callable[[BotMove], None]) -> None:
        """Let a bot choose a move; `chosen` gets it."""
        task = asyncio.get_running_loop().create_task(self._think(turn, chosen))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def forget(self, table: str) -> None:
        """Drop a table's bots: what they have thought is of no use any more."""
        self.bots.pop(table, None)

    async def _think(self, turn: BotTurn, chosen: Callable[[BotMove], None]) -> None:
        word = int(self._settings.new_seed(turn.table, turn.position_n)[:16], 16)
        begun = time.monotonic()
        move = await self._choose(turn, word)
        spent = time.monotonic() - begun
        metrics.THINKING.observe(spent)
        low, high = self._settings.bot_pace
        pace = low + (high - low) * (word % 1000) / 1000
        if spent < pace:
            await asyncio.sleep(pace - spent)
        chosen(BotMove(turn.chair, turn.position_n, move))

    async def _choose(self, turn: BotTurn, word: int) -> int:
        """A bot is taken out while it thinks, so that no two threads share it; if it fails, it is not put back."""
        bots = self.bots.setdefault(turn.table, {})
        bot = bots.pop(turn.chair, None) or self._new_bot(turn)
        observation, rng = turn.observation, new_rng(word)
        try:
            loop = asyncio.get_running_loop()
            move = await loop.run_in_executor(self._threads, legal_choice, bot, observation, rng)
        except Exception:  # a bot that fails must not stop its table: the simplest one plays instead
            log.exception("a bot failed", level=turn.level, game=turn.game.name)
            return int(make_bot("random").choose(observation, new_rng(word)).move)
        bots[turn.chair] = bot
        return int(move)

    def _new_bot(self, turn: BotTurn) -> Bot:
        known = any(level.name == turn.level for level in turn.game.levels)
        return make_bot(turn.level if known else "greedy", time.monotonic, self._settings.bot_seconds)

    # ---- odds and advice

    async def help(self, guest: str, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Odds or advice for a guest; refused if too many requests wait."""
        if self._helped.total() >= MAX_HELP_REQUESTS or self._helped[guest] >= MAX_HELP_REQUESTS_OF_A_GUEST:
            raise Refused("busy")
        self._helped[guest] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._helper, work)
        finally:
            self._helped[guest] -= 1
            if not self._helped[guest]:
                del self._helped[guest]

    def close(self) -> None:
        """Stop; nobody waits for the bots any more."""
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._helper.shutdown(wait=False, cancel_futures=True)
