"""What a host sees of the tables: how many there are, and who sits where. Nothing of a game itself."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import Connection, Engine, func, select

from ...table import events as e
from . import schema


class TableOverview(Struct, frozen=True):
    """A table, for its host."""

    table: str
    game: str
    phase: str
    public: bool
    events: int
    changed: int
    """When it last changed its phase, in milliseconds since 1970."""
    names: list[str]
    """The names under which people sit there now."""


def tables_by_phase(engine: Engine) -> dict[str, int]:
    """How many tables there are in each phase."""
    wanted = select(schema.tables.c.phase, func.count()).group_by(schema.tables.c.phase)
    with engine.connect() as connection:
        return {str(phase): int(count) for phase, count in connection.execute(wanted)}


def latest_tables(engine: Engine, limit: int, name: str | None = None) -> list[TableOverview]:
    """The tables that changed last; with a name, those where somebody sits under exactly this name."""
    wanted = select(schema.tables).order_by(schema.tables.c.changed.desc(), schema.tables.c.table_id)
    found: list[TableOverview] = []
    with engine.connect() as connection:
        for row in connection.execute(wanted).all():
            if len(found) == limit:
                break
            names, events = _names(connection, row.table_id)
            if name is None or name in names:
                found.append(TableOverview(row.table_id, row.game, row.phase, row.public, events, row.changed, names))
    return found


def _names(connection: Connection, table: str) -> tuple[list[str], int]:
    """The names at a table, by chair, and the number of its events."""
    log = schema.events
    wanted = select(log.c.event).where(log.c.table_id == table).order_by(log.c.n)
    names: dict[int, str | None] = {}
    count = 0
    for text in connection.execute(wanted).scalars():
        count += 1
        match e.decode(text):
            case e.Opened(places=places):
                names = {chair: place.name for chair, place in enumerate(places, 1)}
            case e.ChairTaken(chair=chair, name=taken_as):
                names[chair] = taken_as
            case e.Renamed(chair=chair, name=renamed):
                names[chair] = renamed
            case e.ChairLeft(chair=chair):
                names[chair] = None
            case e.GuestDeleted(chairs=chairs):
                names.update(dict.fromkeys(chairs))
    return [name for _, name in sorted(names.items()) if name is not None], count
