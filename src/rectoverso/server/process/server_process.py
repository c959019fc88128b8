"""The server as a process: it says where it is once it can be reached, and goodbye before it goes."""

from __future__ import annotations

import socket
import sys

import uvicorn

from ..storage.address_file import address_of

GOODBYE = "rectoverso.goodbye"
"""The name under which the application leaves, in its lifespan's state, what tells everybody that the server stops."""


class Process(uvicorn.Server):
    """Uvicorn, with manners."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say where."""
        await super().startup(sockets)
        for listening in sockets or []:
            print(f"Recto Verso is at {address_of(listening)}", file=sys.stderr, flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Everybody hears why before uvicorn closes the connections."""
        if (goodbye := self.lifespan.state.get(GOODBYE)) is not None:
            await goodbye()
        await super().shutdown(sockets)
