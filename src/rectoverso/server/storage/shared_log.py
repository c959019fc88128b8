"""The log on PostgreSQL, where several processes write it: who comes first by the primary key wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine

from ...table import events as e
from .persistent_connection import PersistentConnection
from .table_write import TableWrite

MAX_EVENTS_READ = 1000
"""Events of one table that are read at a time."""

_INSERT = """
    WITH inserted AS (
        INSERT INTO events (table_id, n, ref, event)
        SELECT new.table_id, new.n, new.ref, new.event
        FROM unnest(%s::text[], %s::int[], %s::int[], %s::text[], %s::text[]) AS new (table_id, n, before, ref, event)
        WHERE new.before = 0 OR (SELECT true FROM events WHERE table_id = new.table_id AND n = new.before)
        ON CONFLICT DO NOTHING
        RETURNING table_id, n
    )
    SELECT table_id, n, (SELECT count(pg_notify(%s, notice)::text) FROM unnest(%s::text[]) AS notice) FROM inserted
"""
"""An event needs the ones before it: so nothing is added to a table that another process has deleted.

Notices go out with the commit. All in one statement, because each takes the way to the database and back. (With EXISTS,
PostgreSQL may read all events into a hash table instead of looking up a few.)
"""

_REMOVE = """
    DELETE FROM events USING unnest(%s::text[], %s::int[]) AS half (table_id, n)
    WHERE events.table_id = half.table_id AND events.n = half.n
"""

_EVENTS_AFTER = """
    SELECT known.table_id, later.event
    FROM unnest(%s::text[], %s::int[]) AS known (table_id, n),
    LATERAL (
        SELECT n, event FROM events WHERE table_id = known.table_id AND n > known.n ORDER BY n LIMIT %s
    ) AS later
    ORDER BY known.table_id, later.n
"""

_LATER = """
    SELECT known.table_id, latest.n
    FROM unnest(%s::text[], %s::int[]) AS known (table_id, n),
    LATERAL (
        SELECT n FROM events WHERE table_id = known.table_id AND n > known.n ORDER BY n DESC LIMIT 1
    ) AS latest
"""


def insert(connection: Connection, writes: Sequence[TableWrite], channel: str, notices: Sequence[str]) -> set[str]:
    """Insert events, and send notices with the commit.

    Returns the tables where another process was first: of those nothing is inserted. Rows are locked in the
    order of their tables, so there is no deadlock.
    """
    first: dict[str, int] = {}
    for write in writes:
        first[write.table] = min(write.first, first.get(write.table, write.first))
    rows = [
        (write.table, n, first[write.table] - 1, event.ref or None, e.encode(event).decode())
        for write in sorted(writes, key=lambda write: write.table)
        for n, event in enumerate(write.events, write.first)
    ]
    cursor = connection.connection.cursor()
    cursor.execute(_INSERT, (*map(list, zip(*rows, strict=True)), channel, list(notices)))
    if cursor.rowcount == len(rows):
        return set()
    inserted = [(row[0], row[1]) for row in cursor.fetchall()]
    wanted = Counter(row[0] for row in rows)
    overtaken = wanted.keys() - {
        table for table, count in Counter(id for id, _ in inserted).items() if count == wanted[table]
    }
    halves = [(table, n) for table, n in inserted if table in overtaken]
    if halves:
        cursor.execute(_REMOVE, tuple(map(list, zip(*halves, strict=True))))
    return overtaken


class LogReader:
    """Reads what other processes have written, in one thread, with one round trip per query."""

    def __init__(self, engine: Engine) -> None:
        self._connection = PersistentConnection(engine, isolation_level="AUTOCOMMIT")

    def events_after(self, known: Mapping[str, int]) -> dict[str, list[e.AnyEvent]]:
        """The events of some tables, after the last one of each that this process knows."""
        found: dict[str, list[e.AnyEvent]] = {table: [] for table in known}
        for table, event in self._ask(_EVENTS_AFTER, list(known), list(known.values()), MAX_EVENTS_READ):
            found[table].append(e.decode(event))
        return found

    def later_numbers(self, known: Mapping[str, int]) -> dict[str, int]:
        """The last number of each table that has events after those that this process knows."""
        return dict(self._ask(_LATER, list(known), list(known.values())))

    def close(self) -> None:
        """Close the connection."""
        self._connection.drop()

    def _ask(self, query: str, *values: object) -> list[Any]:
        """Run a query; if the connection was cut off, once more over a new one."""
        was_open = self._connection.is_open
        try:
            return self._ask_once(query, values)
        except Exception:
            self._connection.drop()
            if not was_open:
                raise
        return self._ask_once(query, values)

    def _ask_once(self, query: str, values: tuple[object, ...]) -> list[Any]:
        cursor = self._connection.get().connection.cursor()
        cursor.execute(query, values)
        return list(cursor.fetchall())
