"""Opening the database: SQLite with every commit on the disk, or PostgreSQL; both brought up to date by Alembic."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, OperationalError

from ..errors import BadInput
from .store import MOST_ROWS

_MIGRATIONS = Path(__file__).parent / "migrations"
_migrating = threading.Lock()


def database_url(text: str) -> URL:
    """`sqlite:///file`, a plain file name, or `postgresql://…`."""
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
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
    """One process only, then."""
    return url.get_backend_name() == "sqlite"


def open_database(text: str) -> Engine:
    """An engine on a database whose layout is up to date."""
    url = database_url(text)
    if is_sqlite(url):
        assert url.database is not None
        folder = Path(url.database).resolve().parent
        if not folder.is_dir():
            raise BadInput(f"--db: there is no folder {folder}")
        _private(Path(url.database))
    try:
        driver = {"cached_statements": 2 * MOST_ROWS} if is_sqlite(url) else {}
        engine = create_engine(url, pool_pre_ping=not is_sqlite(url), pool_size=8, connect_args=driver)
        if is_sqlite(url):
            event.listen(engine, "connect", _durable)
        _upgrade(engine)
    except OperationalError as error:
        raise BadInput(f"--db: {str(error.orig).splitlines()[0][:200]}") from None
    except ImportError:
        raise BadInput("PostgreSQL needs psycopg: pip install 'rectoverso[postgres]'") from None
    return engine


def _private(file: Path) -> None:
    """The seeds of running games lie in it: nobody else on this machine may read it."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))


def _durable(connection: Any, _record: Any) -> None:
    """A commit is on the disk before anybody hears of it."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _upgrade(engine: Engine) -> None:
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    with _migrating, engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")
