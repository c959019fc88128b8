"""Leases on PostgreSQL: each table's bots and clocks are run by one process, for as long as that process is alive.

A process says every second that it is alive. If it is silent for `ALIVE_S`, its tables go to the others. All times are
those of the database's clock. A lease saves work, no more: what may happen at a table is settled by its log.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct
from sqlalchemy import Connection, Engine, TextClause, text

from .event_store import UNFINISHED

ALIVE_S = 3
"""A process that has been silent for this long counts as dead."""
MAX_TAKEN, MAX_FOUND = 500, 100
"""Leases of dead processes, and tables without a lease, that a process takes at a time: the others take some too."""

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_ALIVE = f"(SELECT process FROM processes WHERE until > {_NOW})"

_WITHOUT_DISK = text("SET LOCAL synchronous_commit TO off")
"""A beat that is lost when PostgreSQL crashes is no loss, and one that waits for a busy disk may come too late."""
_GO_ON = text(f"""
    UPDATE processes SET until = {_NOW} + :alive_ms WHERE process = :me AND until > {_NOW} RETURNING process
""")
_BEGIN = text(f"""
    INSERT INTO processes (process, until) VALUES (:me, {_NOW} + :alive_ms)
    ON CONFLICT (process) DO UPDATE SET until = excluded.until
""")
_FORGET_DEAD = text(f"""
    DELETE FROM processes WHERE until < {_NOW} - 60000 AND process NOT IN (SELECT process FROM leases)
""")
_WHO_IS_ALIVE = text(f"SELECT process FROM processes WHERE until > {_NOW}")
_MINE = text("SELECT table_id FROM leases WHERE process = :me")
_TAKE_FROM_DEAD = text(f"""
    UPDATE leases SET process = :me
    WHERE table_id IN (
        SELECT table_id FROM leases WHERE process NOT IN {_ALIVE} ORDER BY table_id LIMIT :most FOR UPDATE SKIP LOCKED
    )
    RETURNING table_id
""")
_OR_FROM_DEAD = f"""
    ORDER BY table_id
    ON CONFLICT (table_id) DO UPDATE SET process = excluded.process WHERE leases.process NOT IN {_ALIVE}
    RETURNING table_id
"""
_TAKE = text(f"""
    INSERT INTO leases (table_id, process)
    SELECT table_id, :me FROM tables WHERE table_id = ANY(:tables) {_OR_FROM_DEAD}
""")
_TAKE_UNLEASED = text(f"""
    INSERT INTO leases (table_id, process)
    SELECT table_id, :me FROM (
        SELECT table_id FROM tables
        WHERE phase = ANY(:unfinished) AND table_id NOT IN (SELECT table_id FROM leases)
        ORDER BY table_id LIMIT :most
    ) AS unleased {_OR_FROM_DEAD}
""")
_GIVE_BACK = text("DELETE FROM leases WHERE process = :me AND table_id = ANY(:tables)")
_STOP = text("DELETE FROM processes WHERE process = :me")


class Beat(Struct):
    """What a process learns when it says that it is alive."""

    alive: set[str]
    """All processes, this one too."""
    lapsed: bool
    """This process had been silent for too long, or has just begun."""
    mine: set[str] | None = None
    """If it had: the leases that it still has."""


class Leases:
    """The leases as one process sees them; every call is a transaction."""

    def __init__(self, engine: Engine, process: str) -> None:
        self._engine, self._me = engine, process

    def beat(self) -> Beat:
        """Say that this process is alive."""
        with self._engine.begin() as connection:
            connection.execute(_WITHOUT_DISK)
            lapsed = not self._tables(connection, _GO_ON, alive_ms=ALIVE_S * 1000)
            if lapsed:
                connection.execute(_BEGIN, {"me": self._me, "alive_ms": ALIVE_S * 1000})
                connection.execute(_FORGET_DEAD)
            alive = set(connection.execute(_WHO_IS_ALIVE).scalars())
            return Beat(alive, lapsed, self._tables(connection, _MINE) if lapsed else None)

    def take(self, tables: Collection[str]) -> set[str]:
        """Take the leases of tables that no living process has; returns those taken."""
        with self._engine.begin() as connection:
            return self._tables(connection, _TAKE, tables=sorted(tables))

    def take_from_dead(self) -> set[str]:
        """Take leases of processes that are no longer alive."""
        with self._engine.begin() as connection:
            return self._tables(connection, _TAKE_FROM_DEAD, most=MAX_TAKEN)

    def take_unleased(self) -> set[str]:
        """Take the leases of unfinished tables that nobody has."""
        with self._engine.begin() as connection:
            return self._tables(connection, _TAKE_UNLEASED, most=MAX_FOUND, unfinished=list(UNFINISHED))

    def give_back(self, tables: Collection[str]) -> None:
        """This process has unloaded these tables."""
        with self._engine.begin() as connection:
            connection.execute(_GIVE_BACK, {"me": self._me, "tables": sorted(tables)})

    def stop(self) -> None:
        """This process stops: its leases are free."""
        with self._engine.begin() as connection:
            connection.execute(_STOP, {"me": self._me})

    def _tables(self, connection: Connection, statement: TextClause, **values: object) -> set[str]:
        return set(connection.execute(statement, {"me": self._me, **values}).scalars())
