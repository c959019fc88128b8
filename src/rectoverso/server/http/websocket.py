"""A socket: uvicorn's WebSocket protocol with a short way to the connection.

Uvicorn passes every message through a queue to a task, and every answer back through another. This protocol calls the
connection directly, and sends what has gathered at the end of a turn of the event loop. Handshake and frames are those
of `websockets`. Everything that arrives is counted, whatever it is: the connection says when it is too much.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeGuard, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.protocol import Event

from ..live.connection import MAX_UNSENT_BYTES, Listener
from .tcp_connections import CONNECTIONS, TcpConnections

DIRECT = "rectoverso.direct"
"""The key under which a connection finds this protocol in its ASGI scope."""
COUNTED_BYTES = 1024
"""Data is parsed in pieces of this size. Each counts as a frame, or as the frames in it if there are more: so neither
many tiny frames in one packet nor bytes that trickle in are free."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._listener: Listener | None = None
        self._tcp: TcpConnections = self.app_state[CONNECTIONS]
        self._outbox = _outbox(self.loop)
        self._due = False
        self._unsent = 0

    def handle_connect(self, event: Any) -> None:
        """Offer the application the direct path."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast("dict[str, Any]", self.scope)["extensions"][DIRECT] = {"socket": self}

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self._tcp.lost(self.transport)
        super().connection_lost(exc)

    # ---- receiving

    def listen(self, listener: Listener) -> None:
        """The socket was accepted: from now on the listener gets everything as it arrives."""
        self._listener = listener
        self._tcp.request_arrived(self.transport)

    def data_received(self, data: bytes) -> None:
        """Parse what arrives piece by piece, so that what is over the limit is not even parsed."""
        if not self.handshake_initiated:
            super().data_received(data)  # the request, which uvicorn passes on
            if not self.handshake_initiated:
                self.abort()
        elif not self.handshake_complete:
            self.abort()  # no client may send frames before it was accepted
        else:
            for start in range(0, len(data), COUNTED_BYTES):
                if self.close_sent or self.transport.is_closing():
                    return
                super().data_received(data[start : start + COUNTED_BYTES])

    def handle_events(self) -> None:
        """Count frames of every kind before they are handled."""
        events, listener = self.conn.events, self._listener
        if listener is None:
            super().handle_events()
        elif not listener.count(len(events) or 1):
            self._fail(CloseCode.POLICY_VIOLATION, "too many frames")
        elif len(events) == 1 and _is_whole_text(frame := events[0]):  # the usual case, quickly
            self.conn.events_received()
            self._receive(listener, bytes(frame.data))
        else:
            super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """Pass a message straight to the connection."""
        data, self.frames = b"".join(self.frames), []
        if self._listener is None:
            return
        if self.curr_msg_data_type == "text":
            self._receive(self._listener, data)
        else:
            self._listener.receive(None)

    def _receive(self, listener: Listener, data: bytes) -> None:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self._fail(CloseCode.INVALID_DATA, "not UTF-8")
        else:
            listener.receive(text)

    def handle_ping(self) -> None:
        """`websockets` has queued the pong."""
        self._send_soon()

    def _fail(self, code: CloseCode, reason: str) -> None:
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    # ---- sending

    def write(self, message: bytes) -> int:
        """Send a text message at the end of this turn of the event loop; returns how many bytes are unsent."""
        try:
            self.conn.send_text(message)
        except InvalidState:  # it is closing, or closed
            return 0
        self._unsent += len(message)
        self._send_soon()
        return self._unsent

    def _send_soon(self) -> None:
        if not self._due:
            self._due = True
            self._outbox.add(self)

    def flush(self) -> None:
        """Send what has gathered; a client that reads nothing is cut off."""
        self._due = False
        transport = self.transport
        if not transport.is_closing():
            transport.write(b"".join(self.conn.data_to_send()))
        self._unsent = transport.get_write_buffer_size()
        if self._unsent > 2 * MAX_UNSENT_BYTES:
            self.abort()

    def abort(self) -> None:
        """Close at once, whatever is unsent."""
        self.transport.abort()


def _is_whole_text(event: Event) -> TypeGuard[Frame]:
    return isinstance(event, Frame) and event.opcode is Opcode.TEXT and event.fin


class Outbox:
    """The sockets of an event loop that have something to send; all are flushed at the end of its turn.

    Sending each message at once would cost more: it often wakes the client, which then competes for the processor.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._due: list[WebSocketProtocol] = []

    def add(self, socket: WebSocketProtocol) -> None:
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
