"""Backup, restore, and the game goes on: the whole way, on both databases, as docs/hosting.md describes it."""

from __future__ import annotations

import itertools
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from rectoverso.server.storage import backup
from tests.server import postgres
from tests.server.site import Guest, Site, Window, deal


def programs() -> Path:
    """The folder of pg_dump and pg_restore that belong to the server we test with."""
    found = postgres.programs()
    if found is None or postgres.address() is None:
        pytest.skip("no PostgreSQL here, and none can be started")
    return found


@contextmanager
def new_database(name: str) -> Iterator[str]:
    """An empty database on the server that the tests use."""
    address = postgres.address()
    assert address is not None
    name = f"{name}_{os.getpid()}"
    postgres.administrate(f"drop database if exists {name}", f"create database {name}", at=address)
    yield f"{address.rpartition('/')[0]}/{name}"
    postgres.administrate(f"drop database {name} with (force)", at=address)


def make_moves(window: Window, count: int) -> None:
    """Make some moves at a solitaire."""
    for _ in range(count):
        assert window.play(window.legal[0])["type"] == "moved"


def played(folder: Path, db: str, back_up: Callable[[], None]) -> tuple[str, str, int, dict[str, object]]:
    """Begin a game, back up in the middle while the server runs, and go on with what will be lost."""
    site = Site(folder, db=db)
    try:
        guest = site.guest("Anna")
        window = guest.window(table := guest.open("nummerus", "me"))
        deal(window)
        make_moves(window, 5)
        n, view = window.n, window.view
        back_up()
        make_moves(window, 2)
        return table, guest.cookie, n, view
    finally:
        site.stop()


def goes_on(folder: Path, db: str, table: str, cookie: str, n: int, view: dict[str, object]) -> None:
    """On the restored database everything is as it was at the backup, and the player goes on."""
    site = Site(folder, db=db)
    try:
        guest = Guest(site)
        guest.http.cookies.clear()
        guest.ids = itertools.count(1000)  # the requests of before are known, and would count once
        guest.http.cookies.update(dict(part.split("=", 1) for part in cookie.split("; ")))
        window = guest.window(table)
        assert (window.n, window.view["table"]) == (n, view["table"])
        assert window.view["legal"] == view["legal"]
        make_moves(window, 3)
        assert window.n == n + 3
    finally:
        site.stop()


def test_a_game_goes_on_from_a_backup_of_sqlite(tmp_path: Path) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    begun = played(tmp_path, str(old), lambda: backup.backup(str(old), tmp_path / "monday.db"))
    backup.restore(str(new), tmp_path / "monday.db")
    goes_on(tmp_path, str(new), *begun)


def test_a_game_goes_on_from_a_backup_of_postgresql(tmp_path: Path) -> None:
    folder = programs()
    dump = tmp_path / "monday.dump"

    def run(program: str, *arguments: str, db: str) -> None:
        url = make_url(db).set(drivername="postgresql").render_as_string(hide_password=False)
        done = subprocess.run([folder / program, *arguments, f"--dbname={url}"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    with new_database("rectoverso_backed_up") as old, new_database("rectoverso_restored") as new:
        begun = played(tmp_path, old, lambda: run("pg_dump", "--format=custom", f"--file={dump}", db=old))
        run("pg_restore", "--no-owner", str(dump), db=new)
        goes_on(tmp_path, new, *begun)
