"""One of several server processes. It inherits the listening socket, and ends when its supervisor has ended."""

from __future__ import annotations

import os
import socket
import sys
import threading

from ..process.process_name import process_name
from .serve import worker_server
from .uvicorn_server import Server


def main(name: str, listening: int, ready: int, alive: int) -> None:
    """Serve on an inherited socket. `ready`: a pipe to the supervisor; `alive`: a pipe that ends with it."""
    server = worker_server(lambda: os.write(ready, b"."), process_name(os.getpid(), name))
    threading.Thread(target=_stop_with_supervisor, args=(server, alive), daemon=True).start()
    server.run(sockets=[socket.socket(fileno=listening)])


def _stop_with_supervisor(server: Server, alive: int) -> None:
    os.read(alive, 1)  # nothing is ever written to it
    server.should_exit = True


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
