"""Opening tables, and the quick match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.site import Guest, Site, until


def test_quick_match_brings_strangers_together(own_site: Site) -> None:
    anna, ben = own_site.guest("Anna"), own_site.guest("Ben")
    first = anna.post("/api/quick", {"game": "titus"})
    second = ben.post("/api/quick", {"game": "titus"})
    assert first["table"] == second["table"]
    assert {first["chair"], second["chair"]} == {1, 2}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "titus", "chairs": [{"kind": "me"}]}, "2 to 4 players"),
        ({"game": "nummerus", "chairs": [{"kind": "me"}], "options": {"tausch": True}}, "does not fit 1 player"),
        ({"game": "nummerus", "chairs": [{"kind": "me"}], "options": {"nix": 1}}, "no option"),
        ({"game": "chess", "chairs": [{"kind": "me"}]}, "there is no game 'chess'"),
        ({"game": "nummerus", "chairs": []}, "length"),
        ({"game": "nummerus", "chairs": [{"kind": "me"}, {"kind": "bot"}]}, "needs a level"),
        ({"game": "nummerus", "chairs": [{"kind": "me"}], "surprise": 1}, "unknown field"),
        ({"game": "nummerus", "chairs": [{"kind": "me"}], "first_chair": 2}, "a chair is from 1 to 1, not 2"),
    ],
)
def test_tables_that_cannot_be_are_refused_with_a_reason(site: Site, body: Any, said: str) -> None:
    answer = site.guest().http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")
    assert said in answer.json()["details"]["error"]


def setup_of(guest: Guest, table: str) -> Any:
    return guest.get(f"/api/tables/{table}")["table"]["setup"]


@pytest.mark.parametrize(
    ("chairs", "options", "stored"),
    [
        (["me", "person", "person"], {}, {"ending": "agreed"}),
        (["me", "me", "me"], {}, {"ending": "agreed"}),
        (["me", "open", "open"], {"ending": "auto"}, {}),
        (["me", "bot", "bot"], {}, {}),
        (["me", "person", "bot"], {}, {}),
        (["me", "person", "bot"], {"ending": "agreed"}, {"ending": "agreed"}),
    ],
)
def test_j13_tables_without_bots_end_by_agreement_unless_something_else_is_asked_for(
    site: Site, chairs: list[str], options: dict[str, str], stored: dict[str, str]
) -> None:
    guest = site.guest("Anna")
    assert setup_of(guest, guest.open("janus", *chairs, options=options))["options"] == stored


def test_j13_strangers_of_the_quick_match_end_by_agreement(own_site: Site) -> None:
    anna, ben = own_site.guest("Anna"), own_site.guest("Ben")
    first = anna.post("/api/quick", {"game": "janus", "players": 3})
    assert setup_of(anna, first["table"])["options"] == {"ending": "agreed"}
    assert ben.post("/api/quick", {"game": "janus", "players": 3})["table"] == first["table"]


def test_n1_a_table_may_say_whose_chair_begins(site: Site) -> None:
    guest = site.guest("Anna")
    window = guest.window(guest.open("nummerus", "me", "bot", "bot", random_seats=False, first_chair=3))
    window.ask("commit", chair=1, commitment=None)
    window.until(lambda message: message.get("what") == "dealt")
    assert [chair["seat"] for chair in window.table["chairs"]] == [2, 3, 1]


def test_quick_match_does_not_lead_to_people_who_have_gone(own_site: Site) -> None:
    anna, ben, carla = own_site.guest("Anna"), own_site.guest("Ben"), own_site.guest("Carla")
    stuck = anna.open("titus", "me", "open", public=True, grace_seconds=None)
    left = anna.open("titus", "me", "open", public=True)
    window = anna.window(left)
    window.close()
    tables = own_site.tables
    until(lambda: 1 in tables.rooms[left].attendance.away_since)
    tables.rooms[left].attendance.away_since[1] -= 60_000
    waiting = ben.post("/api/quick", {"game": "titus"})["table"]
    assert waiting not in (stuck, left)
    assert carla.post("/api/quick", {"game": "titus"})["table"] == waiting


def test_quick_match_tries_no_table_for_a_guest_who_may_sit_at_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = Site(tmp_path, max_tables_per_hour=1)
    for number in range(3):
        waiting = site.guest(f"Waiting {number}")
        waiting.window(waiting.open("nummerus", "me", "open"))
    busy, store, asked = site.guest(), site.tables.store, list[str]()
    busy.open("nummerus", "me")
    tables_joined = store.tables_joined

    def noted(guest: str, since: int) -> int:
        asked.append(guest)
        return tables_joined(guest, since)

    monkeypatch.setattr(store, "tables_joined", noted)
    assert busy.refused("POST", "/api/quick", {"game": "nummerus"}) == "too-many-tables"
    assert len(asked) == 1
    site.stop()
