"""The host's blocks in the database. The host's command writes them, and the running server reads them."""

from __future__ import annotations

from typing import cast

from sqlalchemy import Engine, delete, insert, select

from ...table.player_names import skeleton
from ..process.blocks import Block, Kind
from . import schema


def read_blocks(engine: Engine) -> list[Block]:
    """All blocks, in order."""
    wanted = select(schema.blocks.c.kind, schema.blocks.c.value).order_by(schema.blocks.c.kind, schema.blocks.c.value)
    with engine.connect() as connection:
        return [(cast("Kind", row.kind), row.value) for row in connection.execute(wanted)]


def block(engine: Engine, kind: Kind, value: str) -> bool:
    """Block a name or an address; False if it was blocked already."""
    if _alike(engine, kind, value):
        return False
    with engine.begin() as connection:
        connection.execute(insert(schema.blocks).values(kind=kind, value=value))
    return True


def unblock(engine: Engine, kind: Kind, value: str) -> bool:
    """Lift a block; False if there was none."""
    alike = _alike(engine, kind, value)
    with engine.begin() as connection:
        for one in alike:
            row = (schema.blocks.c.kind == kind) & (schema.blocks.c.value == one)
            connection.execute(delete(schema.blocks).where(row))
    return bool(alike)


def _alike(engine: Engine, kind: Kind, value: str) -> list[str]:
    """The blocks that mean the same: names that look alike are one."""
    same = skeleton if kind == "name" else str
    return [other for its_kind, other in read_blocks(engine) if its_kind == kind and same(other) == same(value)]
