"""The event store: one thread writes for all tables, many tables in one transaction; anybody may read."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, Insert, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import SQLAlchemyError

from ...table import events as e
from ...table.snapshot import read as read_snapshot
from ...table.table import Phase
from . import schema, shared_log
from .health import Health
from .stored_table import StoredTable
from .table_write import Outcomes, TableWrite
from .writer import AlreadyWritten, Writer

MAX_ROWS_PER_STATEMENT = 128
UNFINISHED: tuple[Phase, ...] = ("waiting", "committing", "opening", "playing")
_COLUMNS = tuple(schema.events.c.keys())


class Store:
    """Reads in any thread, writes in one."""

    def __init__(self, engine: Engine, committed: Callable[[Outcomes], None]) -> None:
        """`committed` is called after each commit, in the writer's thread."""
        self.engine = engine
        insert = (postgresql if engine.dialect.name == "postgresql" else sqlite).insert
        self._sqlite = engine.dialect.name == "sqlite"
        table = insert(schema.tables)
        changing = {name: table.excluded[name] for name in ("phase", "changed")}
        snapshot = insert(schema.snapshots)
        newer = {name: snapshot.excluded[name] for name in ("n", "snapshot")}
        self._row_statements = [
            _Statement(table.on_conflict_do_update(index_elements=["table_id"], set_=changing), engine),
            _Statement(insert(schema.holders).on_conflict_do_nothing(), engine),
            _Statement(insert(schema.rounds).on_conflict_do_nothing(), engine),
            _Statement(snapshot.on_conflict_do_update(index_elements=["table_id"], set_=newer), engine),
        ]
        self.announcement: Callable[[list[TableWrite]], tuple[str, list[str]]] = lambda _: ("", [])
        """What other processes are told of a commit, as a part of it: a channel, and notices."""
        self.health = Health()
        self._writer = Writer(engine, self.health, self._put, committed)
        self.run, self.beat = self._writer.run, self._writer.beat

    # ---- writing

    def write(self, *writes: TableWrite) -> None:
        """Put them into the next commit."""
        self._writer.write(list(writes))

    @property
    def commits(self) -> int:
        """How many there have been."""
        return self._writer.commits

    def close(self) -> None:
        """Write what is queued, and stop."""
        self._writer.close()
        self.engine.dispose()

    def _put(self, connection: Connection, writes: list[TableWrite]) -> set[str]:
        """Write in a transaction; returns the tables where another process was first."""
        overtaken: set[str] = set()
        if self._sqlite:
            _insert_events(connection, writes)
        else:
            overtaken = shared_log.insert(connection, writes, *self.announcement(writes))
        for statement, extra in zip(self._row_statements, _rows(writes, overtaken), strict=True):
            if extra:
                statement.run(connection, extra)
        return overtaken

    # ---- reading

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            self.health.note_damage(error)
            raise

    def check_pages(self) -> None:
        """Read the whole database, where that is possible, to see whether it is damaged."""
        with self._reading() as connection:
            self.health.check_pages(connection)

    def log(self, table: str, after: int = 0) -> list[e.AnyEvent]:
        """A table's events, in order."""
        return [e.decode(event) for event in self.written_log(table, after)]

    def written_log(self, table: str, after: int = 0) -> list[str]:
        """A table's events as stored text."""
        wanted = (
            select(schema.events.c.event)
            .where(schema.events.c.table_id == table, schema.events.c.n > after)
            .order_by(schema.events.c.n)
        )
        with self._reading() as connection:
            return list(connection.execute(wanted).scalars())

    def stored_table(self, table: str) -> StoredTable | None:
        """A table's snapshot and the events after it, or else all its events; None if there is no such table."""
        wanted = select(schema.snapshots.c.snapshot).where(schema.snapshots.c.table_id == table)
        with self._reading() as connection:
            written = connection.execute(wanted).scalar()
        snapshot = None if written is None else read_snapshot(written)
        if snapshot is None:
            events = self.written_log(table)
            return StoredTable(events) if events else None
        later = self.written_log(table, snapshot.n - 1)  # the first of these is there unless the table was deleted
        return StoredTable(later[1:], snapshot) if later else None

    def public_tables(self, limit: int) -> list[str]:
        """The public tables that wait or play, the latest first."""
        wanted = select(schema.tables.c.table_id).where(schema.tables.c.public, schema.tables.c.phase.in_(UNFINISHED))
        with self._reading() as connection:
            return list(connection.execute(wanted.order_by(schema.tables.c.changed.desc()).limit(limit)).scalars())

    def tables_of(self, guest: str, limit: int) -> list[str]:
        """The tables where a guest holds a chair, the latest first."""
        wanted = (
            select(schema.tables.c.table_id)
            .join(schema.holders, schema.holders.c.table_id == schema.tables.c.table_id)
            .where(schema.holders.c.guest == guest)
            .order_by(schema.tables.c.changed.desc())
            .limit(limit)
        )
        with self._reading() as connection:
            return list(connection.execute(wanted).scalars())

    def running(self) -> list[str]:
        """Tables where something may happen without a command."""
        wanted = select(schema.tables.c.table_id).where(schema.tables.c.phase.in_(UNFINISHED))
        with self._reading() as connection:
            return list(connection.execute(wanted).scalars())

    def tables_joined(self, guest: str, since: int) -> int:
        """How many tables a guest has sat down at since then."""
        wanted = (
            select(func.count())
            .select_from(schema.holders)
            .where(schema.holders.c.guest == guest, schema.holders.c.since >= since)
        )
        with self._reading() as connection:
            return int(connection.execute(wanted).scalar_one())

    def all_tables_of(self, guest: str) -> list[str]:
        """All tables where a guest has held a chair, or was the host."""
        wanted = select(schema.holders.c.table_id).where(schema.holders.c.guest == guest)
        with self._reading() as connection:
            return list(connection.execute(wanted).scalars())

    def held_since(self, tables: Iterable[str]) -> dict[tuple[str, str], int]:
        """Since when each guest has been at each of these tables."""
        holders = schema.holders.c
        wanted = select(holders.table_id, holders.guest, holders.since).where(holders.table_id.in_(sorted(tables)))
        with self._reading() as connection:
            return {(row.table_id, row.guest): row.since for row in connection.execute(wanted)}

    # ---- what is old

    def finished_before(self, time: int, limit: int) -> list[str]:
        """Tables whose last game was over, or that were closed, before a time."""
        over = schema.tables.c.phase.not_in(UNFINISHED) & (schema.tables.c.changed < time)
        with self._reading() as connection:
            return list(connection.execute(select(schema.tables.c.table_id).where(over).limit(limit)).scalars())

    def abandoned_before(self, time: int, limit: int) -> list[str]:
        """Unfinished tables at which nothing has happened since a time."""
        wanted = select(schema.tables.c.table_id).where(
            schema.tables.c.phase.in_(UNFINISHED), schema.tables.c.changed < time
        )
        with self._reading() as connection:
            tables = list(connection.execute(wanted.order_by(schema.tables.c.changed).limit(limit)).scalars())
        return [id for id in tables if self._last_event(id) < time]

    def idle_since(self, time: int, limit: int) -> list[str]:
        """Guests at whose tables nothing has happened since a time."""
        tables = schema.holders.join(schema.tables, schema.holders.c.table_id == schema.tables.c.table_id)
        changed = func.max(schema.tables.c.changed)
        wanted = select(schema.holders.c.guest).select_from(tables).group_by(schema.holders.c.guest)
        with self._reading() as connection:
            guests = list(connection.execute(wanted.having(changed < time).order_by(changed).limit(limit)).scalars())
        return [guest for guest in guests if all(self._last_event(id) < time for id in self.all_tables_of(guest))]

    def _last_event(self, table: str) -> int:
        """When the last event of a table happened; a phase of a game may last for long."""
        wanted = select(schema.events.c.event).where(schema.events.c.table_id == table)
        with self._reading() as connection:
            event = connection.execute(wanted.order_by(schema.events.c.n.desc()).limit(1)).scalar()
        return e.decode(event).t if event is not None else 0


def _rows(writes: list[TableWrite], overtaken: set[str]) -> list[list[dict[str, Any]]]:
    """The rows of `tables`, `holders`, `rounds` and `snapshots` that go with the events."""
    rows: list[list[dict[str, Any]]] = [[], [], [], []]
    tables, holders, rounds, snapshots = rows
    for write in writes:
        if write.table in overtaken:
            continue
        if write.table_row is not None:
            tables.append({"table_id": write.table, **_fields(write.table_row)})
        for guest, since in write.holders:
            holders.append({"guest": guest, "table_id": write.table, "since": since})
        if write.round_row is not None:
            rounds.append({"table_id": write.table, **_fields(write.round_row)})
        if write.snapshot_row is not None:
            snapshots.append({"table_id": write.table, **_fields(write.snapshot_row)})
    return rows


class _Statement:
    """A statement that SQLAlchemy compiles once; it then goes straight to the database's driver."""

    def __init__(self, statement: Insert, engine: Engine) -> None:
        compiled = statement.compile(dialect=engine.dialect)
        self._text, self._names = str(compiled), compiled.positiontup

    def run(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        """Once for each row, within the transaction."""
        names = self._names
        values = rows if names is None else [tuple(row[name] for name in names) for row in rows]
        _cursor(connection).executemany(self._text, values)


def _cursor(connection: Connection) -> DBAPICursor:
    return connection.connection.cursor()


def _insert_events(connection: Connection, writes: list[TableWrite]) -> None:
    """Insert events into SQLite, unless a number is taken."""
    rows = [
        (write.table, n, event.ref or None, e.encode(event).decode())
        for write in writes
        for n, event in enumerate(write.events, write.first)
    ]
    inserted, cursor = 0, _cursor(connection)
    for start in range(0, len(rows), MAX_ROWS_PER_STATEMENT):
        some = rows[start : start + MAX_ROWS_PER_STATEMENT]
        cursor.execute(_insert_statement(len(some)), tuple(itertools.chain.from_iterable(some)))
        inserted += cursor.rowcount
    if inserted != len(rows):
        raise AlreadyWritten


@functools.cache
def _insert_statement(rows: int) -> str:
    """Many rows go to SQLite in one statement, because each statement releases and takes Python's lock.

    With OR IGNORE a statement cannot fail halfway, so SQLite keeps no journal to undo half of it.
    """
    one = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT OR IGNORE INTO events ({', '.join(_COLUMNS)}) VALUES {', '.join([one] * rows)}"


def _fields(part: Struct) -> dict[str, Any]:
    return {name: getattr(part, name) for name in part.__struct_fields__}
