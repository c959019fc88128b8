"""Rate limits: a token bucket per client."""

from __future__ import annotations


class Bucket:
    """Allows `burst` requests at once, and `rate` per second in the long run."""

    __slots__ = ("_burst", "_left", "_rate", "_time")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._time = rate, burst, burst, now

    def take(self, now: float) -> bool:
        """Count a request; False if it is over the limit."""
        left = self._left + (now - self._time) * self._rate
        self._time = now
        if left > self._burst:
            left = self._burst
        if left < 1.0:
            self._left = left
            return False
        self._left = left - 1.0
        return True

    def full(self, now: float) -> bool:
        """Whether it has been quiet long enough to be forgotten."""
        return self._left + (now - self._time) * self._rate >= self._burst


class Buckets:
    """A bucket for each client; full ones are forgotten."""

    LIMIT = 20_000

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str, now: float) -> bool:
        """Count a request of this client; False if it is over the limit."""
        bucket = self._buckets.get(client)
        if bucket is None:
            if len(self._buckets) >= self.LIMIT:
                self._forget(now)
            bucket = self._buckets[client] = Bucket(self._rate, self._burst, now)
        return bucket.take(now)

    def _forget(self, now: float) -> None:
        self._buckets = {client: bucket for client, bucket in self._buckets.items() if not bucket.full(now)}
        if len(self._buckets) >= self.LIMIT:
            self._buckets.clear()
