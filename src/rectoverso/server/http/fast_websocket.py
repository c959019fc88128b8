"""A faster path between the network and a connection.

Uvicorn passes every message through a queue to a task, and every answer back through another. For whole text frames,
which are all that our clients send, this protocol calls the connection directly and writes its answers straight to the
transport. Everything else (handshake, pings, closing, fragments, oversized frames) is left to uvicorn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the compiled one, if there is one

DIRECT = "rectoverso.direct"
"""The key under which a connection finds this protocol in its ASGI scope."""

_FIN, _TEXT, _BINARY, _CONTINUED, _OPCODE = 0x80, 1, 2, 0, 0x0F
_MASKED, _LENGTH, _SHORT = 0x80, 0x7F, 125
_TWO_BYTES, _MASK = 126, 4
_WHOLE_TEXT = _FIN | _TEXT
_WHOLE_TEXT_2 = bytes((_WHOLE_TEXT, _TWO_BYTES))


class FastWebSocketProtocol(WebSocketsSansIOProtocol):
    """One socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._incoming = bytearray()
        self._in_fragments = False
        self._outgoing: list[bytes] = []
        self._unsent = 0
        self._outbox = _outbox(self.loop)
        self.on_text: Callable[[str], None] | None = None

    def handle_connect(self, event: Any) -> None:
        """Offer the application the direct path."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope)["extensions"][DIRECT] = {"socket": self}

    # ---- receiving

    def data_received(self, data: bytes) -> None:
        """Pass whole text frames straight to the connection, everything else to uvicorn, frame by frame."""
        if self.on_text is None:
            super().data_received(data)
            return
        incoming = self._incoming
        if not incoming and len(data) == _frame_size(data):  # nearly always
            self._handle_frame(data)
            return
        incoming += data
        while (size := _frame_size(incoming)) and len(incoming) >= size:
            frame = bytes(incoming[:size])
            del incoming[:size]
            self._handle_frame(frame)
        if size > self.config.ws_max_size:
            self._pass_to_uvicorn()

    def _handle_frame(self, frame: bytes) -> None:
        if frame[0] != _WHOLE_TEXT or self._in_fragments or not frame[1] & _MASKED or self.on_text is None:
            opcode = frame[0] & _OPCODE
            if opcode in (_TEXT, _BINARY, _CONTINUED):
                self._in_fragments = not frame[0] & _FIN
            super().data_received(frame)
            return
        start = 2 if frame[1] & _LENGTH <= _SHORT else 4
        payload = apply_mask(frame[start + _MASK :], frame[start : start + _MASK])
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            super().data_received(frame)
            return
        self.on_text(text)

    def _pass_to_uvicorn(self) -> None:
        """The frame is too large: let uvicorn refuse it."""
        data = bytes(self._incoming)
        self._incoming.clear()
        super().data_received(data)

    # ---- sending

    def write(self, message: bytes) -> int:
        """Send a text frame at the end of this turn of the event loop; returns how many bytes are unsent."""
        if self.close_sent or self.disconnected:
            return 0
        if not self._outgoing:
            self._outbox.add(self)
        self._outgoing += (_frame_head(len(message)), message)
        self._unsent += len(message)
        return self._unsent

    def flush(self) -> None:
        """Send the collected frames."""
        frames = b"".join(self._outgoing)
        self._outgoing.clear()
        transport = self.transport
        if not (self.close_sent or self.disconnected or transport.is_closing()):
            transport.write(frames)
        self._unsent = transport.get_write_buffer_size()

    def abort(self) -> None:
        """Close at once, whatever is unsent."""
        self.transport.abort()


class Outbox:
    """The sockets of an event loop that have something to send; all are flushed at the end of its turn.

    Sending each message at once would cost more: it often wakes the client, which then competes for the processor.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._due: list[FastWebSocketProtocol] = []

    def add(self, socket: FastWebSocketProtocol) -> None:
        """Flush this socket when the turn ends."""
        if not self._due:
            self._loop.call_soon(self._flush)
        self._due.append(socket)

    def _flush(self) -> None:
        due, self._due = self._due, []
        for socket in due:
            try:
                socket.flush()
            except Exception as error:  # concerns this socket alone
                self._loop.call_exception_handler({"message": "a socket could not send", "exception": error})


_outboxes: WeakKeyDictionary[asyncio.AbstractEventLoop, Outbox] = WeakKeyDictionary()


def _outbox(loop: asyncio.AbstractEventLoop) -> Outbox:
    if loop not in _outboxes:
        _outboxes[loop] = Outbox(loop)
    return _outboxes[loop]


def _frame_head(size: int) -> bytes:
    """The head of a text frame with `size` bytes."""
    if _SHORT < size < 1 << 16:
        return _WHOLE_TEXT_2 + size.to_bytes(2, "big")
    if size <= _SHORT:
        return bytes((_WHOLE_TEXT, size))
    return bytes((_WHOLE_TEXT, _LENGTH)) + size.to_bytes(8, "big")


def _frame_size(data: bytes | bytearray) -> int:
    """The size of the first frame; 0 while it is unknown. Frames of 64 kB and more count as endless: none are ours."""
    if len(data) < 2:
        return 0
    length, start = data[1] & _LENGTH, 2
    if length == _TWO_BYTES:
        if len(data) < 4:
            return 0
        length, start = data[2] << 8 | data[3], 4
    elif length > _TWO_BYTES:
        return 1 << 62
    return start + (_MASK if data[1] & _MASKED else 0) + length
