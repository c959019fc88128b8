"""What is erased from the database. All but `empty_journal` runs in the writer's thread, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, Engine, delete, update

from . import schema

JOURNAL_PATIENCE_MS = 100
"""How long writers may wait for readers, so that the journal can be emptied."""


def delete_table(connection: Connection, table: str) -> None:
    """Remove a table, with its log and its records."""
    for part in (schema.events, schema.tables, schema.holders, schema.rounds, schema.snapshots, schema.leases):
        connection.execute(delete(part).where(part.c.table_id == table))


def rewrite(
    connection: Connection, table: str, events: Mapping[int, str], records: Mapping[int, str], guests: Iterable[str]
) -> None:
    """Put other texts in the place of events and of records, and forget that these guests were here.

    A snapshot may still tell of them, so it goes, too.
    """
    connection.execute(delete(schema.snapshots).where(schema.snapshots.c.table_id == table))
    for n, text in events.items():
        row = (schema.events.c.table_id == table) & (schema.events.c.n == n)
        connection.execute(update(schema.events).where(row).values(event=text, ref=None))
    for round, record in records.items():
        row = (schema.rounds.c.table_id == table) & (schema.rounds.c.round == round)
        connection.execute(update(schema.rounds).where(row).values(record=record))
    for guest in guests:
        forget_holder(connection, table, guest)


def forget_holder(connection: Connection, table: str, guest: str) -> None:
    """Forget that a guest holds a chair at a table."""
    row = (schema.holders.c.table_id == table) & (schema.holders.c.guest == guest)
    connection.execute(delete(schema.holders).where(row))


def empty_journal(engine: Engine) -> bool:
    """Empty SQLite's journal, which still holds pages as they were before; False: somebody is reading, try again."""
    if engine.dialect.name != "sqlite":
        return True
    with engine.connect() as connection:
        usual = connection.exec_driver_sql("PRAGMA busy_timeout").scalar_one()
        connection.exec_driver_sql(f"PRAGMA busy_timeout={JOURNAL_PATIENCE_MS}")
        try:
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={usual}")
    return not busy
