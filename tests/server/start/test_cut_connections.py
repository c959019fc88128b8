"""PostgreSQL cuts all connections of the server while everybody plays, on one process and on two."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, text

from rectoverso.server.storage.notices import channel_of
from tests.server import postgres
from tests.server.process.test_kill import (
    TABLES,
    Place,
    Player,
    acknowledged,
    check,
    until_acknowledged,
    until_all_moved,
)
from tests.server.server_process import running
from tests.server.site import LOADED_S, PATIENCE, until
from tests.server.start.test_workers import SETTINGS, go_home, two_workers
from tests.server.time_bars import within

CUTS = 6
MAX_BETWEEN_CUTS = 30


@dataclass
class OneProcess:
    """A server without workers."""

    address: str


@contextmanager
def served(folder: Path, db: str, processes: int) -> Iterator[Place]:
    if processes == 2:
        with two_workers(folder, db) as workers:
            yield workers
    else:
        with running(folder, "--db", db, **SETTINGS) as (_, address):
            until(lambda: httpx.get(f"http://{address}/ready", timeout=PATIENCE).status_code == 200, LOADED_S)
            yield OneProcess(address)


class Scissors:
    """Cuts the connections of one test's server, the ones that listen included."""

    def __init__(self, db: str) -> None:
        mine, _, self._name = db.partition("&application_name=")
        self._engine = create_engine(postgres.driver(mine))
        with self._engine.connect() as connection:
            self._listening = f"LISTEN {channel_of(connection)}"

    def cut(self, processes: int) -> None:
        """All at once, as soon as every process listens; then none of these connections is left."""
        until(lambda: self._listeners() >= processes)
        with self._engine.begin() as connection:
            query = "select pid from pg_stat_activity where application_name = :name"
            pids = list(connection.execute(text(query), {"name": self._name}).scalars())
            connection.execute(text("select pg_terminate_backend(pid) from unnest(:pids) as pid"), {"pids": pids})
        assert len(pids) > processes
        until(lambda: self._left(pids) == 0)

    def _listeners(self) -> int:
        return self._count(
            "application_name = :name and query = :listening", name=self._name, listening=self._listening
        )

    def _left(self, pids: list[int]) -> int:
        return self._count("pid = any(:pids)", pids=pids)

    def _count(self, where: str, **values: object) -> int:
        with self._engine.connect() as connection:
            return int(connection.scalar(text(f"select count(*) from pg_stat_activity where {where}"), values) or 0)

    def close(self) -> None:
        self._engine.dispose()


@within(5.0)
@pytest.mark.parametrize("processes", [1, 2])
def test_nothing_is_lost_or_doubled_when_all_connections_are_cut(
    db: str, tmp_path: Path, processes: int, within_s: float
) -> None:
    """Every game goes on within seconds, and health says so; each acknowledged move is in the log once."""
    if processes == 2 and sys.platform != "linux":
        pytest.skip("looks for processes in /proc")
    rng, scissors, slowest = random.Random(15), Scissors(db), 0.0
    with served(tmp_path, db, processes) as place:
        players = [Player(place, number) for number in range(TABLES)]
        for player in players:
            player.start()
        for _ in range(CUTS):
            until_acknowledged(players, sum(acknowledged(players)) + rng.randrange(MAX_BETWEEN_CUTS))
            scissors.cut(processes)
            cut_at = time.monotonic()
            until_all_moved(players)
            until(lambda: httpx.get(f"http://{place.address}/health", timeout=PATIENCE).text == "ok\n")
            slowest = max(slowest, time.monotonic() - cut_at)
        go_home(players)
    scissors.close()
    check(db, players)
    print(f"{CUTS} cuts, {sum(acknowledged(players))} requests acknowledged; {slowest:.1f} s until all went on")
    assert slowest < within_s
