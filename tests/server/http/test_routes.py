"""The HTTP interface: guests, languages, its description, and that it keeps what the description promises."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.openapi.spec import OpenAPI
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from rectoverso.server.http.routes import ROUTES
from tests.server.site import Site, until

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


def test_the_rules_of_a_game_have_their_pictures_and_give_no_other_file(site: Site) -> None:
    guest = site.guest()
    game = guest.get("/api/site")["games"][0]["name"]
    page = guest.http.get(f"/api/rules/{game}/en").text
    (file, *_) = re.findall(r"\(pictures/(.*)\)", page)
    answer = guest.http.get(f"/api/rules/{game}/pictures/{file}")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg ")
    for wrong in ("none.svg", "..%2f..%2findex.md", "%2e%2e", f"{file}x"):
        assert guest.http.get(f"/api/rules/{game}/pictures/{wrong}").status_code == 404, wrong


def test_a_text_that_no_database_takes_is_no_table(db: str, tmp_path: Path) -> None:
    """PostgreSQL refuses texts with a NUL as an error of the program."""
    site = Site(tmp_path, db=db)
    try:
        guest = site.guest()
        for id in ("%00", "abcdefghijk%00", "abcdefghijkl%0a"):
            for rest in ("", "/links", "/rounds/1/record"):
                assert guest.refused("GET", f"/api/tables/{id}{rest}") == "no-such-table"
            assert guest.http.get(f"/table/{id}").status_code == 404
    finally:
        site.stop()


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


def test_the_interface_is_documented(site: Site) -> None:
    guest = site.guest()
    described = guest.get("/api/openapi.json")
    page = guest.http.get("/api/docs").text
    assert len(described["paths"]) >= 13
    assert all(path in page for path in described["paths"])


def test_the_interface_is_described_once_however_often_it_is_asked_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes 50 ms, and nobody is served meanwhile."""
    guest = site.guest()
    paths = ("/api/openapi.json", "/api/docs")
    before = [guest.http.get(path).text for path in paths]

    def again(_: object) -> None:
        raise AssertionError("described again")

    monkeypatch.setattr(OpenAPI, "to_schema", again)
    assert [guest.http.get(path).text for path in paths] == before


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

    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(case=described[path][method.lower()].as_strategy(), real=st.booleans())
    def keeps_it(case: Any, real: bool) -> None:
        if real and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        # Not among the checks: whether data that fits its schema is always accepted. A chair may be taken.
        answer = case.call(headers={"X-Rectoverso": "1", "Cookie": guest.cookie})
        case.validate_response(answer, checks=CHECKS)

    keeps_it()


def test_a_table_without_watchers_tells_nothing_to_those_without_a_chair(site: Site) -> None:
    host, player, stranger = site.guest("Hanna"), site.guest("Piet"), site.guest()
    private = host.opened("nummerus", "me", "person", watching=False)
    path = f"/api/tables/{private['table']}"
    assert stranger.refused("GET", path) == "watching-forbidden"
    assert host.get(path)["table"]["chairs"][0]["name"] == "Hanna"
    assert player.post("/api/join", {"link": private["links"][0]["link"]})["chair"] == 2
    assert player.get(path)["table"]["chairs"][0]["name"] == "Hanna"
    public = host.open("nummerus", "me", "open", watching=False)
    assert stranger.get(f"/api/tables/{public}")["table"]["phase"] == "waiting"
    player.post(f"/api/tables/{public}/join", {})
    until(lambda: site.tables.rooms[public].table.phase != "waiting")
    assert stranger.refused("GET", f"/api/tables/{public}") == "watching-forbidden"
    for_others = host.open("nummerus", "person", "person", watching=False)
    assert host.get(f"/api/tables/{for_others}")["table"]["host"]
    assert stranger.refused("GET", f"/api/tables/{for_others}") == "watching-forbidden"
