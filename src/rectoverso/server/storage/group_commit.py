"""Between the loop and the writer: gathers what the tables want written, so that one commit serves many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from sqlalchemy import Engine

from ..process import metrics
from .event_store import Store, Writing

log = structlog.get_logger("group_commit")

LATELY = 0.05
"""Seconds that are looked back upon, to see how busy it is."""
FEW, ENOUGH = 20, 8
"""With so few writings lately nobody waits for others, nor when so many have come together."""
EACH, LONGEST = 0.000_1, 0.003
"""Seconds that a commit waits for others: for each writing lately, and at the most."""


class GroupCommit:
    """One commit at a time; what comes meanwhile goes into the next one.

    A commit costs far more than what one table writes in it. So when many play, it waits a moment for others.
    """

    def __init__(self, engine: Engine) -> None:
        self._loop = asyncio.get_running_loop()
        self._unwritten: list[Writing] = []
        self._under_way = False
        self._lately, self._flushed = 0.0, 0.0
        self.store = Store(engine, self._from_writer)

    def write(self, writing: Writing) -> None:
        """Take it into the next commit."""
        self._unwritten.append(writing)
        if not self._under_way:
            self._begin()

    def _begin(self) -> None:
        self._under_way = True
        if self._lately > FEW and len(self._unwritten) < ENOUGH:
            self._loop.call_later(min(LONGEST, EACH * (self._lately - FEW)), self._flush)
        else:
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        writings, now = self._unwritten, self._loop.time()
        if not writings:
            return
        self._lately = len(writings) + self._lately * max(0.0, 1 - (now - self._flushed) / LATELY)
        self._flushed = now
        self.store.write(*writings)
        writings.clear()

    def _from_writer(self, told: list[tuple[Callable[[bool], None], bool]]) -> None:
        """From the writer's thread to the loop's."""
        metrics.COMMIT_SIZE.observe(len(told))
        try:
            self._loop.call_soon_threadsafe(self._written, told)
        except RuntimeError:
            log.info("closing: stored, nobody left to tell", writings=len(told))

    def _written(self, told: list[tuple[Callable[[bool], None], bool]]) -> None:
        for done, stored in told:
            done(stored)
        self._under_way = False
        if self._unwritten:
            self._begin()

    async def close(self) -> None:
        """Write what is still to be written, and stop."""
        self._flush()
        await asyncio.to_thread(self.store.close)
