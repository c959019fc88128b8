"""One server a database: all its tables live in that server's memory. A killed server's lock is gone with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import select
from sqlalchemy.engine import URL
from sqlalchemy.sql.functions import func

from ..errors import BadInput
from .database import connected, database_url, is_sqlite, named, sqlite_file

_KEY = 0x5256  # of PostgreSQL's advisory lock, which belongs to one database


@contextmanager
def alone(db: str) -> Iterator[None]:
    """Hold the database; refused while another server does."""
    url = database_url(db)
    with _file_held(sqlite_file(url), url) if is_sqlite(url) else _database_held(url):
        yield


def check_stopped(db: str) -> None:
    """Refuse while a server has the database open."""
    if _lock_of(sqlite_file(database_url(db))).exists():  # else none ever had
        with alone(db):
            pass


def _lock_of(file: Path) -> Path:
    """The file that is locked; it is empty, and stays."""
    return Path(f"{file.resolve()}.lock")


@contextmanager
def _file_held(file: Path, url: URL) -> Iterator[None]:
    lock = FileLock(_lock_of(file), timeout=0, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        raise _in_use(url) from None
    except OSError as error:
        raise BadInput(f"--db: cannot lock {file}: {error.strerror}") from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _database_held(url: URL) -> Iterator[None]:
    with connected(url) as connection:
        if not connection.scalar(select(func.pg_try_advisory_lock(_KEY))):
            raise _in_use(url)
        connection.commit()  # the lock stays for as long as the connection
        yield


def _in_use(url: URL) -> BadInput:
    return BadInput(f"--db: another server has {named(url)} open; use that one, stop it, or name another database")
