"""What monitors, browsers and curl meet: HEAD, content types, bodies that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.site import Site


@pytest.mark.parametrize("path", ["/", "/health", "/table/abc", "/api/site", "/api/nix", "/nix.js"])
def test_head_answers_as_get_does_without_the_body(site: Site, path: str) -> None:
    guest = site.guest()
    whole, head = guest.http.get(path), guest.http.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    for name in ("content-type", "content-length", "etag", "cache-control", "content-security-policy"):
        assert head.headers.get(name) == whole.headers.get(name)


def test_each_content_type_names_its_charset_once(own_page: Site) -> None:
    guest = own_page.guest()
    kinds = {name: guest.http.get(f"/{name}").headers["content-type"] for name in FILES}
    assert kinds == FILES


FILES = {
    "index.html": "text/html; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "page.webmanifest": "application/manifest+json; charset=utf-8",
    "icon.svg": "image/svg+xml; charset=utf-8",
    "icon.png": "image/png",
}


@pytest.fixture
def own_page(tmp_path: Path) -> Iterator[Site]:
    """A server with a small page."""
    page = tmp_path / "page"
    page.mkdir()
    for name in FILES:
        (page / name).write_text("x")
    running = Site(tmp_path, page=page)
    yield running
    running.stop()


@pytest.mark.parametrize("path", ["name", "tables", "quick", "join", "replay"])
@pytest.mark.parametrize("headers", [{}, {"Content-Type": "application/json"}])
def test_a_body_that_is_missing_is_asked_for(site: Site, path: str, headers: dict[str, str]) -> None:
    answer = site.guest().http.post(f"/api/{path}", headers=headers)
    assert answer.status_code == 400
    assert answer.json() == {"code": "bad-input", "details": {"error": "the body is missing: send a JSON object"}}


def test_the_metrics_count_and_name_nobody(site: Site) -> None:
    guest = site.guest("Gretchen")
    guest.open("nummerus", "me")
    text = guest.http.get("/metrics").text
    assert "rectoverso_tables" in text
    assert "Gretchen" not in text
