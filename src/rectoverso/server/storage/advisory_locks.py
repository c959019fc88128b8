"""PostgreSQL's advisory locks, which end with a transaction."""

from __future__ import annotations

import zlib

from sqlalchemy import Connection, Integer, cast, select
from sqlalchemy.sql.functions import func

MIGRATION = 0x5256
"""Held by the process that brings the database up to date."""


def wait_for(connection: Connection, lock: int) -> None:
    """Take a lock until the end of the transaction, once nobody else has it."""
    schema = number_of(str(connection.scalar(select(func.current_schema()))))
    connection.execute(select(func.pg_advisory_xact_lock(cast(lock, Integer), cast(schema, Integer))))


def number_of(schema: str) -> int:
    """Locks and notices count within a database; several servers may share one, each in a schema of its own."""
    return zlib.crc32(schema.encode()) - 2**31
