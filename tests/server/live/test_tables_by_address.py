"""No address fills the server or the lobby with its tables."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rectoverso.server.live.tables import MAX_LISTED
from tests.server.site import Guest, Site, deal

LIMITS = {
    "max_tables_of_an_address": 9,
    "max_bot_tables_of_an_address": 4,
    "max_waiting_tables_of_an_address": 3,
    "max_waiting_tables_of_a_guest": 2,
}


@pytest.fixture
def bounded(tmp_path: Path) -> Iterator[Site]:
    """A server with low limits."""
    site = Site(tmp_path, **LIMITS)
    yield site
    site.stop()


def opening(guest: Guest, *chairs: str) -> str:
    """What opening a table comes to: its id, or the code of the refusal."""
    body = {
        "game": "nummerus",
        "chairs": [{"kind": "bot", "level": "club"} if c == "bot" else {"kind": c} for c in chairs],
    }
    answer = guest.http.post("/api/tables", json=body).json()
    return str(answer.get("table") or answer["code"])


def test_tables_with_bots_are_bounded_by_address_whatever_the_cookie(bounded: Site) -> None:
    tables = [opening(bounded.guest(), "me", "bot") for _ in range(4)]
    assert "too-many-tables" not in tables
    assert opening(bounded.guest(), "me", "bot") == "too-many-tables"
    host = bounded.guest()
    waiting = host.window(opening(host, "me", "person"))
    assert waiting.refused("seat_bot", chair=2, level="master") == "too-many-tables"
    guest = bounded.guest()
    link = guest.opened("nummerus", "me", "person")
    assert link["links"]


def test_a_finished_table_makes_room_for_another(bounded: Site) -> None:
    guests = [bounded.guest() for _ in range(4)]
    tables = [opening(guest, "me", "bot") for guest in guests]
    assert opening(guests[0], "me", "bot") == "too-many-tables"
    window = guests[0].window(tables[0])
    deal(window)
    window.ask("resign")
    window.until(lambda message: message.get("what") == "over")
    assert opening(guests[0], "me", "bot") != "too-many-tables"


def test_all_tables_are_bounded_by_address(bounded: Site) -> None:
    tables = [opening(bounded.guest(), "me", "person") for _ in range(10)]
    assert tables.count("too-many-tables") == 1
    assert tables[-1] == "too-many-tables"


def test_openings_are_bounded_by_address_over_time(tmp_path: Path) -> None:
    site = Site(tmp_path, max_tables_per_hour_of_an_address=3)
    try:
        tables = [opening(site.guest(), "me", "person") for _ in range(4)]
        assert tables.count("too-many-tables") == 1
    finally:
        site.stop()


def test_the_lobby_is_bounded_by_guest_and_address_even_for_many_requests_at_once(bounded: Site) -> None:
    guests = [bounded.guest() for _ in range(8)]
    assert [opening(guests[0], "me", "open") == "too-many-tables" for _ in range(3)] == [False, False, True]
    with ThreadPoolExecutor(7) as pool:
        tables = list(pool.map(lambda guest: opening(guest, "me", "open"), guests[1:]))
    assert tables.count("too-many-tables") == 6
    assert len(guests[0].get("/api/lobby")["waiting"]) == 3


def test_one_address_does_not_push_the_others_out_of_the_lobby(own_site: Site) -> None:
    host = own_site.guest("Hanna")
    mine = host.open("nummerus", "me", "open")
    rooms = own_site.tables.rooms
    own_site.tables.openings.remove(rooms[mine])
    rooms[mine].opened_from = "192.0.2.1"  # as if it had come from elsewhere
    own_site.tables.openings.add(rooms[mine])
    flood = [own_site.guest().open("nummerus", "me", "open") for _ in range(MAX_LISTED + 5)]
    listed = [one["table"] for one in host.get("/api/lobby")["waiting"]]
    assert len(listed) == MAX_LISTED
    assert listed.index(mine) <= 1
    assert flood[-1] in listed[:2]
