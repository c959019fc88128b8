"""The one connection that writes, which is opened anew after an error."""

from __future__ import annotations

from sqlalchemy import Connection, Engine

from .advisory_locks import WRITER, try_lock


class AnotherServerWrites(Exception):
    """Another server has taken the database, while this one had lost its connection."""


class WriterConnection:
    """On PostgreSQL it holds the writer's lock: of two servers, only one can have a connection that writes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._locks = engine.dialect.name == "postgresql"
        self._connection: Connection | None = None

    def get(self) -> Connection:
        """The connection; raises the database's errors, and `AnotherServerWrites`."""
        if self._connection is None:
            connection = self._engine.connect()
            try:
                if self._locks and not try_lock(connection, WRITER):
                    raise AnotherServerWrites
            except BaseException:
                _close(connection)
                raise
            self._connection = connection
        return self._connection

    def drop(self) -> None:
        """Close it: after an error nobody knows what state it is in."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            _close(connection)


def _close(connection: Connection) -> None:
    """Close the connection itself; in the pool it would keep its lock."""
    connection.invalidate()
    connection.close()
