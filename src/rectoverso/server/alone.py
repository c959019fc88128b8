"""One server a database, and where it is: all its tables live in that server's memory.

A killed server's lock is gone with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import socket

from filelock import FileLock, Timeout
from sqlalchemy import select
from sqlalchemy.engine import URL
from sqlalchemy.sql.functions import func

from ..errors import BadInput
from .database import connected, database_url, is_sqlite, named, sqlite_file

_KEY = 0x5256  # of PostgreSQL's advisory lock, which belongs to one database


class InUse(BadInput):
    """Another server has the database; `address` is where it is, if that is known."""

    def __init__(self, url: URL, address: str | None = None) -> None:
        where = f" at {address}" if address else ""
        super().__init__(
            f"--db: another server has {named(url)} open{where}; use that one, stop it, or name another database"
        )
        self.address = address


def address_of(listening: socket) -> str:
    """What to type into a browser."""
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


class Doorplate:
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


@contextmanager
def alone(db: str) -> Iterator[Doorplate]:
    """Hold the database; refused while another server does."""
    url = database_url(db)
    with _file_held(sqlite_file(url), url) if is_sqlite(url) else _database_held(url) as plate:
        yield plate


def check_stopped(db: str) -> None:
    """Refuse while a server has the database open."""
    if _lock_of(sqlite_file(database_url(db))).exists():  # else none ever had
        with alone(db):
            pass


def _lock_of(file: Path) -> Path:
    """The file that is locked; it is empty, and stays."""
    return Path(f"{file.resolve()}.lock")


@contextmanager
def _file_held(file: Path, url: URL) -> Iterator[Doorplate]:
    lock = FileLock(_lock_of(file), timeout=0, mode=0o600)
    plate = Doorplate(Path(f"{file.resolve()}.address"))
    try:
        lock.acquire()
    except Timeout:
        raise InUse(url, plate.read()) from None
    except OSError as error:
        raise BadInput(f"--db: cannot lock {file}: {error.strerror}") from None
    try:
        plate.remove()  # of the server before
        yield plate
    finally:
        lock.release()


@contextmanager
def _database_held(url: URL) -> Iterator[Doorplate]:
    with connected(url) as connection:
        if not connection.scalar(select(func.pg_try_advisory_lock(_KEY))):
            raise InUse(url)
        connection.commit()  # the lock stays for as long as the connection
        yield Doorplate()
