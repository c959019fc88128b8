"""PostgreSQL's advisory locks: they belong to a connection and end with it."""

from __future__ import annotations

import zlib

from sqlalchemy import Connection, Integer, cast, select
from sqlalchemy.sql.functions import func

SERVER, WRITER = 0x5256, 0x5257
"""SERVER keeps a second server from starting. WRITER is held by the connection that writes: no lock, no write."""


def try_lock(connection: Connection, lock: int) -> bool:
    """Take a lock, for as long as the connection lasts; False if another connection has it."""
    taken = bool(connection.scalar(select(func.pg_try_advisory_lock(*_key(connection, lock)))))
    connection.commit()
    return taken


def unlock(connection: Connection, lock: int) -> None:
    """Release a lock."""
    connection.execute(select(func.pg_advisory_unlock(*_key(connection, lock))))
    connection.commit()


def _key(connection: Connection, lock: int) -> tuple[object, object]:
    return cast(lock, Integer), cast(number_of(str(connection.scalar(select(func.current_schema())))), Integer)


def number_of(schema: str) -> int:
    """Locks count within a database; several servers may share one, each in a schema of its own."""
    return zlib.crc32(schema.encode()) - 2**31
