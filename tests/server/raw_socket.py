"""A TCP connection to a server, byte by byte, for what no well-behaved client sends."""

from __future__ import annotations

import socket
from base64 import b64encode
from contextlib import suppress

from websockets.frames import Frame, Opcode

from tests.server.site import PATIENCE


def frame(opcode: Opcode, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame as clients send it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def upgrade(address: str, *more: str) -> bytes:
    """The request that opens a WebSocket."""
    lines = [
        "GET /api/socket HTTP/1.1", f"Host: {address}", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {b64encode(bytes(16)).decode()}", *more,
    ]  # fmt: skip
    return "\r\n".join([*lines, "", ""]).encode()


class RawSocket:
    """One connection."""

    def __init__(self, address: str) -> None:
        self.address = address
        host, port = address.split(":")
        self.tcp = socket.create_connection((host, int(port)), timeout=PATIENCE)
        self.tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> RawSocket:
        return self

    def __exit__(self, *_: object) -> None:
        self.tcp.close()

    def send(self, data: bytes) -> None:
        """Send; if the server has closed the connection, what it said shows it."""
        with suppress(ConnectionError):
            self.tcp.sendall(data)

    def open(self) -> None:
        """Open a WebSocket."""
        self.send(upgrade(self.address))
        assert self.answer().startswith(b"HTTP/1.1 101 ")

    def answer(self) -> bytes:
        """The header of an answer."""
        said = b""
        while not said.endswith(b"\r\n\r\n"):
            byte = self.tcp.recv(1)
            assert byte, said
            said += byte
        return said

    def to_the_end(self) -> bytes:
        """All that comes until the server closes the connection."""
        said = b""
        with suppress(ConnectionError):  # cut off
            while data := self.tcp.recv(1 << 16):
                said += data
        return said

    def some(self) -> bytes:
        """What comes next."""
        data = self.tcp.recv(1 << 16)
        assert data, "the server has closed the connection"
        return data


def close_code(said: bytes) -> int:
    """The code of the close frame at the end of what the server said."""
    start = said.rindex(b"\x88")
    return int.from_bytes(said[start + 2 : start + 4], "big")
