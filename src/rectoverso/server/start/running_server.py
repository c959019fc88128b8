"""What a running server says of itself to its host: the metrics of all its processes."""

from __future__ import annotations

from http.client import HTTPException
from urllib.request import urlopen

from msgspec import Struct
from prometheus_client.parser import text_string_to_metric_families

from ..process.metrics_listener import MAX_PROCESSES
from ..storage.server_lock import address_of_server
from .environment import metrics_address

TIMEOUT_S = 5.0


class ProcessFigures(Struct, frozen=True):
    """One process of the server."""

    sockets: int
    tables: int
    memory_mb: int


def processes(db: str) -> list[ProcessFigures]:
    """The processes that answer: those at the address of the metrics, else the server that has this database open."""
    own = metrics_address()
    if own is not None:
        host, first = own
        shown = f"[{host}]" if ":" in host else host
        urls = [f"http://{shown}:{port}" for port in range(first, first + MAX_PROCESSES)]
    else:
        address = address_of_server(db)
        urls = [] if address is None else [address]
    found = []
    for url in urls:
        figures = _asked(f"{url}/metrics")
        if figures is None:
            break
        found.append(figures)
    return found


def _asked(url: str) -> ProcessFigures | None:
    """What a process says; None if none answers there, or not to us."""
    try:
        with urlopen(url, timeout=TIMEOUT_S) as answer:
            families = {family.name: family for family in text_string_to_metric_families(answer.read().decode())}
    except (OSError, HTTPException, ValueError):
        return None

    def value(name: str) -> int:
        return int(families[name].samples[0].value) if name in families else 0

    memory = value("process_resident_memory_bytes") // 1_000_000
    return ProcessFigures(value("rectoverso_connections"), value("rectoverso_tables"), memory)
