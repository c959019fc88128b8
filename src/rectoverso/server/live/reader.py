"""Who reads a table: one connection of a guest, who looks from one of their chairs or as a watcher."""

from __future__ import annotations

from typing import Protocol

from ...errors import Refused
from ..messages.common import Language


class Reader(Protocol):
    """A connection as a room sees it: where it looks from, in which language, and where its messages go."""

    guest: str
    address: str
    chair: int | None
    lang: Language

    def send(self, message: bytes) -> None:
        """Send a message."""

    def acknowledge(self, id: str, n: int) -> None:
        """Answer a request: done as event number n."""

    def refuse(self, refused: Refused, id: str | None = None) -> None:
        """Answer a request: refused."""

    def bye(self, code: str) -> None:
        """Say why, and close."""
