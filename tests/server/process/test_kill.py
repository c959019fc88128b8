"""Nothing lost: the server is killed at random instants, and every acknowledged move is still there."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Protocol

import httpx
import pytest
from sqlalchemy import select
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from rectoverso.server.process.seeds_for_tests import TEST_SEED
from rectoverso.server.storage import schema
from rectoverso.server.storage.database import open_database
from rectoverso.table import events as e
from rectoverso.table.table import replay
from tests.server.site import PATIENCE, until

TABLES = 4
KILLS = 3
KILLS_IN_SOAK = 200
MAX_BETWEEN_KILLS = 60
THINK_S = 0.02
"""Between two moves of a player, so that players leave the processor to servers that start."""
SETTINGS = {
    "RECTOVERSO_RATES": "off",
    "RECTOVERSO_WARM": "off",
    "RECTOVERSO_PACE": "off",
    "RECTOVERSO_SECRET": "only for this test",
    TEST_SEED: "kill",
}


class Server:
    """A server process that can be killed and started again on the same database."""

    def __init__(self, folder: Path) -> None:
        self.address = ""
        self.db = folder / "games.db"
        self.log = folder / "log"
        self.start()

    def start(self) -> None:
        environment = {**os.environ, **SETTINGS}
        command = [sys.executable, "-m", "rectoverso", "serve", "--port", "0", "--db", str(self.db)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, env=environment, stderr=log)
        until(self._listens)

    def _listens(self) -> bool:
        """Whether it says where it is; then players go there."""
        said = self.log.read_text()
        assert self.process.poll() is None, said
        found = re.search(r"http://(127\.0\.0\.1:\d+)\n", said)
        if found is not None:
            self.address = found[1]
        return found is not None

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Place(Protocol):
    """Where players go."""

    address: str


class Player(threading.Thread):
    """Plays at one table for ever, comes back after every cut, and notes what was acknowledged."""

    def __init__(self, server: Place, number: int) -> None:
        super().__init__(daemon=True)
        self.server, self.number = server, number
        self.rng = random.Random(number)
        self.acknowledged: dict[str, tuple[int, str]] = {}
        self.rounds = 0
        self.done = threading.Event()
        self.failure: BaseException | None = None
        with httpx.Client(base_url=f"http://{server.address}", headers={"X-Rectoverso": "1"}, timeout=PATIENCE) as http:
            http.get("/api/site").raise_for_status()
            chairs = (
                [{"kind": "me"}, {"kind": "me"}] if number % 2 else [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
            )
            opened = http.post("/api/tables", json={"game": "nummerus", "chairs": chairs}).raise_for_status()
            self.table = opened.json()["table"]
            self.chairs = opened.json()["chairs"]
            self.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        self._ids = itertools.count()
        self._open: dict[str, dict[str, Any]] = {}

    def run(self) -> None:
        while not self.done.is_set():
            try:
                self._play()
            except (OSError, WebSocketException, TimeoutError):
                time.sleep(0.02)
            except BaseException as error:  # told by the test that joins this thread
                self.failure = error
                return

    def _play(self) -> None:
        headers = {"Cookie": self.cookie}
        address = f"ws://{self.server.address}/api/socket"
        with connect(address, additional_headers=headers, compression=None, open_timeout=5, close_timeout=1) as talk:
            talk.send(json.dumps({"type": "hello", "protocol": 1, "table": self.table, "chair": self.chairs[0]}))
            for request in list(self._open.values()):
                talk.send(json.dumps(request))  # what was not answered is asked again
            while not self.done.is_set():
                self._hear(talk, json.loads(talk.recv(timeout=30)))

    def _hear(self, talk: Any, message: dict[str, Any]) -> None:
        self._note(message)
        table = message.get("table")
        if isinstance(table, dict):
            if table["phase"] == "committing":
                for chair in self.chairs:
                    self._ask(
                        talk, f"commit-{table['match']['round']}-{chair}", type="commit", chair=chair, commitment=None
                    )
            if table["phase"] == "over":
                self.rounds = table["match"]["round"]
                for chair in self.chairs:
                    self._ask(talk, f"again-{self.rounds}-{chair}", type="again", chair=chair)
        seat = message["position"]["view"]["to_move"] if message.get("position") else message.get("to_move")
        if seat is not None and message.get("n"):
            self._move(talk, message)

    def _move(self, talk: Any, message: dict[str, Any]) -> None:
        legal = message["position"]["view"]["legal"] if message.get("position") else message.get("legal")
        if legal and not any(request["type"] == "play" for request in self._open.values()):
            move = self.rng.choice(legal)
            self.done.wait(THINK_S)
            id = f"play-{next(self._ids)}"
            self._ask(talk, id, type="play", chair=self.chairs[0], move=move, against=message["n"])
        elif not legal and len(self.chairs) > 1:
            talk.send(json.dumps({"type": "look", "chair": self._next()}))

    def _next(self) -> int:
        self.chairs = self.chairs[1:] + self.chairs[:1]
        return int(self.chairs[0])

    def _ask(self, talk: Any, id: str, **request: Any) -> None:
        if id not in self._open and id not in self.acknowledged:
            self._open[id] = {"id": id, **request}
            talk.send(json.dumps(self._open[id]))

    def _note(self, message: dict[str, Any]) -> None:
        id = message.get("ref") or message.get("id")
        request = self._open.pop(id, None) if id else None
        if request is not None and message["type"] != "refused":
            self.acknowledged[str(id)] = (message["n"], request.get("move", ""))


def kill_at_random(folder: Path, kills: int) -> None:
    """Kill, start again, kill …; then look at what is stored."""
    server = Server(folder)
    try:
        players = kill_and_play(server, kills)
    finally:
        server.kill()
    check(str(server.db), players)


def kill_and_play(server: Server, kills: int) -> list[Player]:
    """Everybody plays on while the server is killed and started again."""
    rng = random.Random(4711)
    players = [Player(server, number) for number in range(TABLES)]
    for player in players:
        player.start()
    for _ in range(kills):
        # Some fall before anybody is back.
        until_acknowledged(players, sum(acknowledged(players)) + rng.randrange(MAX_BETWEEN_KILLS))
        server.kill()
        server.start()
    until_all_moved(players)
    for player in players:
        player.done.set()
    for player in players:
        player.join(60)
        assert player.failure is None
    return players


def acknowledged(players: list[Player]) -> list[int]:
    """How many requests of each player were acknowledged so far."""
    return [len(player.acknowledged) for player in players]


def until_acknowledged(players: list[Player], requests: int) -> None:
    """How many requests have been acknowledged in all."""

    def enough() -> bool:
        assert all(player.failure is None for player in players)
        return sum(acknowledged(players)) >= requests

    until(enough)


def until_all_moved(players: list[Player]) -> None:
    """Every game goes on."""
    before = acknowledged(players)
    until(lambda: all(now > had for now, had in zip(acknowledged(players), before, strict=True)))


def check(db: str, players: list[Player]) -> None:
    """Every acknowledged move is there under its number, none is missing or doubled, and every log replays."""
    engine = open_database(db)
    columns = (schema.events.c.n, schema.events.c.ref, schema.events.c.event)
    with engine.connect() as connection:
        for player in players:
            found = connection.execute(
                select(*columns).where(schema.events.c.table_id == player.table).order_by(schema.events.c.n)
            ).all()
            assert [row.n for row in found] == list(range(1, len(found) + 1))
            by_ref = {row.ref.split(":", 1)[1]: row for row in found if row.ref}
            assert len(by_ref) == sum(row.ref is not None for row in found)
            for id, (n, move) in player.acknowledged.items():
                assert by_ref[id].n == n
                assert not move or json.loads(by_ref[id].event)["move"] == move
            assert replay([e.decode(row.event) for row in found]).n == len(found)
    engine.dispose()


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    kill_at_random(tmp_path, KILLS)


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_when_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    kill_at_random(tmp_path, KILLS_IN_SOAK)
