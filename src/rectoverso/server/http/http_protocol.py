"""Uvicorn's HTTP protocol for bounded connections, whose requests have to arrive in time."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .tcp_connections import CONNECTIONS, TcpConnections


class HttpProtocol(H11Protocol):
    """One connection, until it ends or becomes a socket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._tcp: TcpConnections = self.app_state[CONNECTIONS]
        self._refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Accept the connection if there is room."""
        if self._tcp.accept(transport, self.loop.time()):
            super().connection_made(transport)
        else:
            self._refused = True
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        if not self._refused:
            self._tcp.lost(self.transport)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass the data on, and note whether the request is complete."""
        if self._refused:
            return
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._tcp.wait_for_request(self.transport, self.loop.time())
        else:
            self._tcp.request_arrived(self.transport)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a socket. A client that does not wait for the answer is cut off."""
        if self.conn.trailing_data[0]:
            self.transport.abort()
        else:
            super().handle_websocket_upgrade(event)
