"""Link previews: what a page is called before its script runs, and addresses that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.site import Guest, Site

INDEX = '<!doctype html><html><head><meta name="description" content="x" /><title>x</title></head><body></body></html>'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with a page, and with a picture of one game."""
    page: Path = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text(INDEX)
    (page / "previews").mkdir()
    for name in ("all", "titus"):
        (page / "previews" / f"{name}.jpg").write_bytes(b"a picture")
    site = Site(tmp_path_factory.mktemp("db"), page=page)
    yield site
    site.stop()


def head(guest: Guest, path: str, lang: str = "en") -> tuple[int, dict[str, str]]:
    """The status of a page, and what its head says."""
    answer = guest.http.get(path, headers={"accept-language": lang})
    tags = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', answer.text))
    [title] = re.findall("<title>(.*?)</title>", answer.text)
    return answer.status_code, {**tags, "title": title}


def test_an_invitation_names_who_invites_to_what_and_seats_nobody(site: Site) -> None:
    anna = site.guest("Anna")
    opened = anna.opened("titus", "me", "bot", "person")
    stranger = site.guest()
    status, said = head(stranger, opened["links"][0]["path"])
    assert status == 200
    assert said["og:title"] == said["title"] == "Anna invites you to play Titus – Recto Verso"
    assert said["og:description"] == said["description"] == "2 of 3 are here."
    assert said["og:image"] == f"http://{site.address}/previews/titus.jpg"
    assert said["og:url"] == f"http://{site.address}{opened['links'][0]['path']}"
    picture = stranger.http.get(said["og:image"].removeprefix(f"http://{site.address}"))
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/jpeg")
    assert "lädt dich zu einer Partie Titus ein" in head(stranger, opened["links"][0]["path"], "de-DE")[1]["title"]
    assert not anna.get(f"/api/tables/{opened['table']}")["table"]["chairs"][2]["taken"]


def test_the_solitaire_of_the_day_has_pages_of_its_own(site: Site) -> None:
    status, said = head(site.guest(), "/daily", "fr")
    assert (status, said["title"]) == (200, "Le solitaire du jour – Recto Verso")
    assert head(site.guest(), "/daily/nummerus/2026-11-18/0")[1]["title"] == "The perfect game – Recto Verso"
    assert head(site.guest(), "/daily/chess/2026-11-18/0")[0] == 404


def test_a_table_that_may_not_be_watched_says_nothing_about_itself(site: Site) -> None:
    anna = site.guest("Anna")
    closed = anna.open("janus", "me", "bot", "person", watching=False)
    status, said = head(site.guest(), f"/table/{closed}")
    assert (status, said["title"]) == (200, "Recto Verso")
    assert "Janus" not in str(said)
    watched = anna.open("janus", "me", "bot", "person")
    assert head(site.guest(), f"/table/{watched}")[1]["description"] == "2 of 3 are here."


@pytest.mark.parametrize(
    ("path", "title"),
    [("/", "Recto Verso"), ("/new/janus", "Janus – Recto Verso"), ("/rules/titus", "Rules of Titus – Recto Verso")],
)
def test_pages_have_titles_of_their_own(site: Site, path: str, title: str) -> None:
    status, said = head(site.guest(), path)
    assert (status, said["title"]) == (200, title)
    assert said["og:image"].endswith(".jpg")


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/new/chess",
        "/rules/chess",
        "/table/abcdefghijkm",
        "/table/abc",
        "/join/nothing",
        "/replay/x/1",
        "/a/b",
    ],
)
def test_an_address_that_leads_nowhere_gets_the_page_with_status_404(site: Site, path: str) -> None:
    answer = site.guest().http.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "There is nothing here." in answer.text


def test_a_name_cannot_break_out_of_the_head(site: Site) -> None:
    odd = site.guest("O'Brien & Co")
    path = odd.opened("nummerus", "me", "person")["links"][0]["path"]
    text = odd.http.get(path).text
    assert "O&#x27;Brien" in text
    assert (text.count("</head>"), text.count("<title>"), text.count('name="description"')) == (1, 1, 1)
