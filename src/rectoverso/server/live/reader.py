"""Who reads a table: a window of a guest, seen from one of his chairs or as a watcher."""

from __future__ import annotations

from typing import Protocol

from ..messages.common import Language


class Reader(Protocol):
    """One connection: what it looks from, in which language, and where its messages go."""

    guest: str
    chair: int | None
    lang: Language

    def send(self, message: bytes) -> None:
        """Put a message on its way."""

    def bye(self, code: str) -> None:
        """Say why, and close."""
