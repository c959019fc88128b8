"""An honest player at a server under attack: a move every 250 ms, a new visit now and then, and how long each took.

How to add an attack: see `attack.py`.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from sqlalchemy import create_engine, select

from rectoverso.server.storage import schema
from rectoverso.server.storage.database import database_url, disposed_of
from tests.server.attacks.attack import Attack, Target
from tests.server.site import PATIENCE, Guest, Window, deal

PAUSE_S = 0.25
"""Between two moves of the honest player."""
MOVES_BETWEEN_VISITS = 4
"""Now and then the player reloads the page, as a newcomer would open it."""
MOVES_IN_SAMPLE = 8
"""Moves that the honest player makes under an attack in `make test`."""
SECONDS_IN_SOAK = 20.0
ADDRESS = "Recto Verso is at http://"
START_TIMEOUT_S = 4 * PATIENCE
"""For a server whose processes all load the games, and for an attack that has to prepare itself, on a busy machine."""
USUAL_OPEN_FILES = 1024
"""What most systems allow a process that does not ask for more."""
MAX_WAIT_S, MAX_VISIT_S, MAX_MB, MAX_MB_AFTER, AFTER_S = 2.0, 5.0, 600, 350, 60.0
"""The bars in `make soak`: longest wait and visit; memory during the attack, and a minute after."""


# ---- the server


@dataclass(frozen=True)
class ServerUnderAttack:
    """A server process with its limits on."""

    process: subprocess.Popen[bytes]
    address: str
    db: str
    workers: int = 1

    def came(self, somebody: object) -> None:
        """Visitors leave by themselves."""

    def memory_mb(self) -> int:
        """Resident memory; of several processes, that of the largest."""
        pid = self.process.pid
        workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split() if self.workers > 1 else []
        return max(map(_memory_mb, workers or [str(pid)]))


def _memory_mb(pid: str) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) // 1024


@contextmanager
def server_under_attack(
    folder: Path, db: str | None = None, workers: int = 1, **settings: str
) -> Iterator[ServerUnderAttack]:
    """Start a server as a host would, and wait until all its processes have loaded the games.

    Its log goes to a file: nobody reads a pipe during an attack.
    """
    ours = {"RECTOVERSO_WARM": "on", "XDG_DATA_HOME": str(folder / "home"), **settings}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RECTOVERSO_DB")} | ours
    db, log = db or str(folder / "games.db"), folder / "log"
    usual_limit = ["sh", "-c", f'ulimit -S -n {USUAL_OPEN_FILES} && exec "$@"', "sh"]
    serving = [sys.executable, "-m", "rectoverso", "serve", "--port", "0", "--db", db, "--workers", str(workers)]
    command = [*usual_limit, *serving]
    with log.open("wb") as lines:
        process = subprocess.Popen(command, env=environment, cwd=folder, stderr=lines)
    try:
        _wait_until_ready(process, log, workers)
        address = log.read_text().split(ADDRESS)[1].split()[0]
        yield ServerUnderAttack(process, address, db, workers)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()


def _wait_until_ready(process: subprocess.Popen[bytes], log: Path, workers: int) -> None:
    end = time.monotonic() + START_TIMEOUT_S
    while ADDRESS not in (said := log.read_text()) or said.count("games are ready") < workers:
        assert process.poll() is None, said
        assert time.monotonic() < end, said
        time.sleep(0.05)


# ---- the player


class HonestPlayer(threading.Thread):
    """Plays alone at a table, round after round. Every wait is noted, reconnecting included."""

    def __init__(self, server: ServerUnderAttack) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.waits: list[float] = []
        self.visits: list[float] = []
        self.acknowledged: dict[int, str] = {}
        self.failure: BaseException | None = None
        self._guest = Guest(server, "Honest")
        self._table = self._guest.open("nummerus", "me")
        self._window = self._guest.window(self._table)
        deal(self._window)
        self._done = threading.Event()

    def run(self) -> None:
        """Play until told to stop."""
        try:
            while not self._done.is_set():
                self.waits.append(_seconds(self._move))
                if len(self.waits) % MOVES_BETWEEN_VISITS == 0:
                    self.visits.append(_seconds(self._visit))
                self._done.wait(PAUSE_S)
        except BaseException as error:  # told by the test that joins this thread
            self.failure = error

    def stop(self) -> None:
        """Stop playing and go home."""
        self._done.set()
        self.join(2 * PATIENCE)
        self._window.close()
        self._guest.close()
        if self.failure is not None:
            raise self.failure

    def _move(self) -> None:
        window = self._window
        if window.table["phase"] == "over":
            window.ask("again")
            while window.table["phase"] == "over":
                window.hear()
            deal(window)
        move = window.legal[0]
        answer = window.play(move)
        assert answer["type"] == "moved", answer
        self.acknowledged[answer["n"]] = move
        if answer["to_move"] is None:
            window.until(lambda message: message.get("what") == "over")

    def _visit(self) -> None:
        """What a newcomer does first, over connections of their own."""
        with httpx.Client(base_url=f"http://{self.server.address}", timeout=PATIENCE) as http:
            http.get("/api/site", headers={"Cookie": self._guest.cookie}).raise_for_status()
        visitor = Window(self._guest)
        visitor.hello(self._table)
        visitor.close()

    def lost(self) -> list[int]:
        """The acknowledged moves that are not stored under their number."""
        wanted = select(schema.events.c.n, schema.events.c.event).where(schema.events.c.table_id == self._table)
        with disposed_of(create_engine(database_url(self.server.db))) as engine, engine.connect() as connection:
            stored = {n: json.loads(event).get("move") for n, event in connection.execute(wanted)}
        return [n for n, move in self.acknowledged.items() if stored.get(n) != move]


def _seconds(act: Callable[[], None]) -> float:
    begun = time.monotonic()
    act()
    return time.monotonic() - begun


# ---- an attack


@dataclass
class Felt:
    """What the honest player felt, and what the attack cost the server."""

    attack: str
    count: int
    moves: int = 0
    longest_wait_s: float = 0.0
    longest_visit_s: float = 0.0
    peak_mb: int = 0
    after_mb: int = 0
    lost: list[int] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.attack} × {self.count}: {self.moves} moves, longest wait {self.longest_wait_s:.2f} s, "
            f"longest visit {self.longest_visit_s:.2f} s, {self.peak_mb} MB, then {self.after_mb} MB, "
            f"lost {len(self.lost)}"
        )


def play_during(server: ServerUnderAttack, attack: Attack, number: int, soak: bool = False) -> Felt:
    """Let the honest player play while the attack runs; `number` gives the attackers an address of their own."""
    player = HonestPlayer(server)
    player.start()
    felt = Felt(attack.name, attack.many if soak else attack.few)
    host, port = server.address.split(":")
    spawn = multiprocessing.get_context("spawn")
    begun = spawn.Event()
    target = Target(host, int(port), f"127.0.0.{2 + number}", felt.count, begun)
    attacker = spawn.Process(target=attack.run, args=(target,), daemon=True)
    attacker.start()
    try:
        assert begun.wait(START_TIMEOUT_S), "the attack did not begin"
        before, end = len(player.waits), time.monotonic() + SECONDS_IN_SOAK
        while player.failure is None and (
            len(player.waits) < before + MOVES_IN_SAMPLE or (soak and time.monotonic() < end)
        ):
            assert time.monotonic() < end + 2 * PATIENCE, "the honest player does not get on"
            felt.peak_mb = max(felt.peak_mb, server.memory_mb())
            time.sleep(0.05)
    finally:
        attacker.kill()
        attacker.join()
        player.stop()
    felt.moves, felt.lost = len(player.waits), player.lost()
    felt.longest_wait_s, felt.longest_visit_s = max(player.waits), max(player.visits, default=0.0)
    felt.after_mb = _memory_after(server) if soak else server.memory_mb()
    print(felt)
    return felt


def _memory_after(server: ServerUnderAttack) -> int:
    """Memory as soon as it is back below the bar, or a minute after."""
    end = time.monotonic() + AFTER_S
    while server.memory_mb() >= MAX_MB_AFTER and time.monotonic() < end:
        time.sleep(0.5)
    return server.memory_mb()


def check_sample(felt: Felt) -> None:
    """What must hold on the slowest machine."""
    assert felt.moves >= MOVES_IN_SAMPLE
    assert felt.lost == []
    assert felt.peak_mb < MAX_MB, felt


def check_soak(felt: Felt) -> None:
    """The bars of docs/security.md."""
    check_sample(felt)
    assert felt.longest_wait_s < MAX_WAIT_S, felt
    assert felt.longest_visit_s < MAX_VISIT_S, felt
    assert felt.after_mb < MAX_MB_AFTER, felt
