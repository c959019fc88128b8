"""Prometheus metrics for the host: counts and times, never who or what. docs/hosting.md lists them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

LATENCY_BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds."""


class Moves(Collector):
    """Counts moves without a lock: only the event loop's thread counts."""

    made = 0

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The value for Prometheus."""
        yield CounterMetricFamily("rectoverso_moves", "Moves made at all tables", value=self.made)


class MoveSeconds(Collector):
    """How long moves take, without a lock: only the event loop's thread observes."""

    def __init__(self) -> None:
        self._counts = [0] * (len(LATENCY_BUCKETS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count a move."""
        self._counts[bisect_left(LATENCY_BUCKETS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """The values for Prometheus: each bucket also counts what is in those before it."""
        buckets, so_far = [], 0
        for limit, count in zip([*map(str, LATENCY_BUCKETS), "+Inf"], self._counts, strict=True):
            so_far += count
            buckets.append((limit, so_far))
        help = "Time of a move, from its arrival until it is stored and told to all readers"
        yield HistogramMetricFamily("rectoverso_move_seconds", help, buckets=buckets, sum_value=self._sum)


REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)  # memory, CPU time and open files of this process; on Linux
MOVES, MOVE_SECONDS = Moves(), MoveSeconds()
REGISTRY.register(MOVES)
REGISTRY.register(MOVE_SECONDS)
CONNECTIONS = Gauge("rectoverso_connections", "Open sockets", registry=REGISTRY)
TABLES = Gauge("rectoverso_tables", "Tables in memory", registry=REGISTRY)
REFUSED = Counter("rectoverso_refused", "Requests refused, by code", ["code"], registry=REGISTRY)
DROPPED = Counter("rectoverso_dropped", "Readers dropped because they did not keep up", registry=REGISTRY)
REFUSED_CONNECTIONS = Counter(
    "rectoverso_refused_connections", "Connections for which there was no room", registry=REGISTRY
)
ERRORS = Counter("rectoverso_errors", "Our own mistakes: requests that ended in an error", registry=REGISTRY)
BOT_QUEUE = Gauge("rectoverso_bot_queue", "Bots that wait for a thread", registry=REGISTRY)
BOT_WAIT = Histogram(
    "rectoverso_bot_wait_seconds",
    "How long bots wait for a thread",
    buckets=(0.001, 0.01, 0.03, 0.1, 0.3, 1.0, 2.0),
    registry=REGISTRY,
)
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
COMMIT_SECONDS = Histogram(
    "rectoverso_commit_seconds", "How long a commit takes", buckets=LATENCY_BUCKETS, registry=REGISTRY
)
OVERTAKEN = Counter(
    "rectoverso_overtaken_writes",
    "Writes that came second to those of another process, and were decided again",
    registry=REGISTRY,
)
WRITING = Gauge("rectoverso_database_writing", "1: the last write to the database has succeeded", registry=REGISTRY)
WRITING.set(1)
LEASES = Counter(
    "rectoverso_lease_changes",
    "Tables whose bots and clocks this process has taken over or given up, by change",
    ["change"],
    registry=REGISTRY,
)
LEASES_HELD = Gauge(
    "rectoverso_leases", "Tables whose bots and clocks this process runs; on PostgreSQL", registry=REGISTRY
)
