"""The metrics on an address of their own: each process of a server has its own port, and Prometheus asks them all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from wsgiref.simple_server import WSGIServer

import structlog
from prometheus_client import start_http_server

from .metrics import REGISTRY

log = structlog.get_logger("metrics")

MAX_PROCESSES = 64
"""A process takes the first free port, of this many."""


@contextmanager
def metrics_listener(address: tuple[str, int] | None) -> Iterator[int | None]:
    """Answer Prometheus there, in a thread; on which port. A server that cannot says so, and goes on without."""
    started = None if address is None else _start(*address)
    try:
        yield None if started is None else started[0].server_port
    finally:
        if started is not None:
            started[0].shutdown()
            started[0].server_close()


def _start(host: str, first: int) -> tuple[WSGIServer, Thread] | None:
    reason = ""
    for port in range(first, min(first + MAX_PROCESSES, 65_536)):
        try:
            started = start_http_server(port, host, REGISTRY)
        except OSError as error:
            reason = error.strerror or str(error)
            continue
        log.info("metrics", host=host, port=started[0].server_port)
        return started
    log.error("metrics cannot be served", host=host, port=first, error=reason)
    return None
