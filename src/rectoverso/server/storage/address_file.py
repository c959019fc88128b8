"""The file beside a database that says where its server is, for a process that finds the database in use."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from socket import socket


def address_of(listening: socket) -> str:
    """The URL of a listening socket."""
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


class AddressFile:
    """Holds the URL of the server that has the database open."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file

    def write(self, address: str) -> None:
        """Write the server's address; a server that cannot write it still serves."""
        if self._file is not None:
            with suppress(OSError):
                self._file.write_text(address, encoding="ascii")

    def read(self) -> str | None:
        """The URL, or None where none was written."""
        try:
            return None if self._file is None else self._file.read_text(encoding="ascii") or None
        except (OSError, UnicodeDecodeError):
            return None

    def remove(self) -> None:
        """Remove the file."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink()
