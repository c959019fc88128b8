"""The server's clock: it tells the time of day, and never jumps."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

_MS, _MAX_CORRECTION = 1_000_000, 100
"""Nanoseconds in a millisecond; the clock is put right by at most a hundredth of the time that has passed."""


def _steady_clock() -> Callable[[], int]:
    """A clock that nobody can set; where possible it goes on while the machine sleeps."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME)
    return time.monotonic_ns


class SteadyClock:
    """Milliseconds since 1970. When somebody sets the system's clock, this one follows slowly, up to 1 % off its speed.

    So whatever happens to the system's clock, a turn of 60 s lasts between 59 and 61 s. For one thread only.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] | None = None) -> None:
        self._wall, self._steady = wall, steady or _steady_clock()
        self._time, self._read_at = wall(), self._steady()

    def __call__(self) -> int:
        """The time now."""
        read_at = self._steady()
        passed, self._read_at = max(0, read_at - self._read_at), read_at
        self._time += passed
        most, off = passed // _MAX_CORRECTION, self._wall() - self._time
        self._time += off if -most <= off <= most else most if off > 0 else -most
        return self._time // _MS

    @property
    def off_ms(self) -> int:
        """By how much the system's clock is ahead of this one."""
        return self._wall() // _MS - self()
