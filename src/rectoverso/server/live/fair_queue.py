"""A queue that serves its clients in turn, so that one who asks for much does not keep the others waiting."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """First come, first served within a client; the clients take turns."""

    def __init__(self) -> None:
        self._clients: dict[str, deque[Item]] = {}
        """By client, what waits; the client whose turn is next comes first."""

    def __len__(self) -> int:
        return sum(map(len, self._clients.values()))

    def waiting(self, client: str) -> int:
        """How many items of a client wait."""
        return len(self._clients.get(client, ()))

    def add(self, client: str, item: Item) -> None:
        """Put an item behind the others of its client."""
        self._clients.setdefault(client, deque()).append(item)

    def remove(self, client: str, item: Item) -> bool:
        """Take an item out; False if it does not wait any more."""
        items = self._clients.get(client)
        if items is None or item not in items:
            return False
        items.remove(item)
        if not items:
            del self._clients[client]
        return True

    def take(self, allowed: Callable[[str], bool]) -> tuple[str, Item] | None:
        """The next item of the next client that is allowed one; that client is then last in turn."""
        for client in self._clients:
            if allowed(client):
                items = self._clients.pop(client)
                item = items.popleft()
                if items:
                    self._clients[client] = items
                return client, item
        return None
