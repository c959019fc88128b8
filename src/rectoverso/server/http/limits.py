"""How often somebody may ask: a bucket that fills steadily and is emptied a request at a time."""

from __future__ import annotations


class Bucket:
    """So many requests at once, and so many a second for ever."""

    __slots__ = ("_left", "_most", "_rate", "_time")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most, self._left, self._time = rate, most, most, now

    def take(self, now: float) -> bool:
        """One request; False if it comes too soon."""
        left = self._left + (now - self._time) * self._rate
        self._time = now
        if left > self._most:
            left = self._most
        if left < 1.0:
            self._left = left
            return False
        self._left = left - 1.0
        return True

    def full(self, now: float) -> bool:
        """Has it been quiet so long that nothing is remembered?"""
        return self._left + (now - self._time) * self._rate >= self._most


class Buckets:
    """A bucket for each address or guest; those that are full again are forgotten."""

    MOST = 20_000

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, who: str, now: float) -> bool:
        """One request of somebody."""
        bucket = self._buckets.get(who)
        if bucket is None:
            if len(self._buckets) >= self.MOST:
                self._forget(now)
            bucket = self._buckets[who] = Bucket(self._rate, self._most, now)
        return bucket.take(now)

    def _forget(self, now: float) -> None:
        self._buckets = {who: bucket for who, bucket in self._buckets.items() if not bucket.full(now)}
        if len(self._buckets) >= self.MOST:
            self._buckets.clear()
