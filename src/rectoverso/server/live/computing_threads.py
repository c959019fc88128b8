"""Odds, advice and replays are computed in a few separate threads: neither bots nor storage wait for them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from ...errors import Refused
from ..process.rate_limits import Buckets
from .fair_queue import FairQueue

if TYPE_CHECKING:
    from ..process.settings import Settings

THREADS = 2
MAX_REQUESTS, MAX_REQUESTS_OF_AN_ADDRESS, MAX_REQUESTS_OF_A_GUEST = 32, 6, 2
"""Requests that may be under way or wait, in all, of one address and of one guest."""

T = TypeVar("T")


class _Requested(Struct, eq=False):
    """Something to compute, and who waits for it."""

    work: Callable[[], Any]
    done: asyncio.Future[Any]


class ComputingThreads:
    """Compute for all guests: addresses take turns, and none has more than one thread at a time."""

    def __init__(self, settings: Settings) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="computing")
        self._queue: FairQueue[_Requested] = FairQueue()
        self._rates = Buckets(settings.computing_rate, settings.computing_burst)
        self._busy_for: set[str] = set()
        self._addresses: Counter[str] = Counter()
        self._guests: Counter[str] = Counter()

    async def compute(self, address: str, guest: str, work: Callable[[], T]) -> T:
        """Do some work for a guest; refused if they ask for too much."""
        loop = asyncio.get_running_loop()
        self._check(address, guest, loop.time())
        requested = _Requested(work, loop.create_future())
        self._queue.add(address, requested)
        self._count(address, guest, 1)
        try:
            self._assign()
            found: T = await requested.done
            return found
        finally:
            self._queue.remove(address, requested)
            self._count(address, guest, -1)

    def _check(self, address: str, guest: str, now: float) -> None:
        full = self._addresses.total() >= MAX_REQUESTS or self._addresses[address] >= MAX_REQUESTS_OF_AN_ADDRESS
        if full or self._guests[guest] >= MAX_REQUESTS_OF_A_GUEST:
            raise Refused("busy")
        if not self._rates.take(address, now):
            raise Refused("too-many-requests")

    def _count(self, address: str, guest: str, change: int) -> None:
        for counter, key in ((self._addresses, address), (self._guests, guest)):
            counter[key] += change
            if not counter[key]:
                del counter[key]

    def _assign(self) -> None:
        while len(self._busy_for) < THREADS:
            taken = self._queue.take(lambda address: address not in self._busy_for)
            if taken is None:
                return
            address, requested = taken
            self._busy_for.add(address)
            working = asyncio.get_running_loop().run_in_executor(self._threads, requested.work)
            working.add_done_callback(partial(self._done, address, requested.done))

    def _done(self, address: str, done: asyncio.Future[Any], work: asyncio.Future[Any]) -> None:
        self._busy_for.discard(address)
        if work.cancelled():
            return
        error = work.exception()
        if done.done():  # nobody waits for it any more
            pass
        elif error is not None:
            done.set_exception(error)
        else:
            done.set_result(work.result())
        self._assign()

    def close(self) -> None:
        """Stop; nobody waits any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
