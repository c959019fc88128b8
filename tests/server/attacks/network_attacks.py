"""Attacks on the network side: frames, trickles, idle and slow connections, floods of requests and of guests."""

from __future__ import annotations

import asyncio
import json
import os
import resource
from base64 import b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import wraps
from typing import TypeVar

from websockets.frames import Frame, Opcode

from tests.server.attacks.attack import Attack, Target

Work = Callable[["Attacker"], Awaitable[None]]
T = TypeVar("T")

PINGS_A_WRITE = 500


class Attacker:
    """One hostile connection."""

    def __init__(self, target: Target, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.target, self.reader, self.writer = target, reader, writer
        self.host_header = f"Host: {target.host}:{target.port}\r\n"

    async def send(self, data: bytes) -> None:
        """Send, as fast as the server takes it."""
        self.writer.write(data)
        await self.writer.drain()

    async def handshake(self, more: bytes = b"") -> None:
        """Open a WebSocket; `more` follows before the server has answered."""
        key = b64encode(os.urandom(16)).decode()
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        await self.send(
            f"GET /api/socket HTTP/1.1\r\n{self.host_header}{upgrade}Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        if more:
            await self.send(more)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n", 1)[0]:
            raise ConnectionRefusedError

    def forget_input(self) -> None:
        """Read and throw away whatever comes."""

        async def read() -> None:
            while await self.reader.read(1 << 16):
                pass

        self._reading = asyncio.ensure_future(_quietly(read()))


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame as clients send it."""
    return Frame(opcode, data, fin).serialize(mask=True)


async def _quietly(work: Awaitable[T]) -> None:
    with suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        await work


def by_connections(work: Work) -> Callable[[Target], None]:
    """Make an attack of what one connection does: `target.count` at once, and a new one for each that is closed."""

    @wraps(work)
    def attack(target: Target) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        asyncio.run(all_at_once(target))

    async def all_at_once(target: Target) -> None:
        await asyncio.gather(*(again_and_again(target) for _ in range(target.count)))

    async def again_and_again(target: Target) -> None:
        while True:
            await _quietly(connection(target))
            await asyncio.sleep(0.02)

    async def connection(target: Target) -> None:
        address = (target.source, 0)
        reader, writer = await asyncio.open_connection(target.host, target.port, local_addr=address)
        try:
            await work(Attacker(target, reader, writer))
        finally:
            writer.transport.abort()

    return attack


# ---- frames


@by_connections
async def ping_flood(attacker: Attacker) -> None:
    """Sockets that send empty pings as fast as they can."""
    await attacker.handshake()
    attacker.forget_input()
    attacker.target.under_way()
    while True:
        await attacker.send(frame(Opcode.PING) * PINGS_A_WRITE)


@by_connections
async def unread_pongs(attacker: Attacker) -> None:
    """Sockets that send the largest pings and read no pong."""
    await attacker.handshake()
    attacker.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport can
    attacker.target.under_way()
    while True:
        await attacker.send(frame(Opcode.PING, bytes(125)) * PINGS_A_WRITE)


@by_connections
async def pong_flood(attacker: Attacker) -> None:
    """Sockets that send pongs nobody asked for."""
    await attacker.handshake()
    attacker.target.under_way()
    while True:
        await attacker.send(frame(Opcode.PONG) * PINGS_A_WRITE)


@by_connections
async def empty_fragments(attacker: Attacker) -> None:
    """A message in fragments without content, which never ends."""
    await attacker.handshake()
    await attacker.send(frame(Opcode.TEXT, fin=False))
    attacker.target.under_way()
    while True:
        await attacker.send(frame(Opcode.CONT, fin=False) * PINGS_A_WRITE)


@by_connections
async def huge_message(attacker: Attacker) -> None:
    """A message in fragments of 1 kB, which never ends."""
    await attacker.handshake()
    await attacker.send(frame(Opcode.TEXT, bytes(1024), fin=False))
    attacker.target.under_way()
    while True:
        await attacker.send(frame(Opcode.CONT, bytes(1024), fin=False) * 16)


@by_connections
async def trickled_bytes(attacker: Attacker) -> None:
    """Frames that arrive byte by byte."""
    await attacker.handshake()
    attacker.target.under_way()
    while True:
        for byte in frame(Opcode.TEXT, b" " * 100):
            await attacker.send(bytes([byte]))
            await asyncio.sleep(0)


@by_connections
async def frames_in_handshake(attacker: Attacker) -> None:
    """Pings before the server has accepted the socket."""
    attacker.target.under_way()
    await attacker.handshake(more=frame(Opcode.PING, bytes(125)) * PINGS_A_WRITE)
    await attacker.reader.read()


@by_connections
async def request_flood(attacker: Attacker) -> None:
    """Sockets that send requests as fast as they can."""
    await attacker.handshake()
    attacker.forget_input()
    attacker.target.under_way()
    request = frame(Opcode.TEXT, json.dumps({"type": "ping", "t": 1}).encode())
    while True:
        await attacker.send(request * 100)


# ---- connections


@by_connections
async def idle_connections(attacker: Attacker) -> None:
    """Connections that say nothing."""
    attacker.target.under_way()
    await attacker.reader.read()


@by_connections
async def slow_headers(attacker: Attacker) -> None:
    """Requests whose header never ends."""
    await attacker.send(b"GET / HTTP/1.1\r\n")
    attacker.target.under_way()
    while True:
        await attacker.send(b"X-More: x\r\n")
        await asyncio.sleep(0.5)


@by_connections
async def slow_bodies(attacker: Attacker) -> None:
    """Requests whose body never ends."""
    headers = f"{attacker.host_header}X-Rectoverso: 1\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n"
    await attacker.send(f"POST /api/replay HTTP/1.1\r\n{headers}\r\n".encode())
    attacker.target.under_way()
    while True:
        await attacker.send(b" ")
        await asyncio.sleep(0.5)


@by_connections
async def unread_answers(attacker: Attacker) -> None:
    """Requests one after the other on a connection whose answers nobody reads."""
    attacker.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport can
    request = f"GET /api/site HTTP/1.1\r\n{attacker.host_header}\r\n".encode()
    attacker.target.under_way()
    while True:
        await attacker.send(request)


@by_connections
async def new_guests(attacker: Attacker) -> None:
    """A new guest with every request, and a new connection for every guest."""
    await attacker.send(f"GET /api/site HTTP/1.1\r\n{attacker.host_header}Connection: close\r\n\r\n".encode())
    attacker.target.under_way()
    await attacker.reader.read()


NETWORK_ATTACKS = [
    Attack(ping_flood, few=2, many=10),
    Attack(unread_pongs, few=2, many=10),
    Attack(pong_flood, few=2, many=10),
    Attack(empty_fragments, few=2, many=10),
    Attack(huge_message, few=2, many=10),
    Attack(trickled_bytes, few=2, many=20),
    Attack(frames_in_handshake, few=2, many=20),
    Attack(request_flood, few=2, many=100),
    Attack(idle_connections, few=50, many=2000),
    Attack(slow_headers, few=20, many=1500),
    Attack(slow_bodies, few=20, many=1500),
    Attack(unread_answers, few=4, many=100),
    Attack(new_guests, few=4, many=50),
]
