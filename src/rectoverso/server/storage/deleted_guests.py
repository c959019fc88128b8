"""Who has deleted themselves: a mark of each, so that copies of their cookies are refused."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, insert, select

from . import schema


def read_marks(engine: Engine, since: int = 0) -> list[str]:
    """The marks of those who have deleted themselves since then."""
    wanted = select(schema.deleted_guests.c.mark).where(schema.deleted_guests.c.deleted >= since)
    with engine.connect() as connection:
        return list(connection.execute(wanted).scalars())


def remember(connection: Connection, mark: str, now: int) -> None:
    """Keep a mark; runs in the writer's thread. A second time changes nothing."""
    marks = schema.deleted_guests
    if connection.execute(select(marks.c.mark).where(marks.c.mark == mark)).first() is None:
        connection.execute(insert(marks).values(mark=mark, deleted=now))
