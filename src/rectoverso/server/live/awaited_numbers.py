"""Who waits until an event that another process has written has happened here too."""

from __future__ import annotations

import asyncio
from contextlib import suppress

TIMEOUT_S = 3.0
"""How long a request waits for what other processes have written."""


class AwaitedNumbers:
    """The numbers of events that somebody waits for."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    async def wait_for(self, n: int) -> None:
        """Wait until event number `n` has happened, or for as long as somebody can be kept waiting."""
        reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((n, reached))
        with suppress(TimeoutError):
            await asyncio.wait_for(reached, TIMEOUT_S)

    def reached(self, n: float) -> None:
        """The events up to this number have happened."""
        if not self._waiting:
            return
        for number, reached in self._waiting:
            if number <= n and not reached.done():
                reached.set_result(None)
        self._waiting = [(number, reached) for number, reached in self._waiting if not reached.done()]
