"""The log on PostgreSQL, where several processes write it: who comes first by the primary key wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, text

from ...table import events as e
from .table_write import TableWrite

MAX_EVENTS_READ = 1000
"""Events of one table that are read at a time."""

_INSERT = """
    INSERT INTO events (table_id, n, ref, event)
    SELECT new.table_id, new.n, new.ref, new.event
    FROM unnest(%s::text[], %s::int[], %s::int[], %s::text[], %s::text[]) AS new (table_id, n, before, ref, event)
    WHERE new.before = 0 OR EXISTS (SELECT FROM events WHERE table_id = new.table_id AND n = new.before)
    ON CONFLICT DO NOTHING
"""
"""An event needs the ones before it: so nothing is added to a table that another process has deleted."""

_EVENTS_AFTER = text("""
    SELECT known.table_id, later.event
    FROM unnest(CAST(:tables AS text[]), CAST(:numbers AS int[])) AS known (table_id, n),
    LATERAL (
        SELECT n, event FROM events WHERE table_id = known.table_id AND n > known.n ORDER BY n LIMIT :most
    ) AS later
    ORDER BY known.table_id, later.n
""")

_LATER = text("""
    SELECT known.table_id, latest.n
    FROM unnest(CAST(:tables AS text[]), CAST(:numbers AS int[])) AS known (table_id, n),
    LATERAL (
        SELECT n FROM events WHERE table_id = known.table_id AND n > known.n ORDER BY n DESC LIMIT 1
    ) AS latest
""")


def insert(connection: Connection, writes: Sequence[TableWrite]) -> int:
    """Insert the events whose numbers are free; returns how many. Everybody goes by the tables' order: no deadlock."""
    rows = [
        (write.table, n, write.first - 1, event.ref or None, e.encode(event).decode())
        for write in sorted(writes, key=lambda write: write.table)
        for n, event in enumerate(write.events, write.first)
    ]
    cursor = connection.connection.cursor()
    cursor.execute(_INSERT, tuple(map(list, zip(*rows, strict=True))))
    return cursor.rowcount


def events_after(connection: Connection, known: Mapping[str, int]) -> dict[str, list[e.AnyEvent]]:
    """The events of tables of which a process knows those up to a number."""
    found: dict[str, list[e.AnyEvent]] = {table: [] for table in known}
    for row in connection.execute(_EVENTS_AFTER, {**_known(known), "most": MAX_EVENTS_READ}):
        found[row.table_id].append(e.decode(row.event))
    return found


def later_numbers(connection: Connection, known: Mapping[str, int]) -> dict[str, int]:
    """The last number of each table that has events after those that a process knows."""
    return {row.table_id: row.n for row in connection.execute(_LATER, _known(known))}


def _known(known: Mapping[str, int]) -> dict[str, list[str] | list[int]]:
    return {"tables": list(known), "numbers": list(known.values())}
