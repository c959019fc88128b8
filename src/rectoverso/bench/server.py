"""The server under load: many tables for two, two sockets each, on a real server process."""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import random
import resource
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..errors import BadInput

GAME = "nummerus"  # always the same one, so that figures can be compared
MEAN_THINK_TIME_S = 1.0
Result = TypeVar("Result")
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Load(msgspec.Struct):
    """What was measured; latency is from sending a move until both players have it."""

    tables: int
    think: bool
    moves: int
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    memory_mb: float
    moves_per_cpu_s: float
    bytes_per_move: float
    """What both players receive for a move."""


class _Position(msgspec.Struct):
    view: _Legal


class _Legal(msgspec.Struct):
    legal: list[str]


class _Table(msgspec.Struct):
    phase: str


class _Heard(msgspec.Struct):
    type: str
    n: int = 0
    legal: list[str] = []
    what: str = ""
    ref: str = ""
    chair: int | None = None
    table: _Table | None = None
    position: _Position | None = None

    @property
    def preparing(self) -> bool:
        """Is the player asked for a commitment? One who connects later sees it in the phase of the table."""
        return self.what == "preparing" or (self.type == "snapshot" and self.table == _Table("committing"))


_read = msgspec.json.Decoder(_Heard).decode


class Player(asyncio.Protocol):
    """One socket, kept as light as possible: it reads and writes frames itself, so that the server does most work."""

    def __init__(self, head: bytes, hello: bytes, table: TableUnderLoad, chair: int) -> None:
        self._head, self._hello = head, hello
        self._table, self.chair = table, chair
        self._buffer = bytearray()
        self._open = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Send the handshake."""
        self.transport = transport
        transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        """Read the frames."""
        self._buffer += data
        self._table.load.received_bytes += len(data)
        if not self._open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                raise RuntimeError(f"no socket: {bytes(self._buffer[:60])!r}")
            del self._buffer[: end + 4]
            self._open = True
            self.say(self._hello)
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self._table.heard(self, _read(payload))
            elif opcode == 9:
                self._write(10, payload)

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, at = buffer[1] & 127, 2
        if length == 126:
            length, at = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            length, at = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < at + length:
            return None
        payload = bytes(buffer[at : at + length])
        opcode = buffer[0] & 15
        del buffer[: at + length]
        return opcode, payload

    def say(self, message: bytes) -> None:
        """Send a text frame."""
        self._write(1, message)

    def _write(self, opcode: int, payload: bytes) -> None:
        # A mask of zeros is valid and costs nothing.
        size = len(payload)
        head = bytes([128 | opcode, 128 | size]) if size < 126 else bytes([128 | opcode, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)


class TableUnderLoad:
    """Two players who play round after round."""

    def __init__(self, number: int, load: Running) -> None:
        self.number, self.load = number, load
        self.ids = itertools.count()
        self.players: list[Player] = []
        self._sent: dict[int, float] = {}
        self._arrived: set[int] = set()

    def heard(self, player: Player, message: _Heard) -> None:
        """Answer a message: play, commit or ask for the next round."""
        kind = message.type
        if kind == "moved":
            self._has_it(message.n)
        elif kind == "refused":
            self.load.refused += 1
        legal = message.legal or (message.position.view.legal if message.position else [])
        if legal:
            self._play(player, message.n, random.choice(legal))
        elif message.preparing:
            self._say(player, b'"commit","commitment":null')
        elif message.what == "over":
            self._say(player, b'"again"')

    def _has_it(self, n: int) -> None:
        """Note that one of the two players has event n; the move counts when both have it."""
        if n in self._arrived:
            self._arrived.remove(n)
            self.load.moved(time.perf_counter() - self._sent.pop(n))
        else:
            self._arrived.add(n)

    def _play(self, player: Player, n: int, move: str) -> None:
        fields = b'"play","against":%d,"move":"%s"' % (n, move.encode())
        if not self.load.begun:
            self.load.waiting.append(lambda: self._think_and_send(player, n, fields))
        else:
            self._think_and_send(player, n, fields)

    def _think_and_send(self, player: Player, n: int, fields: bytes) -> None:
        if self.load.think:
            delay = MEAN_THINK_TIME_S * (0.5 + random.random())
            asyncio.get_running_loop().call_later(delay, self._send, player, n, fields)
        else:
            self._send(player, n, fields)

    def _send(self, player: Player, n: int, fields: bytes) -> None:
        self._sent[n + 1] = time.perf_counter()  # nothing happens in between, so the move becomes the next event
        self._say(player, fields)

    def _say(self, player: Player, fields: bytes) -> None:
        id = next(self.ids)
        player.say(b'{"type":%s,"id":"%d-%d","chair":%d}' % (fields, player.chair, id, player.chair))


class Running:
    """A load test while it runs."""

    def __init__(self, tables: int, think: bool) -> None:
        self.tables, self.think = tables, think
        self.latencies: list[float] = []
        self.counting = self.begun = False
        self.waiting: list[Callable[[], None]] = []
        self.refused = self.received_bytes = 0

    async def begin(self) -> None:
        """Let all tables play at once, when every one has dealt."""
        await self.dealt()
        self.begun = True
        for play in self.waiting:
            play()

    async def dealt(self) -> None:
        """Wait until every table has dealt."""
        for _ in range(300):
            if len(self.waiting) == self.tables:
                break
            await asyncio.sleep(0.1)
        else:
            raise BadInput(f"only {len(self.waiting)} of {self.tables} tables started within 30 s; try fewer --tables")

    def moved(self, latency: float) -> None:
        """Count a move that has reached both players."""
        if self.counting:
            self.latencies.append(latency)


class Site:
    """A server on an empty database: one process on SQLite, or as many as wanted on the PostgreSQL at `db`."""

    def __init__(self, folder: Path, db: str | None = None, workers: int = 1) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        ours = {
            "RECTOVERSO_RATES": "off",
            "RECTOVERSO_WARM": "off",
        }
        environment = {"RECTOVERSO_SECRET": secrets.token_hex(16), **os.environ, **ours}
        self.db = db or str(folder / "load.db")
        command = [sys.executable, "-m", "rectoverso", "serve", "--port", str(self.port), "--db", self.db]
        if workers > 1:
            command += ["--workers", str(workers)]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        self._wait()

    def _wait(self) -> None:
        for _ in range(3000):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health").close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise BadInput("the server does not start; run `rectoverso serve` to see why")

    def cpu(self) -> float:
        """CPU seconds used by the server, all its processes and threads included."""
        return sum(_cpu_ticks(process) for process in self.processes()) / _TICKS

    def memory(self) -> float:
        """Resident memory of all its processes in megabytes."""
        pages = [int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in self.processes()]
        return sum(pages) * resource.getpagesize() / 1e6

    def processes(self) -> list[int]:
        """The server's process, and those that it has started."""
        found, left = [], [self.process.pid]
        while left:
            found.append(process := left.pop())
            left += [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
        return found

    def stop(self) -> None:
        """Stop the server."""
        self.process.terminate()
        self.process.wait(timeout=30)

    def ask(self, path: str, body: object = None, cookie: str = "") -> tuple[Any, str]:
        """Make one HTTP request; the answer and the cookie."""
        headers = {"Content-Type": "application/json", "X-Rectoverso": "1", "Cookie": cookie}
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        with urllib.request.urlopen(request) as answer:
            return msgspec.json.decode(answer.read()), (answer.headers.get("Set-Cookie") or cookie).split(";")[0]

    def open_table(self, cookies: list[str]) -> str:
        """Open a table for two."""
        chairs = [{"kind": "me"}, {"kind": "person"}]
        opened, _ = self.ask("/api/tables", {"game": GAME, "chairs": chairs}, cookies[0])
        self.ask("/api/join", {"link": opened["links"][0]["link"]}, cookies[1])
        return str(opened["table"])

    def handshake(self, cookie: str) -> bytes:
        """The request that opens a socket."""
        key = base64.b64encode(os.urandom(16)).decode()
        return (
            f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()


def _cpu_ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


async def open_tables(site: Site, running: Running) -> None:
    """Open all tables, with two players each who wait for the others."""
    loop = asyncio.get_running_loop()
    cookies = [site.ask("/api/site")[1] for _ in range(2)]
    for number in range(running.tables):
        table = TableUnderLoad(number, running)
        id = await asyncio.to_thread(site.open_table, cookies)
        for chair, cookie in enumerate(cookies, 1):
            hello = b'{"type":"hello","protocol":1,"table":"%s","chair":%d}' % (id.encode(), chair)
            maker = _maker(site.handshake(cookie), hello, table, chair)
            _, player = await loop.create_connection(maker, "127.0.0.1", site.port)
            table.players.append(player)


async def run_load(site: Site, tables: int, think: bool, seconds: float) -> Load:
    """Let all tables play for some seconds."""
    running = Running(tables, think)
    await open_tables(site, running)
    await running.begin()
    await asyncio.sleep(min(3.0, seconds))
    running.counting, running.received_bytes, cpu, begun = True, 0, site.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    running.counting = False
    spent, lasted = site.cpu() - cpu, time.perf_counter() - begun
    return _measured(running, spent, lasted, site.memory())


def _maker(head: bytes, hello: bytes, table: TableUnderLoad, chair: int) -> Callable[[], Player]:
    return lambda: Player(head, hello, table, chair)


def _measured(running: Running, spent: float, lasted: float, memory: float) -> Load:
    times = sorted(running.latencies)
    if not times:
        raise BadInput("no move was made in that time; try more --seconds")
    return Load(
        tables=running.tables,
        think=running.think,
        moves=len(times),
        moves_per_s=round(len(times) / lasted, 1),
        p50_ms=round(times[len(times) // 2] * 1000, 2),
        p99_ms=round(times[min(len(times) - 1, len(times) * 99 // 100)] * 1000, 2),
        memory_mb=round(memory, 1),
        moves_per_cpu_s=round(len(times) / max(spent, 1 / _TICKS), 1),
        bytes_per_move=round(running.received_bytes / len(times), 1),
    )


def measure(tables: int, think: bool, seconds: float, db: str | None = None, workers: int = 1) -> Load:
    """Run one load test on a new server."""
    return on_new_server(lambda site: run_load(site, tables, think, seconds), db, workers)


def on_new_server(
    run: Callable[[Site], Coroutine[Any, Any, Result]], db: str | None = None, workers: int = 1
) -> Result:
    """Start a server, run something against it, and stop it."""
    import uvloop

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        site = Site(Path(folder), db, workers)
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                return runner.run(run(site))
        finally:
            site.stop()
