"""The one writer: many tables, one transaction. Nothing is told to anybody before it is on the disk."""

from __future__ import annotations

import functools
import itertools
import queue
import threading
from collections.abc import Callable, Sequence
from typing import Any

import structlog
from msgspec import Struct
from sqlalchemy import Connection, Engine, Insert, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import SQLAlchemyError

from ...table import events as e
from . import schema

log = structlog.get_logger("store")

MAX_AT_ONCE = 512
MAX_ROWS = 128
"""Rows that go into one statement."""
_COLUMNS = tuple(schema.events.c.keys())
_Row = tuple[str, int, str | None, str]


class Summary(Struct, frozen=True):
    """The line of `tables` for a table."""

    game: str
    rules: int
    phase: str
    public: bool
    changed: int


class Finished(Struct, frozen=True):
    """A finished round to keep."""

    round: int
    game: str
    rules: int
    finished: int
    result: str
    record: str


class Writing(Struct):
    """What one table wants written: its next events, and what else follows from them."""

    table: str
    first: int
    """The number of the first of these events."""
    events: Sequence[e.AnyEvent]
    done: Callable[[bool], None]
    """Called by the writer: True when it is on the disk, False when another process was quicker."""
    summary: Summary | None = None
    holders: Sequence[tuple[str, int]] = ()
    finished: Finished | None = None


class _TooLate(Exception):
    """Another process has already written an event with this number."""


class Store:
    """Reads for everybody, writes through one thread with group commit."""

    def __init__(self, engine: Engine, tell: Callable[[list[tuple[Callable[[bool], None], bool]]], None]) -> None:
        """`tell` gets, after each commit, what was written, from the writer's thread."""
        self.engine = engine
        insert = (postgresql if engine.dialect.name == "postgresql" else sqlite).insert
        self._tell = tell
        self._queue: queue.SimpleQueue[list[Writing]] = queue.SimpleQueue()
        self._events = insert(schema.events).on_conflict_do_nothing()
        self._sqlite = engine.dialect.name == "sqlite"
        table = insert(schema.tables)
        changing = {name: table.excluded[name] for name in ("phase", "changed")}
        self._beside = [
            _Statement(table.on_conflict_do_update(index_elements=["table_id"], set_=changing), engine),
            _Statement(insert(schema.holders).on_conflict_do_nothing(), engine),
            _Statement(insert(schema.rounds).on_conflict_do_nothing(), engine),
        ]
        self._errors = (SQLAlchemyError, engine.dialect.loaded_dbapi.Error)
        self.commits = 0
        self.broken = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    # ---- writing

    def write(self, *writings: Writing) -> None:
        """Take them into the next commit."""
        self._queue.put(list(writings))

    def close(self) -> None:
        """Write what is still to be written, and stop."""
        self._queue.put([])
        self._thread.join(timeout=30)
        self.engine.dispose()

    def _run(self) -> None:
        with self.engine.connect() as connection:
            closing = False
            while not closing:
                writings = self._queue.get()
                closing = not writings
                while len(writings) < MAX_AT_ONCE and not closing:
                    try:
                        more = self._queue.get_nowait()
                    except queue.Empty:
                        break
                    closing = not more
                    writings += more
                if writings:
                    self._commit(connection, writings)

    def _commit(self, connection: Connection, writings: list[Writing]) -> None:
        stored = self._try(connection, writings)
        if not stored and len(writings) > 1:
            told = [(writing.done, self._try(connection, [writing])) for writing in writings]
        else:
            told = [(writing.done, stored) for writing in writings]
        self.commits += 1
        self._tell(told)

    def _try(self, connection: Connection, writings: list[Writing]) -> bool:
        """All of it in one transaction, or nothing."""
        try:
            with connection.begin():
                self._put(connection, writings)
        except _TooLate:
            return False
        except self._errors as error:  # the disk is full, the database has gone: nobody is told anything
            log.error("write failed", error=type(error).__name__, writings=len(writings))
            self.broken = True
            return False
        self.broken = False
        return True

    def _put(self, connection: Connection, writings: list[Writing]) -> None:
        rows = [
            (writing.table, n, event.ref or None, e.encode(event).decode())
            for writing in writings
            for n, event in enumerate(writing.events, writing.first)
        ]
        if self._inserted(connection, rows) != len(rows):
            raise _TooLate
        for statement, lines in zip(self._beside, _beside(writings), strict=True):
            if lines:
                statement.run(connection, lines)

    def _inserted(self, connection: Connection, rows: list[_Row]) -> int:
        """How many events were new. SQLite counts them; PostgreSQL is asked to name them."""
        if self._sqlite:
            return _inserted_at_once(connection, rows)
        named = [dict(zip(_COLUMNS, row, strict=True)) for row in rows]
        return len(connection.execute(self._events.returning(schema.events.c.n), named).all())

    # ---- reading

    def log(self, table: str, after: int = 0) -> list[e.AnyEvent]:
        """A table's events, in order."""
        return [e.decode(event) for event in self.written_log(table, after)]

    def written_log(self, table: str, after: int = 0) -> list[str]:
        """The same as it is written."""
        wanted = (
            select(schema.events.c.event)
            .where(schema.events.c.table_id == table, schema.events.c.n > after)
            .order_by(schema.events.c.n)
        )
        with self.engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def tables_of(self, guest: str, most: int) -> list[str]:
        """Where a guest has a chair, the latest first."""
        wanted = (
            select(schema.tables.c.table_id)
            .join(schema.holders, schema.holders.c.table_id == schema.tables.c.table_id)
            .where(schema.holders.c.guest == guest)
            .order_by(schema.tables.c.changed.desc())
            .limit(most)
        )
        with self.engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def public_tables(self, most: int) -> list[str]:
        """What the lobby shows, the latest first."""
        wanted = (
            select(schema.tables.c.table_id)
            .where(schema.tables.c.public, schema.tables.c.phase.in_(("waiting", "committing", "opening", "playing")))
            .order_by(schema.tables.c.changed.desc())
            .limit(most)
        )
        with self.engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def running(self) -> list[str]:
        """Tables on which something may happen by itself."""
        phases = ("waiting", "committing", "opening", "playing")
        wanted = select(schema.tables.c.table_id).where(schema.tables.c.phase.in_(phases))
        with self.engine.connect() as connection:
            return list(connection.execute(wanted).scalars())

    def opened_by(self, guest: str, since: int) -> int:
        """How many tables a guest has sat down at since then."""
        wanted = (
            select(func.count())
            .select_from(schema.holders)
            .where(schema.holders.c.guest == guest, schema.holders.c.since >= since)
        )
        with self.engine.connect() as connection:
            return int(connection.execute(wanted).scalar_one())

    def forget(self, table: str) -> None:
        """Remove a table for good (`rectoverso db` and tests)."""
        with self.engine.begin() as connection:
            for part in (schema.events, schema.tables, schema.holders, schema.rounds):
                connection.execute(delete(part).where(part.c.table_id == table))


def _beside(writings: list[Writing]) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[dict[str, Any]]]:
    """What is written beside the events: lines of `tables`, of `holders`, of `rounds`."""
    tables, holders, rounds = [], [], []
    for writing in writings:
        if writing.summary is not None:
            tables.append({"table_id": writing.table, **_fields(writing.summary)})
        for guest, since in writing.holders:
            holders.append({"guest": guest, "table_id": writing.table, "since": since})
        if writing.finished is not None:
            rounds.append({"table_id": writing.table, **_fields(writing.finished)})
    return tables, holders, rounds


class _Statement:
    """A statement that is compiled once, and then goes to the database's driver without further ado."""

    def __init__(self, statement: Insert, engine: Engine) -> None:
        compiled = statement.compile(dialect=engine.dialect)
        self._text, self._names = str(compiled), compiled.positiontup

    def run(self, connection: Connection, lines: list[dict[str, Any]]) -> None:
        """Once for each line, within the transaction."""
        names = self._names
        rows = lines if names is None else [tuple(line[name] for name in names) for line in lines]
        _cursor(connection).executemany(self._text, rows)


def _cursor(connection: Connection) -> DBAPICursor:
    return connection.connection.cursor()


def _inserted_at_once(connection: Connection, rows: list[_Row]) -> int:
    inserted, cursor = 0, _cursor(connection)
    for at in range(0, len(rows), MAX_ROWS):
        some = rows[at : at + MAX_ROWS]
        cursor.execute(_many(len(some)), tuple(itertools.chain.from_iterable(some)))
        inserted += cursor.rowcount
    return inserted


@functools.cache
def _many(rows: int) -> str:
    """SQLite gets so many rows in one statement: it lets go of Python's lock and fights for it once for each.

    What is ignored cannot fail, so SQLite writes nothing down for taking back half a statement.
    """
    one = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT OR IGNORE INTO events ({', '.join(_COLUMNS)}) VALUES {', '.join([one] * rows)}"


def _fields(part: Struct) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__struct_fields__}
