"""A connection that stays open, and is reopened after an error."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine


class PersistentConnection:
    """Kept open from use to use, by one thread."""

    def __init__(self, engine: Engine, **options: Any) -> None:
        self._engine, self._options = engine, options
        self._connection: Connection | None = None

    def get(self) -> Connection:
        """The connection; raises the database's errors."""
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(**self._options)
        return self._connection

    @property
    def is_open(self) -> bool:
        """Whether it has been opened, which does not say that it still works."""
        return self._connection is not None

    def drop(self) -> None:
        """Close it: after an error nobody knows what state it is in."""
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.invalidate()
            connection.close()
