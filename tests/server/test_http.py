"""The HTTP interface: tables, links, lobby, records; and what it refuses."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import rectoverso
from rectoverso.bots import Choice
from rectoverso.games.record import from_record, write
from rectoverso.kernel.record import Record, Rng
from rectoverso.server.http.routes import ROUTES
from rectoverso.table.fair import verify
from tests.repository.tree import ROOT
from tests.server.site import PATIENCE, Site, Window, deal, mover, until

EXAMPLES = 15
CHECKS = (
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance, negative_data_rejection,
)  # fmt: skip


def test_a_guest_has_a_name_that_is_remembered_and_cleaned(site: Site) -> None:
    guest = site.guest()
    assert guest.get("/api/site")["name"] is None
    assert guest.post("/api/name", {"name": "  Zoë \u202e <b>\n "}) == {"name": "Zoë b"}
    assert guest.get("/api/site")["name"] == "Zoë b"
    assert guest.refused("POST", "/api/name", {"name": " \u200b "}) == "bad-name"


def test_the_language_is_the_browsers(site: Site) -> None:
    guest = site.guest()
    for header, lang in [
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("pt, nl;q=0.4, fr;q=0.7", "fr"),
        ("ja", "en"),
        (";;q=", "en"),
    ]:
        answer = guest.http.get("/api/site", headers={"Accept-Language": header})
        assert answer.json()["lang"] == lang


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


def test_quick_match_brings_strangers_together(site: Site) -> None:
    anna, ben = site.guest("Anna"), site.guest("Ben")
    first = anna.post("/api/quick", {"game": "titus"})
    second = ben.post("/api/quick", {"game": "titus"})
    assert first["table"] == second["table"]
    assert {first["chair"], second["chair"]} == {1, 2}


def test_the_lobby_shows_public_tables_and_their_open_chairs(site: Site) -> None:
    host = site.guest("Hanna")
    table = host.open("janus", "me", "open", "bot", public=True)
    [shown] = [one for one in host.get("/api/lobby")["waiting"] if one["table"] == table]
    assert (shown["names"], shown["levels"], shown["open"]) == (["Hanna", None, None], [None, None, "novice"], [2])
    joined = site.guest().post(f"/api/tables/{table}/join", {})
    assert joined["chair"] == 2
    until(lambda: table in [one["table"] for one in host.get("/api/lobby")["playing"]])
    assert site.guest().refused("POST", f"/api/tables/{table}/join", {}) == "not-now"
    private = host.open("janus", "me", "person", "bot")
    lobby = host.get("/api/lobby")
    assert private not in [one["table"] for one in lobby["waiting"] + lobby["playing"]]


def test_my_games_bring_me_back(site: Site) -> None:
    guest = site.guest()
    tables = [guest.open("nummerus", "me"), guest.open("titus", "me", "person")]
    mine = guest.get("/api/tables")["tables"]
    assert {one["table"] for one in mine} == set(tables)
    window = guest.window(tables[0])
    deal(window)
    [solitaire] = [one for one in guest.get("/api/tables")["tables"] if one["table"] == tables[0]]
    assert solitaire["my_turn"]
    assert site.guest().get("/api/tables") == {"tables": []}


def test_the_host_alone_sees_the_links(site: Site) -> None:
    host = site.guest()
    opened = host.opened("nummerus", "me", "person", "person")
    assert host.get(f"/api/tables/{opened['table']}/links") == {"links": opened["links"]}
    assert site.guest().refused("GET", f"/api/tables/{opened['table']}/links") == "not-the-host"


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


# ---- a whole game


def play_out(windows: list[Window]) -> None:
    while windows[0].table["phase"] == "playing":
        first = mover(*windows)
        answer = first.play(first.legal[0])
        if answer["to_move"] is None:
            for window in windows:
                window.until(lambda message: message.get("what") == "over")


def test_after_the_end_the_seed_is_shown_and_the_record_proves_its_deal(site: Site) -> None:
    anna, ben = site.guest("Anna"), site.guest("Ben")
    opened = anna.opened("nummerus", "me", "person")
    ben.post("/api/join", {"link": opened["links"][0]["link"]})
    path = f"/api/tables/{opened['table']}/rounds/1/record"
    windows = [anna.window(opened["table"]), ben.window(opened["table"])]
    deal(*windows, nonces=True)
    assert windows[0].table["fair"]["seed"] is None
    assert anna.refused("GET", path) == "not-over"
    seed = site.tables.rooms[opened["table"]].table.secrets.seed  # type: ignore[union-attr]  # a round is being played
    play_out(windows)
    assert not any(seed in frame for window in windows for frame in window.frames[:-1])
    shown = windows[0].table["fair"]
    assert shown["seed"] == seed
    record = anna.get(path)
    assert verify(record).seed == seed
    assert record["names"] in (["Anna", "Ben"], ["Ben", "Anna"])
    assert anna.refused("GET", path.replace("/1/", "/2/")) == "not-found"
    steps = anna.post("/api/replay", {"record": record, "seat": 1, "lang": "fr"})
    assert [step["move"] for step in steps["steps"]] == record["moves"]
    assert steps["result"] == record["result"]
    assert from_record(record).over
    again = [window.ask("again") for window in windows]
    assert [answer["what"] for answer in again] == ["again", "again"]
    deal(*windows)
    assert windows[0].table["match"]["round"] == 2


def test_a_replay_with_every_face_open_shows_what_no_seat_saw(site: Site) -> None:
    round = rectoverso.new("janus", 3, seed="open faces")
    for _ in range(8):
        round.play(round.legal[0])
    record = write(round)
    guest = site.guest()
    sides = {
        seat: _sides_dealt(guest.post("/api/replay", {"record": record, "seat": seat}))
        for seat in ("all", 1, "watcher")
    }
    assert all(None not in pair for pair in sides["all"])
    assert all(pair == (None, None) for pair in sides["watcher"])
    # J4: seat 1 has seen both sides of its two dealt cards, and of the others' cards the outer side only.
    assert sides[1] == [*sides["all"][:2], *((None, outer) for _, outer in sides["all"][2:])]
    open_steps = guest.post("/api/replay", {"record": record, "seat": "all"})["steps"]
    assert [step["move"] for step in open_steps] == record["moves"]
    assert not any("You" in step["text"] for step in open_steps)


def _sides_dealt(replay: dict[str, Any]) -> list[tuple[str | None, str | None]]:
    return [(card["own"], card["outer"]) for seat in replay["start"]["seats"] for card in seat["hand"]]


def test_bots_play_their_seats_and_one_person_may_ask_for_help(site: Site) -> None:
    guest = site.guest()
    window = guest.window(guest.open("titus", "me", "bot", "bot"))
    deal(window)
    while not window.legal:
        window.hear()
    assert window.table["help"]
    odds = window.ask("odds")
    assert odds["type"] == "odds"
    assert odds["odds"]
    advice = window.ask("advise")
    assert advice["type"] == "advice"
    assert advice["advice"]["move"] in window.legal
    window.ask("resign")
    window.until(lambda message: message.get("what") == "over")
    record = guest.get(f"/api/tables/{guest.get('/api/tables')['tables'][0]['table']}/rounds/1/record")
    assert record["ended"]["by"] == "resigned"


def test_a_bot_that_chooses_an_illegal_move_holds_up_nobody(site: Site) -> None:
    class Cheat:
        """Claims a move that no game has."""

        def choose(self, observation: Record, rng: Rng) -> Choice:
            return Choice(-1)

    guest = site.guest()
    table = guest.open("nummerus", "me", "bot")
    window = guest.window(table)
    deal(window)
    while not window.legal:
        window.hear()
    bots, cheat, before = site.tables.bot_workers.bots, Cheat(), window.view["at"]
    bots[table] = {2: cheat}
    assert window.play(window.legal[0])["type"] == "moved"
    while not window.legal:
        window.hear()
    assert window.view["at"] == before + 2
    assert bots[table].get(2) is not cheat  # a fresh one thinks from here on


def test_foreign_bots_play_over_the_same_socket(site: Site) -> None:
    """The example in examples/foreign_bot.py, twice, against itself."""
    links = site.guest().opened("nummerus", "person", "person")["links"]
    addresses = [f"http://{site.address}{link['path']}" for link in links]
    bots = [
        subprocess.Popen([sys.executable, ROOT / "examples/foreign_bot.py", address], stdout=subprocess.PIPE, text=True)
        for address in addresses
    ]
    said = [bot.communicate(timeout=PATIENCE)[0] for bot in bots]
    assert said[0] == said[1]
    assert "'ranks'" in said[0]


# ---- the door


def test_forged_requests_are_turned_away(site: Site) -> None:
    guest = site.guest()
    del guest.http.headers["X-Rectoverso"]
    assert guest.refused("POST", "/api/name", {"name": "x"}) == "wrong-origin"
    guest.http.headers["X-Rectoverso"] = "1"
    guest.http.headers["Origin"] = "https://evil.example"
    assert guest.refused("POST", "/api/name", {"name": "x"}) == "wrong-origin"
    guest.http.headers["Origin"] = f"http://{site.address}"
    assert guest.post("/api/name", {"name": "x"}) == {"name": "x"}


def test_a_page_of_another_site_gets_no_socket(site: Site) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    address = f"ws://{site.address}/api/socket"
    with pytest.raises(InvalidStatus), connect(address, origin="https://evil.example"):  # type: ignore[arg-type]  # its type is a new string
        pass
    with connect(address, origin=f"http://{site.address}"):  # type: ignore[arg-type]  # its type is a new string
        pass


def test_everything_carries_the_security_headers(site: Site) -> None:
    guest = site.guest()
    for path in ("/", "/table/abc", "/api/site", "/api/nix", "/nix.js", "/health", "/join/WyJz.abc-d"):
        headers = guest.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert guest.http.get("/join/WyJz.abc-d").status_code == 200
    assert guest.http.get("/nix.js").json() == {"code": "not-found", "details": {}}
    cookie = guest.http.get("/api/site").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_a_forged_cookie_is_nobodys(site: Site) -> None:
    guest = site.guest()
    guest.http.cookies.set("rectoverso", "eyJpZCI6InoifQ.AAAA", domain="127.0.0.1", path="/")
    fresh = guest.http.get("/api/tables", headers={"Cookie": "rectoverso=eyJpZCI6InoifQ.AAAA"})
    assert fresh.status_code in (200, 401)
    guest.http.cookies.clear()
    assert guest.http.get("/api/tables", headers={"Cookie": "rectoverso=eyJpZCI6InoifQ.AAAA"}).status_code == 401


def test_the_metrics_count_and_name_nobody(site: Site) -> None:
    guest = site.guest("Gretchen")
    guest.open("nummerus", "me")
    text = guest.http.get("/metrics").text
    assert "rectoverso_tables" in text
    assert "Gretchen" not in text


def test_the_interface_is_documented(site: Site) -> None:
    guest = site.guest()
    described = guest.get("/api/openapi.json")
    page = guest.http.get("/api/docs").text
    assert len(described["paths"]) >= 13
    assert all(path in page for path in described["paths"])


# ---- schemathesis


OPERATIONS = [
    (path, method)
    for route in ROUTES
    for path in (re.sub(r":\w+", "", path) for path in route.paths)
    for method in sorted(route.http_methods)
]


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=str)
def test_the_interface_keeps_what_its_description_promises(site: Site, path: str, method: str) -> None:
    described = schemathesis.openapi.from_url(f"http://{site.address}/api/openapi.json")
    guest = site.guest("Schema")
    table = guest.open("nummerus", "me", "person")

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=described[path][method.lower()].as_strategy(), real=st.booleans())
    def keeps_it(case: Any, real: bool) -> None:
        if real and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        # Not among the checks: whether data that fits its schema is always accepted. A chair may be taken.
        answer = case.call(headers={"X-Rectoverso": "1", "Cookie": guest.cookie})
        case.validate_response(answer, checks=CHECKS)

    keeps_it()


def test_bodies_that_are_too_large_are_refused(site: Site) -> None:
    guest = site.guest()
    answer = guest.http.post(
        "/api/replay", content=b"[" + b"1," * 400_000 + b"1]", headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    deep = b'{"record":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    assert guest.http.post("/api/replay", content=deep).status_code == 400
    assert msgspec.json.decode(guest.http.post("/api/replay", json={"record": {}}).content)["code"] == "bad-input"


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


def test_nobody_gets_two_chairs_by_asking_twice_at_once(site: Site) -> None:
    from concurrent.futures import ThreadPoolExecutor

    table = site.guest("Anna").open("janus", "me", "open", "open", "open", public=True)
    racer = site.guest("Racer")
    path = f"/api/tables/{table}/join"
    with ThreadPoolExecutor(6) as pool:
        joined = list(pool.map(lambda _: racer.post(path, {}), range(6)))
    assert {one["chair"] for one in joined} == {2}
    assert len(site.tables.rooms[table].table.persons) == 2


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "//", "https://evil.example"])
def test_an_origin_that_is_not_ours_is_refused_whatever_it_looks_like(site: Site, origin: str) -> None:
    answer = site.guest().http.get("/api/site", headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


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
