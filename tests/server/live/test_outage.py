"""The database fails and comes back: every table goes on by itself, and /health tells the truth all along."""

from __future__ import annotations

import resource
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, text

from tests.server import postgres
from tests.server.server_process import running
from tests.server.site import PATIENCE, Guest, RemoteSite, Site, Window, deal, until
from tests.server.time_bars import within

in_time = within(5.0)
"""After the return of the database."""
NOT_WRITING = "The database is not accepting writes.\n"


def health(address: str) -> str:
    return httpx.get(f"http://{address}/health", timeout=PATIENCE).text


def refused_until_it_is_over(window: Window) -> None:
    """A move is refused as busy; nothing of it is stored or told."""
    assert window.ask("play", move=window.legal[0], against=window.n) | {"id": ""} == {
        "type": "refused", "id": "", "code": "busy", "details": {},
    }  # fmt: skip


def goes_on_by_itself(window: Window, since: float, within_s: float) -> None:
    """A fresh view comes without a request, and then moves are made again."""
    window.until(lambda message: message["type"] == "snapshot")
    assert time.monotonic() - since < within_s
    window.until_my_turn()
    assert window.play(window.legal[0])["type"] == "moved"


def playing(guest: Guest, *chairs: str, **more: object) -> Window:
    window = guest.window(guest.open("nummerus", *chairs, random_seats=False, **more), chair=1)
    deal(window)
    window.until_my_turn()
    return window


# ---- a full disk


@contextmanager
def full_disk(process: int) -> Iterator[None]:
    """No file of a process can grow."""
    unlimited = resource.prlimit(process, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, unlimited)


@in_time
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another process")
def test_after_a_full_disk_every_table_goes_on_by_itself(tmp_path: Path, within_s: float) -> None:
    with running(tmp_path, "--db", "games.db", RECTOVERSO_RATES="off", RECTOVERSO_PACE="off") as (process, address):
        place = RemoteSite(address)
        mover = playing(place.guest(), "me", "bot")
        clocked = playing(place.guest(), "me", "bot", turn_seconds=15)
        assert health(address) == "ok\n"
        with full_disk(process.pid):
            until(lambda: health(address) == NOT_WRITING)
            refused_until_it_is_over(mover)
            refused_until_it_is_over(clocked)
            assert health(address) == NOT_WRITING
        back_at = time.monotonic()
        for window in (mover, clocked):
            goes_on_by_itself(window, back_at, within_s)
        assert health(address) == "ok\n"
        clocked.until(lambda message: message.get("what") == "taken-over")  # its clock runs again
        place.send_home()


# ---- PostgreSQL


@in_time
def test_after_postgresql_was_stopped_every_table_goes_on_by_itself(tmp_path: Path, within_s: float) -> None:
    if postgres.programs() is None:
        pytest.skip("no PostgreSQL can be started here")
    server = postgres.OwnServer()
    site = Site(tmp_path, db=server.address)
    try:
        windows = [playing(site.guest(), "me", "bot") for _ in range(3)]
        server.stop()
        for window in windows:
            refused_until_it_is_over(window)
        assert health(site.address) == NOT_WRITING
        assert site.guest().refused("POST", "/api/tables", {"game": "nummerus", "chairs": [{"kind": "me"}]}) == "busy"
        server.start()
        back_at = time.monotonic()
        for window in windows:
            goes_on_by_itself(window, back_at, within_s)
        assert health(site.address) == "ok\n"
    finally:
        site.stop()
        server.remove()


@pytest.fixture
def shared_postgres() -> Iterator[str]:
    address = postgres.address()
    if address is None:
        pytest.skip("no PostgreSQL here, and none can be started")
    with postgres.own_schema(address) as url:
        yield url


@in_time
def test_a_server_whose_connections_were_cut_goes_on_by_itself(
    shared_postgres: str, tmp_path: Path, within_s: float
) -> None:
    site = Site(tmp_path, db=shared_postgres)
    engine = create_engine(postgres.driver(shared_postgres))
    ours = {"name": shared_postgres.rpartition("=")[2]}
    try:
        window = playing(site.guest(), "me", "me")
        with engine.begin() as connection:
            connections = "from pg_stat_activity where application_name = :name and pid <> pg_backend_pid()"
            assert connection.execute(text(f"select pg_terminate_backend(pid) {connections}"), ours).all()
        since = time.monotonic()
        refused_until_it_is_over(window)
        goes_on_by_itself(window, since, within_s)
    finally:
        site.stop()
        engine.dispose()


# ---- damaged pages


def damage(file: Path) -> None:
    """Overwrite the pages of the events of a database that is closed."""
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("pragma wal_checkpoint(truncate)")
        [size] = opened.execute("pragma page_size").fetchone()
        [root] = opened.execute("select rootpage from sqlite_master where name = 'events'").fetchone()
    with file.open("r+b") as pages:
        pages.seek((root - 1) * size)
        pages.write(b"\xff" * size)


def test_health_tells_of_damaged_pages(tmp_path: Path) -> None:
    site = Site(tmp_path)
    table = site.guest().open("nummerus", "me", "me")
    site.stop()
    damage(tmp_path / "games.db")
    site = Site(tmp_path)
    until(lambda: health(site.address).startswith("The database is damaged"))
    assert site.guest().refused("GET", f"/api/tables/{table}") == "busy"
    site.stop()


def test_health_tells_of_damaged_pages_that_are_read_later(tmp_path: Path) -> None:
    site = Site(tmp_path)
    assert health(site.address) == "ok\n"
    site.tables.store.health.note_damage(sqlite3.OperationalError("not this one"))
    assert health(site.address) == "ok\n"
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    site.tables.store.health.note_damage(error)
    assert health(site.address).startswith("The database is damaged")
    site.tables.store.check_pages()
    assert health(site.address) == "ok\n"
    site.stop()
