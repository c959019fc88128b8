"""All TCP connections: their number is limited, in total and by address; idle, slow and unread ones are closed."""

from __future__ import annotations

import asyncio
from collections import Counter

from ..process import metrics
from ..process.proxies import Proxies
from ..process.rate_limits import Buckets, limited_address
from ..process.settings import Settings

CONNECTIONS = "rectoverso.connections"
"""The key in the lifespan's state under which protocols find the one `TcpConnections` of the server."""
REQUEST_TIMEOUT_S = 10.0
"""Time allowed for a request, header and body, to arrive."""
CLOSE_TIMEOUT_S = 5.0
"""Time allowed for a connection that closes to send its last bytes."""
STALLED_TIMEOUT_S = 15.0
"""A client that reads nothing for this long although something is there for it is cut off."""
UNREAD_TIMEOUT_S = 120.0
"""A client that does not catch up for this long is cut off."""
CHECK_EVERY_S = 1.0


class TcpConnection:
    """One connection, and since when it waits for its client."""

    __slots__ = ("address", "closing_since", "deadline", "stalled_since", "transport", "unread_since", "unsent")

    def __init__(self, transport: asyncio.Transport, address: str) -> None:
        self.transport, self.address = transport, address
        self.deadline: float | None = None
        self.closing_since: float | None = None
        self.unsent = 0
        self.stalled_since = self.unread_since = 0.0

    def overdue(self, now: float) -> bool:
        """Whether the client has let the server wait for too long."""
        if self.transport.is_closing():
            if self.closing_since is None:
                self.closing_since = now
            return now - self.closing_since > CLOSE_TIMEOUT_S
        return (self.deadline is not None and now > self.deadline) or self._unread(now)

    def _unread(self, now: float) -> bool:
        unsent = self.transport.get_write_buffer_size()
        if self.unsent == 0:
            self.unread_since = self.stalled_since = now
        elif unsent < self.unsent:
            self.stalled_since = now
        self.unsent = unsent
        if unsent == 0:
            return False
        return now - self.stalled_since > STALLED_TIMEOUT_S or now - self.unread_since > UNREAD_TIMEOUT_S


class TcpConnections:
    """All connections of the server, from accept to their end."""

    def __init__(self, settings: Settings) -> None:
        self.limit, self._limit_by_address = settings.max_connections, settings.max_connections_per_address
        self._proxies = Proxies(settings.proxies)
        self._new = Buckets(settings.connection_rate, settings.connection_burst)
        self._all: dict[asyncio.BaseTransport, TcpConnection] = {}
        self._by_address: Counter[str] = Counter()
        self._waiting: dict[TcpConnection, None] = {}
        """Those whose request has not arrived yet, in the order of their deadlines."""

    def __len__(self) -> int:
        return len(self._all)

    def accept(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether there is room for this connection. If there is none left, the one that waits longest has to go."""
        peer = transport.get_extra_info("peername")
        address = limited_address(peer[0] if peer else "local")
        if address not in self._proxies and not (
            self._by_address[address] < self._limit_by_address and self._new.take(address, now)
        ):
            metrics.REFUSED_CONNECTIONS.inc()
            return False
        if len(self._all) >= self.limit:
            metrics.REFUSED_CONNECTIONS.inc()
            if not self._waiting:
                return False
            self._cut_off(next(iter(self._waiting)))
        self._all[transport] = TcpConnection(transport, address)
        self._by_address[address] += 1
        self.wait_for_request(transport, now)
        return True

    def lost(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        connection = self._all.pop(transport, None)
        if connection is None:
            return
        self._waiting.pop(connection, None)
        self._by_address[connection.address] -= 1
        if not self._by_address[connection.address]:
            del self._by_address[connection.address]

    def wait_for_request(self, transport: asyncio.BaseTransport, now: float) -> None:
        """From now on the client has to send a request; asking again does not extend its time."""
        connection = self._all.get(transport)
        if connection is not None and connection.deadline is None:
            connection.deadline = now + REQUEST_TIMEOUT_S
            self._waiting[connection] = None

    def request_arrived(self, transport: asyncio.BaseTransport) -> None:
        """The whole request is there, or the socket accepted."""
        connection = self._all.get(transport)
        if connection is not None:
            connection.deadline = None
            self._waiting.pop(connection, None)

    async def cut_off_overdue(self) -> None:
        """Cut off clients that let the server wait; runs as long as the server."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(CHECK_EVERY_S)
            now = loop.time()
            for connection in list(self._all.values()):
                if connection.overdue(now):
                    self._cut_off(connection)

    def _cut_off(self, connection: TcpConnection) -> None:
        self.lost(connection.transport)
        connection.transport.abort()
