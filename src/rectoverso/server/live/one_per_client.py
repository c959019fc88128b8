"""One piece of work at a time for each client, so that nobody starves the others."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class OnePerClient:
    """Who waits, by client; first come, first served."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Around a piece of work of this client."""
        lock = self._locks.setdefault(client, asyncio.Lock())
        self._waiting[client] += 1
        try:
            async with lock:
                yield
                await asyncio.sleep(0)  # let the others get on before this client's next turn
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client], self._locks[client]
