"""Uvicorn's server, which prints its address when it is ready and says goodbye to clients before it stops."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable

import structlog
import uvicorn

from ..http.app import GOODBYE
from ..http.tcp_connections import CONNECTIONS
from ..storage.address_file import address_of
from .open_files import limit

log = structlog.get_logger("uvicorn_server")


class Server(uvicorn.Server):
    """Uvicorn's server with a start message and a goodbye."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object] | None = None) -> None:
        """`ready` is called instead of printing the address."""
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the address."""
        await super().startup(sockets)
        if self._ready is not None:
            self._ready()
        else:
            for listening in sockets or []:
                print(f"Recto Verso is at {address_of(listening)}", file=sys.stderr, flush=True)
        log.info("limits", open_files=limit(), connections=self.lifespan.state[CONNECTIONS].limit)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell clients that the server stops, before uvicorn closes their connections."""
        if (goodbye := self.lifespan.state.get(GOODBYE)) is not None:
            await goodbye()
        await super().shutdown(sockets)
