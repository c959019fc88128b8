"""A long log holds nobody up."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, update

from rectoverso.server.live.apply_and_tell import MAX_MISSED_EVENTS, MAX_MISSED_POSITIONS
from rectoverso.server.live.connection import FRAMES_PER_VIEW
from rectoverso.server.live.one_per_client import OnePerClient
from rectoverso.server.storage import schema
from rectoverso.table import snapshot
from rectoverso.table.recent_past import EVENTS_KEPT
from rectoverso.table.table import Table
from tests.server.site import Site, Window, deal, mover, play_out, until


def long_table(site: Site) -> tuple[str, Window]:
    """A table with a long log: many rounds for one."""
    guest = site.guest()
    table = guest.open("nummerus", "me")
    window = guest.window(table)
    deal(window)
    while window.n < 4 * EVENTS_KEPT:
        play_out([window])
        window.ask("again")
        deal(window)
    return table, window


@pytest.fixture
def evolved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads in which events were applied, one entry for each."""
    threads: list[str] = []
    evolve = Table.evolve

    def noting(table: Table, event: object) -> None:
        threads.append(threading.current_thread().name)
        evolve(table, event)  # type: ignore[arg-type]  # as it came

    monkeypatch.setattr(Table, "evolve", noting)
    return threads


def test_who_comes_back_is_told_what_they_missed_without_the_log(
    site: Site, evolved: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, window = long_table(site)
    window.play(window.legal[0])
    read = list[str]()
    monkeypatch.setattr(site.tables.store, "written_log", lambda table, after=0: read.append(table) or [])
    evolved.clear()
    back = Window(window.guest)
    assert back.hello(table, have=window.n)["resumed"]
    assert evolved == []
    have = window.n - 3
    missed = Window(window.guest)
    assert missed.hello(table, have=have)["resumed"]
    missed.settle()
    told = [message["n"] for message in missed.messages() if "n" in message]
    assert told == list(range(have + 1, window.n + 1))
    assert len(evolved) <= EVENTS_KEPT + 3
    late = Window(window.guest)
    assert not late.hello(table, have=window.n - MAX_MISSED_EVENTS - 1)["resumed"]
    assert not Window(window.guest).hello(table, have=window.n + 1)["resumed"]
    assert read == []


def reload(site: Site, table: str, window: Window) -> None:
    """Everybody goes, and the table is unloaded."""
    window.close()
    tables = site.tables
    until(lambda: not tables.rooms[table].readers)
    tables._loop.call_soon_threadsafe(tables.unload, table)
    until(lambda: table not in tables.rooms)


def test_a_long_log_is_replayed_away_from_the_event_loop(site: Site, evolved: list[str]) -> None:
    table, window = long_table(site)
    n, view = window.n, window.view
    reload(site, table, window)
    evolved.clear()
    back = window.guest.window(table)
    assert (back.n, back.view) == (n, view)
    assert len(evolved) == n - 1
    assert {name.split("_")[0] for name in evolved} == {"replaying"}
    resumed = Window(window.guest)
    assert resumed.hello(table, have=n - 5)["resumed"]


@pytest.fixture
def snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots are taken often."""
    monkeypatch.setattr(snapshot, "MIN_EVENTS", 100)


@pytest.mark.usefixtures("snapshots")
def test_a_long_table_comes_back_from_its_snapshot(site: Site, evolved: list[str]) -> None:
    table, window = long_table(site)
    n, view = window.n, window.view
    stored = site.tables.store.stored_table(table)
    assert stored is not None
    assert stored.snapshot is not None
    reload(site, table, window)
    evolved.clear()
    back = window.guest.window(table)
    assert (back.n, back.view) == (n, view)
    assert len(evolved) == n - stored.snapshot.n <= 200
    assert site.tables.rooms[table].snapshot_n == stored.snapshot.n
    play_out([back])
    assert back.guest.get(f"/api/tables/{table}/rounds/1/record")["moves"]


@pytest.mark.usefixtures("snapshots")
def test_without_its_snapshot_a_table_comes_back_from_its_log(site: Site, evolved: list[str]) -> None:
    table, window = long_table(site)
    n, view = window.n, window.view
    reload(site, table, window)

    def break_snapshot(connection: Connection) -> None:
        written = schema.snapshots.c.snapshot
        connection.execute(update(schema.snapshots).values(snapshot=func.replace(written, '"take ', '"eat ')))

    site.tables.store.run(break_snapshot).result()
    stored = site.tables.store.stored_table(table)
    assert stored is not None
    assert stored.snapshot is not None
    evolved.clear()
    back = window.guest.window(table)
    assert (back.n, back.view) == (n, view)
    assert len(evolved) == n - 1


def test_undoing_for_ever_is_refused(site: Site) -> None:
    guest = site.guest()
    window = guest.window(guest.open("nummerus", "me"))
    deal(window)
    while True:
        first = mover(window)
        first.play(first.legal[0])
        answer = first.ask("undo", against=first.n)
        if answer["type"] == "refused":
            break
    assert answer["code"] == "too-often"
    assert window.play(window.legal[0])["type"] == "moved"


def test_whole_views_count_as_many_requests(tmp_path: Path) -> None:
    site = Site(tmp_path, request_rate=1e-9, request_burst=3 * FRAMES_PER_VIEW + 10)
    try:
        guest = site.guest()
        table = guest.open("nummerus", "me")
        window, answers = guest.window(table), []
        for _ in range(3):
            window.say("hello", protocol=1, table=table)
            answers.append(window.until(lambda message: message["type"] in ("welcome", "refused")))
        assert [answer.get("code") for answer in answers] == [None, None, "too-many-requests"]
    finally:
        site.stop()


def test_too_many_whole_positions_are_told_as_one_fresh_view(site: Site) -> None:
    guest = site.guest()
    table = guest.open("nummerus", "me")
    window = guest.window(table)
    deal(window)
    have = window.n
    for _ in range(MAX_MISSED_POSITIONS + 1):
        window.play(window.legal[0])
        window.ask("undo", against=window.n)
    assert not Window(guest).hello(table, have=have)["resumed"]
    assert Window(guest).hello(table, have=have + 2)["resumed"]


@pytest.mark.anyio
async def test_one_piece_of_work_at_a_time_for_each_client() -> None:
    turns, done = OnePerClient(), list[str]()

    async def work(client: str) -> None:
        async with turns.turn(client):
            done.append(client)

    await asyncio.gather(*(work(client) for client in ("a", "a", "a", "b")))
    assert done == ["a", "b", "a", "a"]
    assert not turns._locks
