"""Rate limits: token buckets by connection and by address."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from .settings import Settings

_IPV6_PREFIX = 64
"""One subscriber has at least this whole network, so an address in it says nothing."""


@lru_cache(maxsize=4096)
def limited_address(address: str) -> str:
    """What limits count by: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # not an address, for example the name of a local socket
        return address[:64]
    if isinstance(parsed, ipaddress.IPv4Address) or parsed.is_loopback:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, _IPV6_PREFIX), strict=False))


class Bucket:
    """Allows `burst` requests at once, and `rate` per second in the long run."""

    __slots__ = ("_burst", "_left", "_rate", "_time")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._time = rate, burst, burst, now

    def take(self, now: float, amount: int = 1) -> bool:
        """Count requests; False if they are over the limit. A refused request also uses up what was left."""
        left = self._left + (now - self._time) * self._rate
        self._time = now
        if left > self._burst:
            left = self._burst
        if left < amount:
            self._left = left % 1.0
            return False
        self._left = left - amount
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

    def take(self, client: str, now: float, amount: int = 1) -> bool:
        """Count requests of this client; False if they are over the limit."""
        bucket = self._buckets.get(client)
        if bucket is None:
            if len(self._buckets) >= self.LIMIT:
                self._forget(now)
            bucket = self._buckets[client] = Bucket(self._rate, self._burst, now)
        return bucket.take(now, amount)

    def _forget(self, now: float) -> None:
        self._buckets = {client: bucket for client, bucket in self._buckets.items() if not bucket.full(now)}
        if len(self._buckets) >= self.LIMIT:
            self._buckets.clear()


class AddressLimits:
    """What each address may do, whatever cookies it shows."""

    def __init__(self, settings: Settings) -> None:
        self.frames = Buckets(settings.address_frame_rate, settings.address_frame_burst)
        """Frames on all sockets together."""
        self.new_guests = Buckets(settings.new_guest_rate, settings.new_guest_burst)
