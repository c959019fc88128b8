"""Guests delete themselves, take chairs away from their devices, and are forgotten in time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import MetaData, select

from rectoverso.server.live import deletion
from rectoverso.server.live.retention import DAY_MS, delete_old
from rectoverso.server.live.tables import Tables
from rectoverso.table import snapshot
from rectoverso.table.table import replay
from tests.server import postgres
from tests.server.site import PATIENCE, Clock, Guest, Site, Window, deal, play_out, until


def everything(site: Site) -> str:
    """All that the database holds, as text."""
    tables = MetaData()
    tables.reflect(site.tables.store.engine)
    with site.tables.store.engine.connect() as connection:
        rows = [tuple(row) for table in tables.sorted_tables for row in connection.execute(select(table))]
    return repr(rows)


def finished_game(anna: Guest, ben: Guest) -> tuple[str, list[Window]]:
    table = anna.open("nummerus", "me", "open", random_seats=False)
    ben.post(f"/api/tables/{table}/join", {})
    windows = [anna.window(table), ben.window(table, lang="fr")]
    deal(*windows)
    play_out(windows)
    return table, windows


def id_of(site: Site, guest: Guest) -> str:
    found = site.tables.signer.guest(guest.http.cookies["rectoverso"])
    assert found is not None
    return found.id


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_guest_deletes_themselves_and_nothing_of_them_is_left(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "MIN_EVENTS", 1)
    if kind == "sqlite":
        delete_and_look(Site(tmp_path), tmp_path)
        return
    address = postgres.address()
    if address is None:
        pytest.skip("no PostgreSQL here, and none can be started")
    with postgres.own_schema(address) as url:
        delete_and_look(Site(tmp_path, db=url), tmp_path)


def delete_and_look(site: Site, folder: Path) -> None:
    try:
        anna, ben = site.guest("Annabel"), site.guest("Benedict")
        alone = anna.open("nummerus", "me", "bot")
        shared, windows = finished_game(anna, ben)
        phone = site.guest()
        phone.post("/api/join", {"link": anna.post(f"/api/tables/{shared}/carry", {"chair": 1})["link"]})
        ids = [id_of(site, guest) for guest in (anna, phone)]
        assert all(word in everything(site) for word in ("Annabel", alone, *ids))
        stored = site.tables.store.stored_table(shared)
        assert stored is not None
        assert stored.snapshot is not None
        assert stored.snapshot.chairs[0].name == "Annabel"
        before = ben.get(f"/api/tables/{shared}/rounds/1/record")
        before_deletion = windows[1].n - 1

        assert anna.http.delete("/api/guest").raise_for_status().json() == {}
        for word in ("Annabel", alone, *ids):
            assert word not in everything(site), word
            assert [file.name for file in folder.iterdir() if word.encode() in file.read_bytes()] == []
        assert "rectoverso" not in anna.http.cookies

        told = windows[1].until(lambda message: message.get("what") == "deleted")
        assert told["table"]["chairs"][0]["name"] == "a guest"
        after = ben.get(f"/api/tables/{shared}/rounds/1/record")
        assert after["names"] == ["a guest", "Benedict"]
        assert {**after, "names": ""} == {**before, "names": ""}
        assert ben.get("/api/tables")["tables"][0]["names"] == ["a guest", "Benedict"]
        assert ben.refused("GET", f"/api/tables/{alone}") == "no-such-table"
        assert phone.get("/api/tables")["tables"] == []
        assert replay(site.tables.store.log(shared)).finished[0].names == ["a guest", "Benedict"]
        room = site.tables.rooms[shared]
        assert not any(ref.startswith(tuple(ids)) for ref in room.table.refs)
        assert not windows[1].hello(shared, have=before_deletion)["resumed"]
        assert [room.teller.names(2, lang)[0] for lang in ("en", "fr", "nl", "de")] == [
            "a guest", "un invité", "een gast", "ein Gast",
        ]  # fmt: skip
        assert anna.refused("GET", "/api/privacy") == "not-signed-in"
    finally:
        site.stop()


def asked_with(site: Site, cookie: str) -> int:
    """What somebody is answered who has copied this cookie."""
    return httpx.get(f"http://{site.address}/api/tables", headers={"Cookie": cookie}).status_code


def test_a_copy_of_a_deleted_guests_cookie_is_nobodys_even_after_a_restart(tmp_path: Path) -> None:
    """A cookie cannot be called back, so the server remembers who was deleted, though not by their id."""
    site = Site(tmp_path)
    try:
        anna, ben = site.guest("Anna"), site.guest("Ben")
        copies, id = (anna.cookie, ben.cookie), id_of(site, anna)
        assert [asked_with(site, copy) for copy in copies] == [200, 200]
        anna.http.delete("/api/guest").raise_for_status()
        assert [asked_with(site, copy) for copy in copies] == [401, 200]
        assert id not in everything(site)
        site.stop()
        site = Site(tmp_path)
        assert [asked_with(site, copy) for copy in copies] == [401, 200]
    finally:
        site.stop()


def test_a_copy_of_a_deleted_guests_cookie_is_nobodys_in_another_process(db: str, tmp_path: Path) -> None:
    one, other = Site(tmp_path, db=db), Site(tmp_path, db=db)
    try:
        anna, ben = one.guest("Anna"), one.guest("Ben")
        copies = anna.cookie, ben.cookie
        assert asked_with(other, copies[0]) == 200
        anna.http.delete("/api/guest").raise_for_status()
        until(lambda: asked_with(other, copies[0]) == 401)
        assert asked_with(other, copies[1]) == 200
    finally:
        one.stop()
        other.stop()


def test_a_table_that_is_opened_during_a_deletion_goes_as_well(own_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, store = own_site.guest("Annabel"), own_site.tables.store
    opened: list[str] = []
    all_tables_of = store.all_tables_of

    def while_they_are_listed(guest: str) -> list[str]:
        found = all_tables_of(guest)
        if not opened:
            opened.append(anna.open("nummerus", "me", "bot"))
        return found

    monkeypatch.setattr(store, "all_tables_of", while_they_are_listed)
    id = id_of(own_site, anna)
    copy = httpx.delete(f"http://{own_site.address}/api/guest", headers={"Cookie": anna.cookie, "X-Rectoverso": "1"})
    assert copy.status_code == 200
    assert opened
    assert not [word for word in (opened[0], id, "Annabel") if word in everything(own_site)]


def test_who_asks_many_times_at_once_is_deleted_once(own_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ids = own_site.guest("Anna"), list[str]()
    tables = {anna.open("nummerus", "me", "bot") for _ in range(3)}
    delete_table = deletion.delete_table

    async def noted(registry: Tables, id: str) -> None:
        ids.append(id)
        await delete_table(registry, id)

    monkeypatch.setattr(deletion, "delete_table", noted)
    headers = {"Cookie": anna.cookie, "X-Rectoverso": "1"}

    def ask(_: int) -> int:
        return httpx.delete(f"http://{own_site.address}/api/guest", headers=headers, timeout=PATIENCE).status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, range(8))) <= {200, 401}
    assert sorted(ids) == sorted(tables)


def test_deleting_needs_our_header(site: Site) -> None:
    guest = site.guest("Anna")
    del guest.http.headers["X-Rectoverso"]
    assert guest.refused("DELETE", "/api/guest") == "wrong-origin"


def test_whoever_looks_on_at_a_deleted_table_is_told(site: Site) -> None:
    anna, watcher = site.guest("Anna"), site.guest()
    table = anna.open("nummerus", "me", "bot")
    window = watcher.window(table)
    anna.http.delete("/api/guest").raise_for_status()
    assert window.until(lambda message: message["type"] == "bye")["code"] == "no-such-table"


def test_devices_are_listed_and_revoked(site: Site) -> None:
    anna, phone = site.guest("Anna"), site.guest()
    table = anna.open("nummerus", "me", "bot")
    assert anna.get("/api/privacy")["devices"] == []
    link = anna.post(f"/api/tables/{table}/carry", {"chair": 1})["link"]
    phone.post("/api/join", {"link": link})
    [device] = anna.get("/api/privacy")["devices"]
    assert (device["chairs"], device["revocable"]) == (1, True)
    assert id_of(site, phone) not in msgspec.json.encode(device).decode()
    [other] = phone.get("/api/privacy")["devices"]
    assert not other["revocable"]
    assert phone.refused("POST", "/api/devices/revoke", {"device": other["device"]}) == "not-found"
    window = phone.window(table)
    assert window.chair == 1
    assert anna.post("/api/devices/revoke", {"device": device["device"]})["devices"] == []
    window.until(lambda message: message.get("what") == "revoked")
    assert window.refused("play", chair=1, move="x", against=1) == "not-your-chair"
    assert phone.get("/api/tables")["tables"] == []
    assert phone.refused("POST", "/api/join", {"link": link}) == "link-used"
    assert anna.refused("POST", "/api/devices/revoke", {"device": device["device"]}) == "not-found"


def test_devices_are_looked_up_once_however_many_chairs_they_carry(
    own_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, phones = own_site.guest("Anna"), [own_site.guest() for _ in range(2)]
    for table in [anna.open("nummerus", "me", "bot") for _ in range(3)]:
        for phone in phones:
            phone.post("/api/join", {"link": anna.post(f"/api/tables/{table}/carry", {"chair": 1})["link"]})
    store, asked = own_site.tables.store, list[int]()
    held_since = store.held_since

    def noted(tables: Iterable[str]) -> Any:
        asked.append(len(list(tables)))
        return held_since(tables)

    monkeypatch.setattr(store, "held_since", noted)
    assert [device["chairs"] for device in anna.get("/api/privacy")["devices"]] == [3, 3]
    assert asked == [3]


def test_a_device_whose_chair_was_taken_away_can_still_be_forgotten(site: Site) -> None:
    anna, phone = site.guest("Anna"), site.guest()
    table = anna.open("nummerus", "me", "bot")
    phone.post("/api/join", {"link": anna.post(f"/api/tables/{table}/carry", {"chair": 1})["link"]})
    [device] = anna.get("/api/privacy")["devices"]
    anna.post("/api/devices/revoke", {"device": device["device"]})
    id = id_of(site, phone)
    assert id in everything(site)
    phone.http.delete("/api/guest").raise_for_status()
    assert id not in everything(site)
    assert anna.get("/api/tables")["tables"][0]["chairs"] == [1]


def purge(site: Site) -> None:
    asyncio.run_coroutine_threadsafe(delete_old(site.tables), site.tables._loop).result(60)


@pytest.fixture(params=["sqlite", "postgresql"])
def each_db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "games.db" if request.param == "sqlite" else request.getfixturevalue("db"))


def test_games_and_idle_guests_are_kept_as_long_as_the_host_wants(each_db: str, tmp_path: Path) -> None:
    clock = Clock()
    site = Site(tmp_path, db=each_db, now=clock, keep_games_days=400, keep_guests_days=30)
    try:
        anna, ben = site.guest("Annabel"), site.guest("Benedict")
        shared, _ = finished_game(anna, ben)
        clock.time += 29 * DAY_MS
        latest = ben.open("nummerus", "me", "bot")
        until(lambda: ben.get(f"/api/tables/{latest}")["table"]["phase"] == "committing")  # before the clock moves on
        purge(site)
        assert "Annabel" in everything(site)
        clock.time += 2 * DAY_MS  # Anna has been idle for 31 days, Ben for two
        purge(site)
        assert "Annabel" not in everything(site)
        assert ben.get(f"/api/tables/{shared}/rounds/1/record")["names"] == ["a guest", "Benedict"]
        site.settings.keep_guests_days = None
        clock.time += 395 * DAY_MS
        purge(site)
        assert ben.refused("GET", f"/api/tables/{shared}") == "no-such-table"
        assert ben.get(f"/api/tables/{latest}")["table"]["phase"] == "committing"
        clock.time += 5 * DAY_MS  # nobody has come for 402 days
        purge(site)
        assert ben.refused("GET", f"/api/tables/{latest}") == "no-such-table"
        assert latest not in everything(site)
        assert ben.get("/api/privacy") == {"keep_games_days": 400, "keep_guests_days": None, "devices": []}
    finally:
        site.stop()


class Jumped(Clock):
    """A clock that knows that the system's clock has jumped."""

    off_ms = 400 * DAY_MS


def test_nothing_is_deleted_while_the_systems_clock_is_wrong(tmp_path: Path) -> None:
    clock = Jumped()
    site = Site(tmp_path, now=clock)
    try:
        table, _ = finished_game(site.guest("Anna"), site.guest("Ben"))
        clock.time += 400 * DAY_MS
        purge(site)
        assert table in everything(site)
    finally:
        site.stop()
