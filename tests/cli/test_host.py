"""`rectoverso host` beside a running server: what a host sees, and whom they keep out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rectoverso.server.live import blocks_and_deletions
from rectoverso.server.process.blocks import Blocks
from tests.cli.conftest import Run, assert_one_sentence
from tests.server.site import PATIENCE, Site, deal, until


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A server that reads its blocks often, and trusts a proxy on this machine."""
    monkeypatch.setattr(blocks_and_deletions, "INTERVAL_S", 0.02)
    running = Site(tmp_path, test_seed=None)
    (tmp_path / "games.db.address").write_text(f"http://{running.address}")
    yield running
    running.stop()


def test_a_host_sees_tables_and_sockets_and_nothing_of_the_games(site: Site, run: Run) -> None:
    db = site.settings.db
    troll, table_of_troll = site.guest("Troll"), ""
    window = troll.window(table_of_troll := troll.open("nummerus", "me", "bot"))
    deal(window)
    seen = run("host", "status", "--db", db, "--json").json
    assert isinstance(seen, dict)
    assert (seen["tables"], seen["blocks"]) == ({"playing": 1}, 0)
    [process] = seen["processes"]
    assert (process["sockets"], process["tables"]) == (1, 1)
    assert process["memory_mb"] > 20
    assert b"tables: 1 playing" in run("host", "status", "--db", db).out
    [listed] = json.loads(run("host", "tables", "--name", "Troll", "--db", db, "--json").out)
    assert set(listed) == {"table", "game", "phase", "public", "events", "changed", "names"}
    assert (listed["table"], listed["game"], listed["names"]) == (table_of_troll, "nummerus", ["Troll"])
    assert run("host", "tables", "--name", "Nobody", "--db", db).out == b""
    assert table_of_troll.encode() in run("host", "tables", "--db", db).out


def test_a_blocked_name_is_refused_everywhere_without_a_restart(site: Site, run: Run) -> None:
    db, troll, anna = site.settings.db, site.guest("Troll"), site.guest("Anna")
    window = troll.window(troll.open("nummerus", "me", "me"))
    of_anna = anna.window(anna.open("nummerus", "me", "bot"))
    invitation = anna.opened("nummerus", "me", "person")["links"][0]["link"]
    assert run("host", "block", "--name", "TR0LL", "--db", db).out == b"TR0LL: blocked\n"  # looks like it
    assert window.until(lambda message: message["type"] == "bye")["code"] == "blocked"
    assert troll.refused("POST", "/api/tables", {"game": "nummerus", "chairs": [{"kind": "me"}]}) == "blocked"
    assert troll.refused("POST", "/api/quick", {"game": "nummerus"}) == "blocked"
    assert troll.refused("POST", "/api/join", {"link": invitation}) == "blocked"
    assert anna.refused("POST", "/api/name", {"name": "Troll"}) == "blocked"
    named = {"game": "nummerus", "chairs": [{"kind": "me", "name": "troll"}, {"kind": "me"}]}
    assert anna.refused("POST", "/api/tables", named) == "blocked"
    assert of_anna.refused("rename", name="Troll") == "blocked"
    again = connect(f"ws://{site.address}/api/socket", additional_headers={"Cookie": troll.cookie}, legacy=True)
    assert json.loads(again.recv(timeout=PATIENCE)) == {"type": "bye", "code": "blocked"}
    again.close()
    assert run("host", "blocks", "--db", db).out == b"name     TR0LL\n"
    assert run("host", "block", "--name", "Troll", "--db", db).out == b"Troll: is blocked already\n"
    assert run("host", "unblock", "--name", "Troll", "--db", db).out == b"Troll: no longer blocked\n"
    until(lambda: not site.tables.blocks.has_name("Troll"))
    assert troll.open("nummerus", "me")
    assert run("host", "blocks", "--db", db).out == b"nothing is blocked\n"


def test_a_blocked_network_gets_no_answer_without_a_restart(site: Site, run: Run) -> None:
    db, from_there = site.settings.db, {"X-Forwarded-For": "203.0.113.7"}
    open_socket = connect(f"ws://{site.address}/api/socket", additional_headers=from_there, legacy=True)
    assert run("host", "block", "--address", "203.0.113.0/24", "--db", db).code == 0
    assert json.loads(open_socket.recv(timeout=PATIENCE)) == {"type": "bye", "code": "blocked"}
    with pytest.raises(ConnectionClosed):
        open_socket.recv(timeout=PATIENCE)
    refused = httpx.get(f"http://{site.address}/api/site", headers=from_there)
    assert (refused.status_code, refused.json()["code"]) == (403, "blocked")
    assert httpx.get(f"http://{site.address}/", headers=from_there).status_code == 403
    elsewhere = httpx.get(f"http://{site.address}/api/site", headers={"X-Forwarded-For": "203.0.114.7"})
    assert elsewhere.status_code == 200
    assert httpx.get(f"http://{site.address}/api/site").status_code == 200
    assert run("host", "unblock", "--address", "203.0.113.0/24", "--db", db).code == 0
    until(lambda: httpx.get(f"http://{site.address}/api/site", headers=from_there).status_code == 200)


def test_an_address_of_ipv6_stands_for_its_network() -> None:
    blocks = Blocks()
    assert blocks.update([("address", "2001:db8::/64"), ("address", "198.51.100.7")])
    assert not blocks.update([("address", "198.51.100.7"), ("address", "2001:db8::/64")])
    assert blocks.has_address("2001:db8::/64")
    assert not blocks.has_address("2001:db8:0:1::/64")
    assert blocks.has_address("198.51.100.7")
    assert not blocks.has_address("local")


@pytest.mark.parametrize(
    "arguments",
    [
        ("block",),
        ("block", "--name", "Troll", "--address", "203.0.113.7"),
        ("block", "--name", " "),
        ("block", "--address", "here"),
        ("block", "--address", "127.0.0.1"),
        ("block", "--address", "0.0.0.0/0"),
        ("block", "--address", "::/0"),
        ("unblock", "--name", "Nobody"),
        ("tables", "--limit", "0"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(arguments: tuple[str, ...], run: Run, tmp_path: Path) -> None:
    db = str(tmp_path / "games.db")
    assert_one_sentence(run("host", *arguments, "--db", db))  # there is no such database
    from rectoverso.server.storage.database import open_database

    open_database(db).dispose()
    assert_one_sentence(run("host", *arguments, "--db", db))


def test_without_a_server_sockets_are_unknown(run: Run, tmp_path: Path) -> None:
    from rectoverso.server.storage.database import open_database

    db = str(tmp_path / "games.db")
    open_database(db).dispose()
    said = run("host", "status", "--db", db).out.decode()
    assert said == "tables: none\nno server answers with its metrics, so the sockets are unknown\nblocks: none\n"
