"""Bots think in a bounded number of threads, so that no table waits for another: the kernels release the interpreter.

Each thread has the memory for one search. A bot that thinks again finds what it had thought there, unless another bot
has needed that memory since. So the memory of all bots is bounded by the number of threads, not by that of tables.

Heavy users wait longer, others do not: bots take turns by the address that they play for, and a table waits for one
bot at a time. A bot that has not finished in time plays by its rule of thumb.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import structlog
from msgspec import Struct

from ...bots import Bot, make_bot
from ...bots.bot import Resources
from ...bots.greedy import GreedyBot
from ...bots.legality import legal_choice
from ...bots.levels import LevelBot
from ...bots.search_memory import SearchMemory
from ...games.game import Game
from ...kernel.fixed_record import Record
from ...kernel.rng import new_rng
from ..process import metrics
from .fair_queue import FairQueue

if TYPE_CHECKING:
    from ..process.settings import Settings

log = structlog.get_logger("bot_workers")

MIN_SEARCH_S = 0.02
"""With less time than this left a bot does not search: its rule of thumb is better than a few simulations."""
MEMORY_KEPT_S = 20.0
"""A search's memory is given back when its thread has had nothing to do for this long."""


class BotTurn(Struct, frozen=True):
    """A request to a bot: a move for this chair, from what its seat knows at event number `position_n`."""

    table: str
    chair: int
    position_n: int
    level: str
    game: Game
    observation: Record
    address: str
    """Whom it plays for: the address of somebody at the table."""


class BotMove(Struct, frozen=True):
    """What a bot answers: the number of a move."""

    chair: int
    position_n: int
    move: int


class BotPlayer(Struct, frozen=True, eq=False):
    """The bot on a chair, for one round: what it forgets follows from its secret."""

    secret: int


class PendingTurn(Struct, eq=False):
    """A turn that a bot has been asked for."""

    turn: BotTurn
    chosen: Callable[[BotMove], None]
    player: BotPlayer
    word: int
    """The random numbers of this move."""
    asked_at: float
    deadline: float
    late: asyncio.TimerHandle | None = None


class Worker:
    """A thread, and the memory for one search."""

    def __init__(self, number: int) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"bot-{number}")
        self.memory = SearchMemory()
        self.busy = False
        self._giving_back: asyncio.TimerHandle | None = None

    async def run(self, choose: Callable[[], int]) -> int:
        """Choose a move in this thread."""
        loop = asyncio.get_running_loop()
        self.busy = True
        if self._giving_back is not None:
            self._giving_back.cancel()
        try:
            return await loop.run_in_executor(self._thread, choose)
        finally:
            self.busy = False
            self._giving_back = loop.call_later(MEMORY_KEPT_S, self.memory.release)

    def close(self) -> None:
        """Stop; nobody waits for it any more."""
        if self._giving_back is not None:
            self._giving_back.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)


class BotWorkers:
    """The threads that bots think in, and who waits for them. Only the choosing leaves the event loop's thread."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.workers = [Worker(number) for number in range(settings.bot_threads)]
        self._hurried = ThreadPoolExecutor(1, thread_name_prefix="late-bots")
        self._max_busy_for_an_address = max(1, settings.bot_threads // 2)
        self._busy_for: Counter[str] = Counter()
        self._queue: FairQueue[PendingTurn] = FairQueue()
        self._waiting: dict[str, PendingTurn] = {}
        """By table, the turn that waits for a thread."""
        metrics.BOT_QUEUE.set_function(self._waiting.__len__)
        self._players: dict[str, dict[int, BotPlayer]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def think(self, turn: BotTurn, chosen: Callable[[BotMove], None]) -> None:
        """Let a bot choose a move; `chosen` gets it."""
        self.cancel(turn.table)
        loop, now, limit = asyncio.get_running_loop(), time.monotonic(), self._settings.bot_seconds
        word = int(self._settings.new_seed(turn.table, turn.position_n)[:16], 16)
        players = self._players.setdefault(turn.table, {})
        player = players.setdefault(turn.chair, BotPlayer(word >> 1))
        asked = PendingTurn(turn, chosen, player, word, now, now + limit)
        asked.late = loop.call_later(limit, self._too_late, asked)
        self._waiting[turn.table] = asked
        self._queue.add(turn.address, asked)
        self._assign()

    def cancel(self, table: str) -> bool:
        """A table needs no bot now; False if none was waiting for a thread."""
        asked = self._waiting.pop(table, None)
        if asked is None:
            return False
        assert asked.late is not None
        asked.late.cancel()
        return self._queue.remove(asked.turn.address, asked)

    def forget(self, table: str) -> None:
        """Drop a table's bots: their search trees are no longer needed."""
        self.cancel(table)
        for player in self._players.pop(table, {}).values():
            for worker in self.workers:
                if not worker.busy and worker.memory.serves(player):
                    worker.memory.release()

    @property
    def players(self) -> int:
        """How many bots play now."""
        return sum(map(len, self._players.values()))

    # ---- who thinks when

    def _assign(self) -> None:
        """Give free threads to those who wait; no address gets more than half of all threads."""
        while free := [worker for worker in self.workers if not worker.busy]:
            taken = self._queue.take(lambda address: self._busy_for[address] < self._max_busy_for_an_address)
            if taken is None:
                return
            address, asked = taken
            del self._waiting[asked.turn.table]
            assert asked.late is not None
            asked.late.cancel()
            metrics.BOT_WAIT.observe(time.monotonic() - asked.asked_at)
            worker = _best_of(free, asked.player)
            worker.busy = True
            self._busy_for[address] += 1
            self._start(self._serve(worker, asked))

    async def _serve(self, worker: Worker, asked: PendingTurn) -> None:
        address = asked.turn.address
        try:
            move = await _move(asked, worker.run(lambda: self._choose(worker.memory, asked)))
        finally:
            worker.busy = False
            self._busy_for[address] -= 1
            if not self._busy_for[address]:
                del self._busy_for[address]
            self._assign()
        await self._answer(asked, move)

    def _too_late(self, asked: PendingTurn) -> None:
        """No thread was free in time: the rule of thumb takes a moment only."""
        if self.cancel(asked.turn.table):
            metrics.LATE_BOTS.inc()
            metrics.BOT_WAIT.observe(time.monotonic() - asked.asked_at)
            self._start(self._hurry(asked))

    async def _hurry(self, asked: PendingTurn) -> None:
        loop = asyncio.get_running_loop()
        move = await _move(asked, loop.run_in_executor(self._hurried, self._choose, SearchMemory(), asked))
        await self._answer(asked, move)

    async def _answer(self, asked: PendingTurn, move: int) -> None:
        """Wait a moment before answering, so that people can follow."""
        spent = time.monotonic() - asked.asked_at
        metrics.THINKING.observe(spent)
        low, high = self._settings.bot_pace
        pace = low + (high - low) * (asked.word % 1000) / 1000
        if spent < pace:
            await asyncio.sleep(pace - spent)
        asked.chosen(BotMove(asked.turn.chair, asked.turn.position_n, int(move)))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- in a bot's thread

    def _choose(self, memory: SearchMemory, asked: PendingTurn) -> int:
        if self._settings.repeatable:  # what a bot finds there depends on what other tables do meanwhile
            memory.release()
        memory.claim(asked.player)
        seconds = asked.deadline - time.monotonic()
        bot = self.new_bot(asked.turn, asked.player, Resources(time.monotonic, seconds, memory=memory))
        return legal_choice(bot, asked.turn.observation, new_rng(asked.word))

    def new_bot(self, turn: BotTurn, player: BotPlayer, resources: Resources) -> Bot:
        """A bot for one move."""
        level = next((level for level in turn.game.levels if level.name == turn.level), None)
        if level is None:
            return GreedyBot(resources=resources)
        assert resources.seconds is not None
        searching = resources.seconds >= MIN_SEARCH_S
        return LevelBot.with_level(level if searching else level._replace(simulations=0), resources, player.secret)

    def close(self) -> None:
        """Stop; nobody waits for the bots any more."""
        for asked in list(self._waiting.values()):
            self.cancel(asked.turn.table)
        for task in self._tasks:
            task.cancel()
        for worker in self.workers:
            worker.close()
        self._hurried.shutdown(wait=False, cancel_futures=True)


async def _move(asked: PendingTurn, choosing: Awaitable[int]) -> int:
    """The move that a bot chooses. One that fails must not stop its table: the simplest one plays instead."""
    turn = asked.turn
    try:
        return await choosing
    except Exception:
        log.exception("a bot failed", level=turn.level, game=turn.game.name)
        return make_bot("random").choose(turn.observation, new_rng(asked.word)).move


def _best_of(free: list[Worker], player: BotPlayer) -> Worker:
    """The thread that has this bot's tree; else one that has no tree; else the first."""
    return next((worker for worker in free if worker.memory.serves(player)), None) or next(
        (worker for worker in free if worker.memory.serves(None)), free[0]
    )
