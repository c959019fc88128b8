"""Opens the database (SQLite with durable commits, or PostgreSQL) and brings it up to date."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from ...errors import BadInput
from ..process.private_files import check_private
from .event_store import MAX_ROWS_PER_STATEMENT
from .migration import VERSION_TABLE, upgrade

CONNECT_TIMEOUT_S, SILENCE_TIMEOUT_MS = 3, 10_000
"""How long PostgreSQL may take to accept a connection, and to acknowledge what was sent to it."""


def database_url(text: str) -> URL:
    """`sqlite:///file`, a plain file name, or `postgresql://…`."""
    if not text.strip():
        raise BadInput("--db is empty; name a file, sqlite:///FILE or postgresql://…, or leave it out")
    try:
        url = make_url(text) if "://" in text else URL.create("sqlite", database=text)
    except ArgumentError:
        raise BadInput(f"--db is a file, sqlite:///FILE or postgresql://…, not {text[:60]!r}") from None
    if url.get_backend_name() == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise BadInput(f"--db is SQLite or PostgreSQL, not {url.get_backend_name()!r}")
    if not url.database or url.database == ":memory:":
        raise BadInput("--db needs a file: a database in memory would lose every game")
    return url


def is_sqlite(url: URL) -> bool:
    """SQLite allows one server process only."""
    return url.get_backend_name() == "sqlite"


def sqlite_file(url: URL) -> Path:
    """The file of an SQLite database; its folder must exist."""
    assert url.database is not None
    file = Path(url.database)
    if not file.resolve().parent.is_dir():
        raise BadInput(f"--db: there is no folder {file.resolve().parent}")
    if file.is_dir():
        raise BadInput(f"--db: {file} is a folder; name a file in it")
    return file


def open_database(text: str, *, keep_copy: bool = True) -> Engine:
    """An engine on a database whose schema is up to date. `keep_copy`: before an SQLite database is migrated."""
    url = database_url(text)
    if is_sqlite(url):
        _create_private(sqlite_file(url))
    migrating = _engine(url)
    try:
        if is_sqlite(url):
            _check_ours(migrating)
            check_private(sqlite_file(url))
            event.listen(migrating, "connect", _make_durable)
        upgrade(migrating, keep_copy=keep_copy)
    except DatabaseError as error:
        raise unusable(url, error) from None
    finally:
        migrating.dispose()
    engine = _engine(url)
    if is_sqlite(url):
        event.listen(engine, "connect", _make_durable)
    return engine


def connected(text: str) -> Engine:
    """An engine on a PostgreSQL database that a server has brought up to date."""
    return _engine(database_url(text))


@contextmanager
def open_existing(text: str) -> Iterator[Engine]:
    """The same, for a command: a database that is not there is not made, and errors become messages that name it."""
    url = database_url(text)
    if is_sqlite(url) and not Path(url.database or "").is_file():
        raise BadInput(f"there is no database {url.database}")
    with disposed_of(open_database(text)) as engine:
        yield engine


@contextmanager
def disposed_of(engine: Engine) -> Iterator[Engine]:
    """Dispose of an engine after use; errors of the database become messages that name it."""
    try:
        yield engine
    except DatabaseError as error:
        raise unusable(engine.url, error) from None
    finally:
        engine.dispose()


def unusable(url: URL, error: DatabaseError) -> BadInput:
    """An error that says what is wrong with a database, in its driver's words."""
    reason = (str(error.orig).splitlines() or ["unknown"])[0][:200]
    return BadInput(f"--db: {display_name(url)}: {reason}")


def display_name(url: URL) -> str:
    """A database as messages name it: its file, or its URL without the password."""
    return str(url.database) if is_sqlite(url) else str(url.set(drivername="postgresql"))


def _engine(url: URL) -> Engine:
    driver = {"cached_statements": 2 * MAX_ROWS_PER_STATEMENT} if is_sqlite(url) else _timeouts(url)
    try:
        return create_engine(  # what is written has seeds and names, which no message of an error may repeat
            url, pool_pre_ping=not is_sqlite(url), pool_size=8, hide_parameters=True, connect_args=driver
        )
    except ImportError:
        raise BadInput("PostgreSQL needs psycopg: pip install 'rectoverso[postgres]'") from None


def _timeouts(url: URL) -> dict[str, Any]:
    """A PostgreSQL that has gone without a word must not stop a thread for ever; the URL may say otherwise."""
    ours = {"connect_timeout": CONNECT_TIMEOUT_S, "tcp_user_timeout": SILENCE_TIMEOUT_MS}
    return {name: value for name, value in ours.items() if name not in url.query}


def _check_ours(engine: Engine) -> None:
    """Refuse to touch a file of another program."""
    tables = inspect(engine).get_table_names()
    engine.dispose()
    if tables and VERSION_TABLE not in tables:
        raise BadInput(f"--db: {display_name(engine.url)} holds the data of another program")


def _create_private(file: Path) -> None:
    """The file holds the seeds of running games: nobody else on this machine may read it."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def _make_durable(connection: Any, _record: Any) -> None:
    """A commit returns only when it is on the disk, and what is deleted is overwritten."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "secure_delete=ON", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
