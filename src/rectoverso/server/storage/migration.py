"""Brings a database up to date with Alembic: all of it or nothing. A copy of an old SQLite database is kept."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, event

from ...errors import BadInput
from .advisory_locks import MIGRATION, wait_for
from .sqlite_files import copy_database, side_files, written_whole

if TYPE_CHECKING:
    from alembic.config import Config

VERSION_TABLE = "alembic_version"
_MIGRATIONS = Path(__file__).parent / "migrations"
_migrating = threading.Lock()


def upgrade(engine: Engine, *, keep_copy: bool) -> None:
    """Migrate in one transaction. A process that is killed on the way leaves the database as it was.

    `engine` is used for nothing else. `keep_copy`: first copy an SQLite database that is about to be changed.
    """
    from alembic import command
    from alembic.util import CommandError

    if engine.dialect.name == "sqlite":
        _begin_before_everything(engine)
    settings = _settings()
    with _migrating:
        try:
            if keep_copy and engine.dialect.name == "sqlite":
                _keep_copy(engine, settings)
            with engine.begin() as connection:
                if engine.dialect.name == "postgresql":
                    wait_for(connection, MIGRATION)
                settings.attributes["connection"] = connection
                command.upgrade(settings, "head")
        except CommandError:  # the database names a migration that we do not know
            raise BadInput("--db: this database was written by a newer version of Recto Verso") from None


def copy_before(file: Path, version: str) -> Path:
    """Where the copy of a database goes that is about to be migrated to a version."""
    return file.with_name(f"{file.name}.before-{version}")


def _settings() -> Config:
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


def _begin_before_everything(engine: Engine) -> None:
    """Python's driver begins a transaction before INSERT, not before CREATE or DROP: we begin it ourselves."""

    @event.listens_for(engine, "connect")
    def stop_driver(connection: Any, _record: Any) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _keep_copy(engine: Engine, settings: Config) -> None:
    """Copy a database that has an older version; a copy left by an earlier attempt is replaced."""
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with engine.connect() as connection:
        version = MigrationContext.configure(connection).get_current_revision()
    newest = ScriptDirectory.from_config(settings).get_current_head()
    if version is None or newest is None or version >= newest:  # new, up to date, or newer than we know
        return
    file = Path(str(engine.url.database))
    target = copy_before(file, newest)
    for left in file.resolve().parent.glob(f".{target.name}.*"):  # by a process that was killed while it copied
        left.unlink()
    with written_whole(target) as copy:
        copy_database(f"{file.resolve().as_uri()}?mode=rw", file, copy)
    assert not side_files(target)
