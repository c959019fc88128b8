"""Two server processes on PostgreSQL, behind nginx: each is killed at random, and nothing is lost."""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Engine, create_engine, text

from tests.server import nginx, postgres
from tests.server.process.test_kill import TABLES, Player, acknowledged, check, until_acknowledged, until_all_moved
from tests.server.server_process import Server, complaining
from tests.server.site import LOADED_S, PATIENCE, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

KILLS, KILLS_IN_SOAK = 6, 200
OUTAGE_S, OUTAGE_IN_SOAK_S = 2.0, 10.0
TAKEN_OVER_WITHIN_S = 5.0
MAX_BETWEEN_KILLS = 30
SETTINGS = {
    "RECTOVERSO_RATES": "off",
    "RECTOVERSO_PACE": "off",
    "RECTOVERSO_WARM": "on",
    "RECTOVERSO_SECRET": "only for this test",
}


class Workers:
    """Two processes on one port, and what the database says of them."""

    def __init__(self, supervisor: Server, address: str, db: str, said: list[str]) -> None:
        self.supervisor, self.address, self.db = supervisor.pid, address, db
        self.ready: set[int] = set()
        """The processes in which games can be played, as the log says."""
        threading.Thread(target=self._read_log, args=(supervisor, said), daemon=True).start()
        self._engine: Engine = create_engine(postgres.driver(db))

    def pids(self) -> list[int]:
        """The processes that serve; a worker has other children only while it compiles."""
        found = Path(f"/proc/{self.supervisor}/task/{self.supervisor}/children").read_text()
        return [int(pid) for pid in found.split()]

    def _read_log(self, supervisor: Server, said: list[str]) -> None:
        """To its end: the processes must not wait for a reader."""
        assert supervisor.stderr is not None
        for line in itertools.chain(said, supervisor.stderr):
            if "games are ready" in line:
                self.ready.add(json.loads(line)["process"])

    def alive(self) -> set[int]:
        """The processes that have said so."""
        return {int(process.partition("-")[0]) for process in self._column("select process from processes")}

    def can_play(self) -> bool:
        """Whether both processes are there, and ready for all games."""
        pids = set(self.pids())
        return len(pids) == 2 and self.alive() & self.ready >= pids

    def leases(self, pid: int) -> int:
        """How many tables a process runs the bots and clocks of."""
        return len(self._column("select table_id from leases where process like :mine", mine=f"{pid}-%"))

    def kill(self, rng: random.Random) -> float | None:
        """Kill one of two, which may just be starting; the other can play.

        Returns how long it took until the other had all its leases; None if it had none.
        """
        until(lambda: len(self.pids()) == 2)
        victim, other = rng.sample(self.pids(), 2)
        until(lambda: other in self.alive() & self.ready, LOADED_S)
        had_leases = self.leases(victim)
        os.kill(victim, signal.SIGKILL)
        killed_at = time.monotonic()
        until(lambda: not self.leases(victim))
        taken_over_after = time.monotonic() - killed_at
        until(lambda: victim not in self.pids())  # or the next kill might find a dead one, and then the only one
        return taken_over_after if had_leases else None

    def close(self) -> None:
        self._engine.dispose()

    def _column(self, query: str, **values: str) -> list[str]:
        with self._engine.connect() as connection:
            return list(connection.execute(text(query), values).scalars())


@contextmanager
def two_workers(folder: Path, db: str) -> Iterator[Workers]:
    arguments = ("--db", db, "--workers", "2")
    with (
        complaining(folder, *arguments, **SETTINGS) as (process, address, said),
        nginx.in_front_of(address, folder) as front,
    ):
        workers = Workers(process, front, db, said)
        until(workers.can_play, LOADED_S)
        yield workers
        workers.close()


def kill_at_random(folder: Path, db: str, kills: int, within_s: float) -> None:
    """Everybody plays on while one of the two processes is killed, again and again; then look at what is stored."""
    rng = random.Random(19)
    with two_workers(folder, db) as workers:
        players = [Player(workers, number) for number in range(TABLES)]
        for player in players:
            player.start()
        taken_over_after = []
        for _ in range(kills):
            until_acknowledged(players, sum(acknowledged(players)) + rng.randrange(MAX_BETWEEN_KILLS))
            if (seconds := workers.kill(rng)) is not None:
                taken_over_after.append(seconds)
        until_all_moved(players)
        go_home(players)
    check(db, players)
    done, latest = sum(acknowledged(players)), max(taken_over_after)
    print(f"{kills} kills, {done} requests acknowledged; {len(taken_over_after)} takeovers, {latest:.1f} s at most")
    assert latest < within_s


def go_home(players: list[Player]) -> None:
    for player in players:
        player.done.set()
    for player in players:
        player.join(PATIENCE)
        assert player.failure is None


def test_nothing_is_lost_when_one_of_two_processes_is_killed(db: str, tmp_path: Path) -> None:
    kill_at_random(tmp_path, db, KILLS, PATIENCE)


@pytest.mark.soak
def test_nothing_is_lost_when_one_of_two_processes_is_killed_again_and_again(db: str, tmp_path: Path) -> None:
    kill_at_random(tmp_path, db, KILLS_IN_SOAK, TAKEN_OVER_WITHIN_S)


def outage_under_load(folder: Path, seconds: float) -> None:
    """PostgreSQL stops while everybody plays; requests are refused with a code; then everything goes on."""
    if postgres.programs() is None:
        pytest.skip("no PostgreSQL can be started here")
    server = postgres.OwnServer()
    try:
        with two_workers(folder, server.address) as workers:
            players = [Player(workers, number) for number in range(TABLES)]
            for player in players:
                player.start()
            until_acknowledged(players, 40)
            server.stop()
            down_at = time.monotonic()
            with httpx.Client(
                base_url=f"http://{workers.address}", headers={"X-Rectoverso": "1"}, timeout=PATIENCE
            ) as http:
                until(lambda: http.get("/health", timeout=PATIENCE).status_code == 503)
                http.get("/api/site").raise_for_status()
                refused = http.post(
                    "/api/tables", json={"game": "nummerus", "chairs": [{"kind": "me"}]}, timeout=PATIENCE
                )
                assert (refused.status_code, refused.json()["code"]) in ((409, "busy"), (500, "busy"))
            until(lambda: time.monotonic() > down_at + seconds)
            server.start()
            for _ in range(3):
                until_all_moved(players)
            go_home(players)
        check(server.address, players)
    finally:
        server.remove()


def test_postgresql_stops_and_returns_while_two_processes_serve(tmp_path: Path) -> None:
    outage_under_load(tmp_path, OUTAGE_S)


@pytest.mark.soak
def test_postgresql_stops_for_long_and_returns_while_two_processes_serve(tmp_path: Path) -> None:
    outage_under_load(tmp_path, OUTAGE_IN_SOAK_S)


def test_workers_end_with_their_supervisor(db: str, tmp_path: Path) -> None:
    with complaining(tmp_path, "--db", db, "--workers", "2") as (process, address, said):
        workers = Workers(process, address, db, said)
        pids = workers.pids()
        assert len(pids) == 2
        process.kill()
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))
        until(lambda: not workers.alive())  # they have said goodbye
        workers.close()
