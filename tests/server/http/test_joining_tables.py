"""Sitting down: private links, carried chairs, open chairs."""

from __future__ import annotations

from pathlib import Path

from tests.server.site import Site, deal


def test_names_at_a_table_cannot_be_mistaken_for_each_other(site: Site) -> None:
    anna, twin = site.guest("Cop"), site.guest("Сор")  # the second with Cyrillic letters
    opened = anna.opened("nummerus", "me", "person")
    twin.post("/api/join", {"link": opened["links"][0]["link"]})
    names = [chair["name"] for chair in anna.get(f"/api/tables/{opened['table']}")["table"]["chairs"]]
    assert names == ["Cop", "Сор 2"]


def test_a_private_link_seats_one_person_and_only_one(site: Site) -> None:
    host = site.guest()
    [link] = host.opened("nummerus", "me", "person")["links"]
    assert link["path"] == f"/join/{link['link']}"
    ben = site.guest()
    joined = ben.post("/api/join", {"link": link["link"]})
    assert joined["chair"] == 2
    assert ben.post("/api/join", {"link": link["link"]}) == joined
    assert site.guest().refused("POST", "/api/join", {"link": link["link"]}) in ("chair-taken", "not-now")
    forged = ("B" if link["link"][0] == "A" else "A") + link["link"][1:]
    assert site.guest().refused("POST", "/api/join", {"link": forged}) == "bad-link"


def test_an_invitation_says_who_invites_to_what_and_seats_nobody(site: Site) -> None:
    anna, ben = site.guest("Anna"), site.guest("Ben")
    opened = anna.opened("titus", "me", "bot", "person")
    [link] = opened["links"]
    path = f"/api/invitations/{link['link']}"
    invited = ben.get(path)
    assert (invited["table"], invited["chair"], invited["host"]) == (opened["table"], 3, "Anna")
    assert (invited["here"], invited["setup"]["game"], invited["setup"]["players"]) == (2, "titus", 3)
    assert (invited["free"], invited["mine"], invited["carries"]) == (True, False, False)
    assert not anna.get(f"/api/tables/{opened['table']}")["table"]["chairs"][2]["taken"]
    ben.post("/api/join", {"link": link["link"]})
    assert ben.get(path)["mine"]
    assert not site.guest().get(path)["free"]
    carried = anna.post(f"/api/tables/{opened['table']}/carry", {"chair": 1})["link"]
    assert ben.get(f"/api/invitations/{carried}")["carries"]
    for wrong in (link["link"][:-3], "nothing", link["link"][:20]):
        assert ben.refused("GET", f"/api/invitations/{wrong}") == "bad-link"


def test_a_chair_is_carried_to_another_device_once(site: Site) -> None:
    guest, phone = site.guest("Anna"), site.guest()
    table = guest.open("nummerus", "me", "bot")
    link = guest.post(f"/api/tables/{table}/carry", {"chair": 1})["link"]
    assert phone.post("/api/join", {"link": link}) == {"table": table, "chair": 1}
    assert site.guest().refused("POST", "/api/join", {"link": link}) == "link-used"
    window = phone.window(table)
    deal(window)
    assert phone.get("/api/tables")["tables"][0]["table"] == table
    assert site.guest().refused("POST", f"/api/tables/{table}/carry", {"chair": 1}) == "not-your-chair"


def test_the_host_alone_sees_the_links(site: Site) -> None:
    host = site.guest()
    opened = host.opened("nummerus", "me", "person", "person")
    assert host.get(f"/api/tables/{opened['table']}/links") == {"links": opened["links"]}
    assert site.guest().refused("GET", f"/api/tables/{opened['table']}/links") == "not-the-host"


def test_nobody_gets_two_chairs_by_asking_twice_at_once(site: Site) -> None:
    from concurrent.futures import ThreadPoolExecutor

    table = site.guest("Anna").open("janus", "me", "open", "open", "open", public=True)
    racer = site.guest("Racer")
    path = f"/api/tables/{table}/join"
    with ThreadPoolExecutor(6) as pool:
        joined = list(pool.map(lambda _: racer.post(path, {}), range(6)))
    assert {one["chair"] for one in joined} == {2}
    assert len(site.tables.rooms[table].table.persons) == 2


def test_tables_an_hour_are_bounded_however_a_guest_comes_to_them(tmp_path: Path) -> None:
    site = Site(tmp_path, max_tables_per_hour=2)
    busy = site.guest("Busy")
    opened = [site.guest().opened("nummerus", "me", "person") for _ in range(2)]
    links = [one["links"][0]["link"] for one in opened]
    public = site.guest().open("nummerus", "me", "open")
    mine = busy.open("nummerus", "me", "bot")
    assert busy.post("/api/join", {"link": links[0]})["chair"] == 2
    assert busy.refused("POST", "/api/join", {"link": links[1]}) == "too-many-tables"
    assert busy.refused("POST", f"/api/tables/{public}/join", {}) == "too-many-tables"
    assert busy.refused("POST", "/api/tables", {"game": "nummerus", "chairs": [{"kind": "me"}]}) == "too-many-tables"
    assert busy.post("/api/join", {"link": links[0]})["chair"] == 2  # they sit there
    carried = busy.post(f"/api/tables/{mine}/carry", {"chair": 1})["link"]
    assert busy.post("/api/join", {"link": carried})["chair"] == 1
    site.stop()
