"""Attacks on the network side: frames, trickles, idle and slow connections, floods of requests and of guests."""

from __future__ import annotations

import asyncio
import json
import os
import resource
from base64 import b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
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

    async def send(self, data: bytes) -> None:
        """Send, as fast as the server takes it."""
        self.writer.write(data)
        await self.writer.drain()

    async def handshake(self, more: bytes = b"") -> None:
        """Open a WebSocket; `more` follows before the server has answered."""
        key = b64encode(os.urandom(16)).decode()
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        host = f"Host: {self.target.host}:{self.target.port}\r\n"
        await self.send(f"GET /api/socket HTTP/1.1\r\n{host}{upgrade}Sec-WebSocket-Key: {key}\r\n\r\n".encode())
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


def attack(target: Target, work: Work) -> None:
    """`target.count` connections at once; each begins anew when it is closed."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)

    async def connection() -> None:
        address = (target.source, 0)
        reader, writer = await asyncio.open_connection(target.host, target.port, local_addr=address)
        try:
            await work(Attacker(target, reader, writer))
        finally:
            writer.transport.abort()

    async def again_and_again() -> None:
        while True:
            await _quietly(connection())
            await asyncio.sleep(0.02)

    async def all_at_once() -> None:
        await asyncio.gather(*(again_and_again() for _ in range(target.count)))

    asyncio.run(all_at_once())


# ---- frames


def ping_flood(target: Target) -> None:
    """Sockets that send empty pings as fast as they can."""

    async def work(attacker: Attacker) -> None:
        await attacker.handshake()
        attacker.forget_input()
        target.under_way()
        while True:
            await attacker.send(frame(Opcode.PING) * PINGS_A_WRITE)

    attack(target, work)


def unread_pongs(target: Target) -> None:
    """Sockets that send the largest pings and read no pong."""

    async def work(attacker: Attacker) -> None:
        await attacker.handshake()
        attacker.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport can
        target.under_way()
        while True:
            await attacker.send(frame(Opcode.PING, bytes(125)) * PINGS_A_WRITE)

    attack(target, work)


def pong_flood(target: Target) -> None:
    """Sockets that send pongs nobody asked for."""

    async def work(attacker: Attacker) -> None:
        await attacker.handshake()
        target.under_way()
        while True:
            await attacker.send(frame(Opcode.PONG) * PINGS_A_WRITE)

    attack(target, work)


def empty_fragments(target: Target) -> None:
    """A message in fragments without content, which never ends."""

    async def work(attacker: Attacker) -> None:
        await attacker.handshake()
        await attacker.send(frame(Opcode.TEXT, fin=False))
        target.under_way()
        while True:
            await attacker.send(frame(Opcode.CONT, fin=False) * PINGS_A_WRITE)

    attack(target, work)


def huge_message(target: Target) -> None:
    """A message in fragments of 1 kB, which never ends."""

    async def work(attacker: Attacker) -> None:
        await attacker.handshake()
        await attacker.send(frame(Opcode.TEXT, bytes(1024), fin=False))
        target.under_way()
        while True:
            await attacker.send(frame(Opcode.CONT, bytes(1024), fin=False) * 16)

    attack(target, work)


def trickled_bytes(target: Target) -> None:
    """Frames that arrive byte by byte."""

    async def work(attacker: Attacker) -> None:
        await attacker.handshake()
        target.under_way()
        while True:
            for byte in frame(Opcode.TEXT, b" " * 100):
                await attacker.send(bytes([byte]))
                await asyncio.sleep(0)

    attack(target, work)


def frames_in_handshake(target: Target) -> None:
    """Pings before the server has accepted the socket."""

    async def work(attacker: Attacker) -> None:
        target.under_way()
        await attacker.handshake(more=frame(Opcode.PING, bytes(125)) * PINGS_A_WRITE)
        await attacker.reader.read()

    attack(target, work)


def request_flood(target: Target) -> None:
    """Sockets that send requests as fast as they can."""

    async def work(attacker: Attacker) -> None:
        await attacker.handshake()
        attacker.forget_input()
        target.under_way()
        request = frame(Opcode.TEXT, json.dumps({"type": "ping", "t": 1}).encode())
        while True:
            await attacker.send(request * 100)

    attack(target, work)


# ---- connections


def idle_connections(target: Target) -> None:
    """Connections that say nothing."""

    async def work(attacker: Attacker) -> None:
        target.under_way()
        await attacker.reader.read()

    attack(target, work)


def slow_headers(target: Target) -> None:
    """Requests whose header never ends."""

    async def work(attacker: Attacker) -> None:
        await attacker.send(b"GET / HTTP/1.1\r\n")
        target.under_way()
        while True:
            await attacker.send(b"X-More: x\r\n")
            await asyncio.sleep(0.5)

    attack(target, work)


def slow_bodies(target: Target) -> None:
    """Requests whose body never ends."""

    async def work(attacker: Attacker) -> None:
        host = f"Host: {target.host}:{target.port}\r\n"
        headers = f"{host}X-Rectoverso: 1\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n"
        await attacker.send(f"POST /api/replay HTTP/1.1\r\n{headers}\r\n".encode())
        target.under_way()
        while True:
            await attacker.send(b" ")
            await asyncio.sleep(0.5)

    attack(target, work)


def unread_answers(target: Target) -> None:
    """Requests one after the other on a connection whose answers nobody reads."""

    async def work(attacker: Attacker) -> None:
        attacker.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport can
        request = f"GET /api/site HTTP/1.1\r\nHost: {target.host}:{target.port}\r\n\r\n".encode()
        target.under_way()
        while True:
            await attacker.send(request)

    attack(target, work)


def new_guests(target: Target) -> None:
    """A new guest with every request, and a new connection for every guest."""

    async def work(attacker: Attacker) -> None:
        request = f"GET /api/site HTTP/1.1\r\nHost: {target.host}:{target.port}\r\nConnection: close\r\n\r\n"
        await attacker.send(request.encode())
        target.under_way()
        await attacker.reader.read()

    attack(target, work)


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
