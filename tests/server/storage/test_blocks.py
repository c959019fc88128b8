"""The host's blocks, in both kinds of database."""

from __future__ import annotations

from rectoverso.server.storage.blocks import block, read_blocks, unblock
from rectoverso.server.storage.database import open_database, open_existing


def test_blocks_are_stored_once_and_lifted(db: str) -> None:
    open_database(db).dispose()
    with open_existing(db) as engine:
        assert block(engine, "name", "Troll")
        assert not block(engine, "name", "tro11")
        assert block(engine, "address", "203.0.113.7")
        assert read_blocks(engine) == [("address", "203.0.113.7"), ("name", "Troll")]
        assert unblock(engine, "name", "Troll")
        assert not unblock(engine, "name", "Troll")
        assert read_blocks(engine) == [("address", "203.0.113.7")]
