"""The registry of live tables."""

from __future__ import annotations

from tests.server.site import Site, deal, until


def test_a_log_that_cannot_be_read_makes_its_table_void_and_hurts_no_other(own_site: Site) -> None:
    from sqlalchemy import text

    guest = own_site.guest("Anna")
    fine, strange, gone = (guest.open("nummerus", "me", "bot") for _ in range(3))
    for table in (fine, strange, gone):
        window = guest.window(table)
        deal(window)
        window.close()
    tables = own_site.tables
    until(lambda: not any(room.readers for room in tables.rooms.values()))
    with tables.store.engine.begin() as connection:
        change = "update events set event = replace(event, :old, :new) where table_id = :table and n = :n"
        later = {"table": strange, "n": 3, "old": '"e":"', "new": '"e":"of-tomorrow-'}
        connection.execute(text(change), later)
        first = {"table": gone, "n": 1, "old": '"game":"nummerus"', "new": '"game":"halma"'}
        connection.execute(text(change), first)
    tables.rooms.clear()
    listed = {one["table"]: one for one in guest.get("/api/tables")["tables"]}
    assert listed[fine]["phase"] == "playing"
    until(lambda: guest.get(f"/api/tables/{strange}")["table"]["notice"] == "rules-gone")
    assert gone not in listed
    assert guest.refused("GET", f"/api/tables/{gone}") == "no-such-table"
