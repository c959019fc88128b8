"""Answers whether the database is well by writing to it."""

from __future__ import annotations

import asyncio

from .event_store import Store
from .health import Problem

INTERVAL_S, PATIENCE_S = 1.0, 3.0
"""The database is written to at most once in this time, and has this long to answer."""


class HealthCheck:
    """A second request within a second gets the same answer: asking must not be a way to wear out a disk."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked_at = float("-inf")
        self._silent = False

    async def problem(self) -> Problem | None:
        """What is wrong with the database; None: nothing."""
        loop = asyncio.get_running_loop()
        if loop.time() - self._asked_at >= INTERVAL_S:
            self._asked_at = loop.time()
            self._silent = not await self._answers()
        return "not-writing" if self._silent else self._store.health.problem

    async def _answers(self) -> bool:
        """Does the database answer, even with an error? The store notes which."""
        beat = asyncio.wrap_future(self._store.beat())
        done, _ = await asyncio.wait([beat], timeout=PATIENCE_S)
        beat.add_done_callback(_ignore_outcome)
        return bool(done)


def _ignore_outcome(beat: asyncio.Future[None]) -> None:
    """The store has noted an error; asyncio would log it too if nobody looked at it."""
    if not beat.cancelled():
        beat.exception()
