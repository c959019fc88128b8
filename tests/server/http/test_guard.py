"""What is refused before it reaches the application: forged requests, other sites, large bodies."""

from __future__ import annotations

from pathlib import Path

import httpx
import msgspec
import pytest

from tests.server.site import Site


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
        assert {"object-src 'none'", "base-uri 'none'"} <= set(headers["content-security-policy"].split("; "))
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert guest.http.get("/join/WyJz.abc-d").status_code == 404  # a link that was cut off
    assert guest.http.get("/nix.js").json() == {"code": "not-found", "details": {}}
    cookie = guest.http.get("/api/site").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_over_https_the_cookie_is_bound_to_this_host_and_replaces_an_older_one(tmp_path: Path) -> None:
    home = Site(tmp_path)
    guest = home.guest("Anna")
    old = guest.http.cookies["rectoverso"]
    home.stop()
    secure = Site(tmp_path, secure=True)
    try:
        answer = httpx.get(f"http://{secure.address}/api/site", headers={"Cookie": f"rectoverso={old}"})
        assert answer.json()["name"] == "Anna"
        new, gone = answer.headers.get_list("set-cookie")
        assert new.startswith("__Host-rectoverso=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(new.split("; "))
        assert "Domain" not in new
        assert gone.startswith('rectoverso="";')
        assert "Max-Age=0" in gone
        mine = new.split(";")[0]
        for other in (mine, f"{mine}; rectoverso=nonsense", f"rectoverso=nonsense; {mine}"):
            assert httpx.get(f"http://{secure.address}/api/site", headers={"Cookie": other}).json()["name"] == "Anna"
        forged = httpx.get(
            f"http://{secure.address}/api/tables", headers={"Cookie": f"__Host-rectoverso=x; rectoverso={old}"}
        )
        assert forged.status_code == 401
    finally:
        secure.stop()


def test_a_forged_cookie_is_nobodys(site: Site) -> None:
    guest = site.guest()
    guest.http.cookies.set("rectoverso", "eyJpZCI6InoifQ.AAAA", domain="127.0.0.1", path="/")
    fresh = guest.http.get("/api/tables", headers={"Cookie": "rectoverso=eyJpZCI6InoifQ.AAAA"})
    assert fresh.status_code in (200, 401)
    guest.http.cookies.clear()
    assert guest.http.get("/api/tables", headers={"Cookie": "rectoverso=eyJpZCI6InoifQ.AAAA"}).status_code == 401


def test_bodies_that_are_too_large_are_refused(site: Site) -> None:
    guest = site.guest()
    answer = guest.http.post(
        "/api/replay", content=b"[" + b"1," * 400_000 + b"1]", headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    deep = b'{"record":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    assert guest.http.post("/api/replay", content=deep).status_code == 400
    assert msgspec.json.decode(guest.http.post("/api/replay", json={"record": {}}).content)["code"] == "bad-input"


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "//", "https://evil.example"])
def test_an_origin_that_is_not_ours_is_refused_whatever_it_looks_like(site: Site, origin: str) -> None:
    answer = site.guest().http.get("/api/site", headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")


def test_only_the_names_of_the_server_lead_to_it(tmp_path: Path) -> None:
    named = Site(tmp_path, hosts=("localhost", "127.0.0.1", "[::1]"))
    try:
        http = named.guest().http
        for host in ("localhost", "localhost:8000", "LocalHost.:8000", "127.0.0.1", "[::1]", "[::1]:8000"):
            assert http.get("/api/site", headers={"Host": host}).status_code == 200
        for host in ("evil.example", "evil.example:8000", "localhost.evil.example", "[::2]", "::1", "127.0.0.1.nip.io"):
            answer = http.get("/api/site", headers={"Host": host})
            assert (answer.status_code, answer.json()["code"]) == (421, "wrong-origin")
        for path in ("/health", "/ready"):
            assert http.get(path, headers={"Host": "evil.example"}).status_code == 200
        assert http.get("/metrics", headers={"Host": "evil.example"}).status_code == 421
    finally:
        named.stop()


def test_metrics_are_found_on_this_machine_whatever_name_the_server_has_for_others(tmp_path: Path) -> None:
    named = Site(tmp_path, hosts=("games.example",))
    try:
        address = f"http://{named.address}/metrics"
        answers = {
            host: httpx.get(address, headers={"Host": host}).status_code
            for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "games.example", "evil.example")
        }
        assert list(answers.values()) == [200, 200, 200, 200, 421]
    finally:
        named.stop()


def test_an_address_gets_new_guests_only_at_a_rate_and_cookies_still_work(tmp_path: Path) -> None:
    few = Site(tmp_path, new_guest_rate=0.001, new_guest_burst=2)
    try:
        first, _ = few.guest(), few.guest()
        answer = httpx.get(f"http://{few.address}/api/site")
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-requests")
        assert first.get("/api/site")["protocol"] == 1
    finally:
        few.stop()


def test_behind_a_proxy_limits_follow_the_address_that_it_tells(tmp_path: Path) -> None:
    few = Site(tmp_path, test_seed=None, http_rate=0.001, http_burst=5)
    try:
        address = f"http://{few.address}/health"
        told = [httpx.get(address, headers={"X-Forwarded-For": "2001:db8::1"}).status_code for _ in range(6)]
        assert told == [200] * 5 + [429]
        assert httpx.get(address, headers={"X-Forwarded-For": "2001:db8::ffff:2"}).status_code == 429
        assert httpx.get(address, headers={"X-Forwarded-For": "2001:db8:0:1::1"}).status_code == 200
    finally:
        few.stop()
