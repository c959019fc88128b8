"""One server to a database: all its tables live in that server's memory.

A killed server's lock is gone with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import select
from sqlalchemy.engine import URL
from sqlalchemy.sql.functions import func

from ...errors import BadInput
from .address_file import AddressFile
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


@contextmanager
def exclusive(db: str) -> Iterator[AddressFile]:
    """Hold the database; refused while another server does."""
    url = database_url(db)
    with _file_held(sqlite_file(url), url) if is_sqlite(url) else _database_held(url) as address_file:
        yield address_file


def check_stopped(db: str) -> None:
    """Refuse while a server has the database open."""
    if _lock_of(sqlite_file(database_url(db))).exists():  # else none ever had
        with exclusive(db):
            pass


def _lock_of(file: Path) -> Path:
    """The file that is locked; it is empty, and stays."""
    return Path(f"{file.resolve()}.lock")


@contextmanager
def _file_held(file: Path, url: URL) -> Iterator[AddressFile]:
    lock = FileLock(_lock_of(file), timeout=0, mode=0o600)
    address_file = AddressFile(Path(f"{file.resolve()}.address"))
    try:
        lock.acquire()
    except Timeout:
        raise InUse(url, address_file.read()) from None
    except OSError as error:
        raise BadInput(f"--db: cannot lock {file}: {error.strerror}") from None
    try:
        address_file.remove()  # of the server before
        yield address_file
    finally:
        lock.release()


@contextmanager
def _database_held(url: URL) -> Iterator[AddressFile]:
    with connected(url) as connection:
        if not connection.scalar(select(func.pg_try_advisory_lock(_KEY))):
            raise InUse(url)
        connection.commit()  # the lock stays for as long as the connection
        yield AddressFile()
