"""The one connection that writes, which is opened anew after an error."""

from __future__ import annotations

from sqlalchemy import Connection, Engine


class WriterConnection:
    """Kept open from commit to commit."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def get(self) -> Connection:
        """The connection; raises the database's errors."""
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def drop(self) -> None:
        """Close it: after an error nobody knows what state it is in."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.invalidate()
            connection.close()
