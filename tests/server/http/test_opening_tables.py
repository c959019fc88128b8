"""Opening tables, and the quick match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.site import Site, until


def test_quick_match_brings_strangers_together(site: Site) -> None:
    anna, ben = site.guest("Anna"), site.guest("Ben")
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
    ],
)
def test_tables_that_cannot_be_are_refused_with_a_reason(site: Site, body: Any, said: str) -> None:
    answer = site.guest().http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")
    assert said in answer.json()["details"]["error"]


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
