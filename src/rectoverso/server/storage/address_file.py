"""Where a running server is: written beside its database, for anyone who is refused because it is in use."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from socket import socket


def address_of(listening: socket) -> str:
    """What to type into a browser."""
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


class AddressFile:
    """Where the server that holds a database says its address, for whoever is refused."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file

    def write(self, address: str) -> None:
        """The server is here; where that cannot be written, it serves all the same."""
        if self._file is not None:
            with suppress(OSError):
                self._file.write_text(address, encoding="ascii")

    def read(self) -> str | None:
        """Where the server is, once it has said so."""
        try:
            return None if self._file is None else self._file.read_text(encoding="ascii") or None
        except (OSError, UnicodeDecodeError):
            return None

    def remove(self) -> None:
        """Nobody is here."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink()
