"""Loading tables that are not in memory."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from rectoverso.server.live import tables as registry
from tests.server.site import PATIENCE, Site, Window, deal, until


def test_a_reader_who_leaves_while_a_table_is_loaded_does_not_make_it_live_twice(
    own_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = own_site.guest("Anna"), own_site.guest("Bert")
    opened = anna.opened("nummerus", "me", "person")
    bert.post("/api/join", {"link": opened["links"][0]["link"]})
    tables, table = own_site.tables, opened["table"]
    windows = anna.window(table), bert.window(table)
    deal(*windows)
    for window in windows:
        window.close()
    until(lambda: not tables.rooms[table].readers)
    read, loaded = [], []
    may_load = threading.Event()
    stored_table, load = tables.store.stored_table, registry.load

    def noted_reading(id: str) -> Any:
        read.append(id)
        return stored_table(id)

    def slow_load(id: str, *arguments: Any) -> Any:
        loaded.append(id)
        assert may_load.wait(PATIENCE)
        return load(id, *arguments)

    monkeypatch.setattr(tables.store, "stored_table", noted_reading)
    monkeypatch.setattr(registry, "load", slow_load)
    tables._loop.call_soon_threadsafe(tables.unload, table)
    until(lambda: table not in tables.rooms)
    impatient = Window(anna)
    impatient.say("hello", protocol=1, table=table)
    until(lambda: loaded)
    impatient.close()
    until(lambda: not own_site.sockets._open)
    second = asyncio.run_coroutine_threadsafe(tables.room(table), tables._loop)
    asyncio.run_coroutine_threadsafe(_turns_of_the_loop(100), tables._loop).result(PATIENCE)
    may_load.set()
    assert second.result(PATIENCE) is tables.rooms[table]
    assert (read, loaded) == ([table], [table])


async def _turns_of_the_loop(count: int) -> None:
    """Enough for a second load to begin."""
    for _ in range(count):
        await asyncio.to_thread(int)
