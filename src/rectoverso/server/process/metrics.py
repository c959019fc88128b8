"""Prometheus metrics for the host: counts and times, never who or what."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector


class Moves(Collector):
    """Counts moves without a lock: only the event loop's thread counts."""

    made = 0

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The value for Prometheus."""
        yield CounterMetricFamily("rectoverso_moves", "Moves made at all tables", value=self.made)


REGISTRY = CollectorRegistry()
MOVES = Moves()
REGISTRY.register(MOVES)
CONNECTIONS = Gauge("rectoverso_connections", "Open sockets", registry=REGISTRY)
TABLES = Gauge("rectoverso_tables", "Tables in memory", registry=REGISTRY)
REFUSED = Counter("rectoverso_refused", "Requests refused, by code", ["code"], registry=REGISTRY)
DROPPED = Counter("rectoverso_dropped", "Readers dropped because they did not keep up", registry=REGISTRY)
REFUSED_CONNECTIONS = Counter(
    "rectoverso_refused_connections", "Connections for which there was no room", registry=REGISTRY
)
ERRORS = Counter("rectoverso_errors", "Our own mistakes: requests that ended in an error", registry=REGISTRY)
THINKING = Histogram(
    "rectoverso_thinking_seconds",
    "How long bots take, from being asked",
    buckets=(0.01, 0.03, 0.1, 0.3, 1.0, 2.0, 5.0),
    registry=REGISTRY,
)
LATE_BOTS = Counter("rectoverso_late_bots", "Bot moves by the rule of thumb: no thread was free", registry=REGISTRY)
COMMIT_SIZE = Histogram(
    "rectoverso_commit_size", "Writes in one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 200), registry=REGISTRY
)
