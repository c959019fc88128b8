"""The thread that writes for all tables, many tables in one transaction, and tries again after an outage."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from time import perf_counter

import structlog
from sqlalchemy import Connection, Engine, update
from sqlalchemy.exc import SQLAlchemyError

from ..process import metrics
from . import schema
from .health import Health
from .persistent_connection import PersistentConnection
from .table_write import Outcome, Outcomes, TableWrite

log = structlog.get_logger("store")

MAX_WRITES_PER_COMMIT = 512
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 1.0
"""After an error the database is tried again after these times, each twice as long as the one before."""

Job = Callable[[Connection], None]
"""Something to be written in a transaction."""
_JobAndAnswer = tuple[Job, Future[None]]


Put = Callable[[Connection, list[TableWrite]], set[str]]
"""Writes in a transaction; returns the tables where another process was first; nothing of those is written."""


class AlreadyWritten(Exception):
    """Another process was first at some table, and the database does not say at which."""


class Writer:
    """Everything that is written goes through here, in the order in which it came."""

    def __init__(
        self,
        engine: Engine,
        health: Health,
        put: Put,
        committed: Callable[[Outcomes], None],
    ) -> None:
        """`committed` is called after each commit, in the writer's thread."""
        self._health, self._put, self._committed = health, put, committed
        self._queue: queue.SimpleQueue[list[TableWrite] | _JobAndAnswer] = queue.SimpleQueue()
        self._connection = PersistentConnection(engine)
        self._errors = (SQLAlchemyError, engine.dialect.loaded_dbapi.Error)
        self._pause_s = FIRST_PAUSE_S
        self.commits = 0
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def write(self, writes: list[TableWrite]) -> None:
        """Put them into the next commit."""
        self._queue.put(writes)

    def run(self, job: Job) -> Future[None]:
        """Write something else, in a transaction of its own."""
        done: Future[None] = Future()
        self._queue.put((job, done))
        return done

    def beat(self) -> Future[None]:
        """Write something, to see whether the database accepts it."""
        return self.run(_beat)

    def close(self) -> None:
        """Write what is queued, and stop."""
        self._queue.put([])
        self._thread.join(timeout=30)

    # ---- in the thread

    def _run(self) -> None:
        closing = False
        self._reachable()  # opens the connection before there is anything to write
        while not closing:
            try:
                item = self._queue.get(timeout=None if self._health.writing else self._pause_s)
            except queue.Empty:
                self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
                self._attempt(_beat)
                continue
            closing = self._handle(item)
        self._connection.drop()

    def _handle(self, item: list[TableWrite] | _JobAndAnswer) -> bool:
        """Do what was asked, and with writes those that wait behind them; returns whether that was the last."""
        if isinstance(item, tuple):
            self._do(*item)
            return False
        writes, next_item = item, None
        while writes and len(writes) < MAX_WRITES_PER_COMMIT and next_item is None:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                break
            if isinstance(more, tuple) or not more:
                next_item = more
            else:
                writes += more
        if writes:
            self._commit(writes)
        return not writes if next_item is None else self._handle(next_item)

    def _do(self, job: Job, done: Future[None]) -> None:
        error = self._attempt(job)
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    def _commit(self, writes: list[TableWrite]) -> None:
        """Commit all writes in one transaction; if that fails, each one alone, as long as there is a connection."""
        began = perf_counter()
        outcomes, error = self._try(writes)
        if error is not None and len(writes) > 1:
            outcomes = [self._try([write])[0][0] if self._reachable() else "failed" for write in writes]
        metrics.COMMIT_SECONDS.observe(perf_counter() - began)
        metrics.OVERTAKEN.inc(outcomes.count("overtaken"))
        self.commits += 1
        self._committed([(write.done, outcome) for write, outcome in zip(writes, outcomes, strict=True)])

    def _try(self, writes: list[TableWrite]) -> tuple[list[Outcome], BaseException | None]:
        """Write everything in one transaction, but for tables where another process was first; or nothing."""
        overtaken: set[str] = set()
        error = self._attempt(lambda connection: overtaken.update(self._put(connection, writes)))
        if error is None:
            return ["overtaken" if write.table in overtaken else "stored" for write in writes], None
        return ["overtaken" if isinstance(error, AlreadyWritten) else "failed"] * len(writes), error

    def _reachable(self) -> bool:
        """Whether there is a connection, or can be."""
        try:
            self._connection.get()
        except self._errors as error:
            self._fail(error)
            return False
        return True

    def _attempt(self, job: Job) -> BaseException | None:
        """Do something in a transaction; returns why it failed."""
        try:
            with (connection := self._connection.get()).begin():
                job(connection)
        except AlreadyWritten as error:
            return error
        except self._errors as error:  # nobody is told anything
            self._fail(error)
            return error
        except Exception as error:  # our bug, which must not end the thread
            log.exception("a write failed")
            self._connection.drop()
            return error
        self._health.note_success()
        self._pause_s = FIRST_PAUSE_S
        return None

    def _fail(self, error: BaseException) -> None:
        self._health.note_failure(error)
        self._connection.drop()


def _beat(connection: Connection) -> None:
    connection.execute(update(schema.heartbeat).values(beats=schema.heartbeat.c.beats + 1))
