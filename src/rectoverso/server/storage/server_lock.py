"""The lock that keeps an SQLite database to one process. On PostgreSQL several processes share one.

The operating system releases the lock of a server that is killed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy.engine import URL

from ...errors import BadInput
from .address_file import AddressFile
from .database import database_url, display_name, is_sqlite, sqlite_file


class InUse(BadInput):
    """Another server has the database open; `address` says where that server is, if known."""

    def __init__(self, url: URL, address: str | None = None) -> None:
        where = f" at {address}" if address else ""
        super().__init__(
            f"--db: another server has {display_name(url)} open{where}; use that one, stop it, or name another database"
        )
        self.address = address


@contextmanager
def hold_database(db: str) -> Iterator[AddressFile]:
    """Keep other servers off an SQLite database; refused while another server has it."""
    url = database_url(db)
    if not is_sqlite(url):
        yield AddressFile()
        return
    with _file_held(sqlite_file(url), url) as address_file:
        yield address_file


def address_of_server(db: str) -> str | None:
    """Where the server is that has an SQLite database open, or had it; None if that is not known."""
    url = database_url(db)
    return _address_file(sqlite_file(url)).read() if is_sqlite(url) else None


def check_stopped(db: str) -> None:
    """Refuse while a server has the database open."""
    if _lock_of(sqlite_file(database_url(db))).exists():  # without the file no server has ever had it
        with hold_database(db):
            pass


def _lock_of(file: Path) -> Path:
    """The file that is locked; it is empty and stays when the server stops."""
    return Path(f"{file.resolve()}.lock")


def _address_file(file: Path) -> AddressFile:
    return AddressFile(Path(f"{file.resolve()}.address"))


@contextmanager
def _file_held(file: Path, url: URL) -> Iterator[AddressFile]:
    lock = FileLock(_lock_of(file), timeout=0, mode=0o600)
    address_file = _address_file(file)
    try:
        lock.acquire()
    except Timeout:
        raise InUse(url, address_file.read()) from None
    except OSError as error:
        raise BadInput(f"--db: cannot lock {file}: {error.strerror}") from None
    try:
        address_file.remove()  # left by an earlier server
        yield address_file
    finally:
        lock.release()
