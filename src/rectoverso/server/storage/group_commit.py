"""Group commit: collects what the tables want written, so that one commit serves many tables."""

from __future__ import annotations

import asyncio

import structlog
from sqlalchemy import Engine

from ..process import metrics
from .event_store import Store
from .table_write import Outcomes, TableWrite

log = structlog.get_logger("group_commit")

LOAD_WINDOW_S = 0.05
"""The load is the number of writes within about this time."""
LIGHT_LOAD = 20
"""Up to this load no write waits for others."""
FULL_BATCH = 8
"""A batch of this size is committed at once."""
WAIT_PER_WRITE_S, MAX_WAIT_S = 0.000_1, 0.003
"""How long a batch waits for more: for each write above the light load, and at most."""


class GroupCommit:
    """One commit at a time; writes that arrive meanwhile go into the next one.

    A commit costs far more than what one table writes in it, so under load it waits a moment for others.
    """

    def __init__(self, engine: Engine) -> None:
        self._loop = asyncio.get_running_loop()
        self._batch: list[TableWrite] = []
        self._committing = False
        self._load, self._measured_at = 0.0, 0.0
        self.store = Store(engine, self._committed_in_thread)

    def write(self, write: TableWrite) -> None:
        """Put it into the next commit."""
        self._batch.append(write)
        if not self._committing:
            self._begin()

    def _begin(self) -> None:
        self._committing = True
        if self._load > LIGHT_LOAD and len(self._batch) < FULL_BATCH:
            wait = min(MAX_WAIT_S, WAIT_PER_WRITE_S * (self._load - LIGHT_LOAD))
            self._loop.call_later(wait, self._flush)
        else:
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        writes, now = self._batch, self._loop.time()
        if not writes:
            return
        self._load = len(writes) + self._load * max(0.0, 1 - (now - self._measured_at) / LOAD_WINDOW_S)
        self._measured_at = now
        self.store.write(*writes)
        writes.clear()

    def _committed_in_thread(self, outcomes: Outcomes) -> None:
        """Called in the writer's thread: go on in the event loop's."""
        metrics.COMMIT_SIZE.observe(len(outcomes))
        try:
            self._loop.call_soon_threadsafe(self._committed, outcomes)
        except RuntimeError:
            log.info("stored while closing; nobody left to tell", writes=len(outcomes))

    def _committed(self, outcomes: Outcomes) -> None:
        for done, outcome in outcomes:
            done(outcome)
        self._committing = False
        if self._batch:
            self._begin()

    async def close(self) -> None:
        """Write what is queued, and stop."""
        self._flush()
        await asyncio.to_thread(self.store.close)
