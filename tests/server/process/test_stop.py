"""The server is stopped under load: nothing in flight is lost, everybody comes back, and its log tells no secrets."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from tests.server.process.test_kill import (
    TABLES,
    Player,
    Server,
    acknowledged,
    check,
    until_acknowledged,
    until_all_moved,
)
from tests.server.site import PATIENCE, until

NAME = "Gretchen"


def talkative(server: Server) -> list[str]:
    """Somebody whose requests mostly fail; what of them is secret."""
    with httpx.Client(base_url=f"http://{server.address}", headers={"X-Rectoverso": "1"}, timeout=PATIENCE) as http:
        http.get("/api/site")
        http.post("/api/name", json={"name": NAME})
        chairs = [{"kind": "me"}, {"kind": "person"}]
        link = http.post("/api/tables", json={"game": "nummerus", "chairs": chairs}).json()["links"][0]["link"]
        assert http.post("/api/join", json={"link": link + "x"}).status_code == 404
        assert http.post("/api/tables", content=f'{{"{NAME}"').status_code == 400
        assert http.get(f"/api/invitations/{link}").status_code == 200
        return [NAME, link, *http.cookies.values()]


def without_log_table(server: Server, players: list[Player]) -> None:
    """Nothing can be written for a while, because a table of the database has gone; the errors name what was to be."""
    with closing(sqlite3.connect(server.db, isolation_level=None, timeout=PATIENCE)) as database:
        database.execute("alter table events rename to hidden")
        until(lambda: "the database does not accept writes" in server.log.read_text())
        database.execute("alter table hidden rename to events")
    until_all_moved(players)


def secrets_in(db: Path) -> Iterator[str]:
    """Seeds, nonces, deals, ids of guests and requests, from the database."""
    with closing(sqlite3.connect(db)) as database:
        for (event,) in database.execute("select event from events"):
            yield from long_texts(json.loads(event))
        yield from (guest for (guest,) in database.execute("select guest from holders"))


def long_texts(value: Any) -> Iterator[str]:
    """Every text that is too long to stand somewhere by chance."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from long_texts(part)
    elif isinstance(value, str) and len(value) >= 12 and re.search(r"\d", value):
        yield value


def test_nothing_is_lost_when_the_server_stops_under_load_and_its_log_tells_no_secrets(tmp_path: Path) -> None:
    server = Server(tmp_path)
    players = [Player(server, number) for number in range(TABLES)]
    secrets = talkative(server) + [player.cookie for player in players]
    for player in players:
        player.start()
    try:
        until_acknowledged(players, 60)
        without_log_table(server, players)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) in (0, -signal.SIGTERM)
        log = server.log.read_text()
        before = sum(acknowledged(players))
        server.start()
        until_all_moved(players)
        assert sum(acknowledged(players)) > before
    finally:
        for player in players:
            player.done.set()
        server.kill()
    for player in players:
        player.join(PATIENCE)
        assert player.failure is None
    check(str(server.db), players)
    tables = {player.table for player in players}
    secrets += [text for text in secrets_in(server.db) if text not in tables]
    assert len(secrets) > 50
    assert [text for text in secrets if text in log] == []
    for line in log.splitlines():
        if not line.startswith("Recto Verso is at"):
            assert {"event", "level", "timestamp", "process"} <= json.loads(line).keys()
