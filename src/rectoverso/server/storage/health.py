"""Whether the database is well: does it accept writes, and are its pages undamaged?"""

from __future__ import annotations

import sqlite3
from typing import Literal

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from ..process import metrics

log = structlog.get_logger("store")

Problem = Literal["not-writing", "damaged"]
"""What can be wrong with a database."""

_SQLITE_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_POSTGRES_DAMAGED = "XX"
"""The class of PostgreSQL's codes for internal errors, damaged data and damaged indexes."""


class Health:
    """What the last write and all reads so far have shown about the database."""

    def __init__(self) -> None:
        self._failure: Problem | None = None
        self._damaged = False

    @property
    def writing(self) -> bool:
        """The last attempt to write has succeeded."""
        return self._failure is None

    @property
    def problem(self) -> Problem | None:
        """What is known to be wrong; None if nothing is."""
        return self._failure or ("damaged" if self._damaged else None)

    def note_failure(self, error: BaseException) -> None:
        """A write has failed: the disk is full, or the database has gone."""
        if self._failure is None:
            log.error("the database does not accept writes", error=type(error).__name__)
        self._failure = "not-writing"
        metrics.WRITING.set(0)
        self.note_damage(error)

    def note_success(self) -> None:
        """A write has succeeded."""
        if self._failure is not None:
            log.info("the database accepts writes again")
            self._failure = None
            metrics.WRITING.set(1)

    def note_damage(self, error: BaseException) -> None:
        """An error may tell of damaged pages."""
        if _tells_of_damage(error):
            self._set_damaged(True)

    def check_pages(self, connection: Connection) -> None:
        """Read all pages of an SQLite database. PostgreSQL checks a page when it reads it, and has `pg_amcheck`."""
        if connection.dialect.name == "sqlite":
            self._set_damaged(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok")

    def _set_damaged(self, damaged: bool) -> None:
        if damaged and not self._damaged:
            log.error("the database is damaged")
        self._damaged = damaged


def _tells_of_damage(error: BaseException) -> bool:
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:
        return code & 0xFF in _SQLITE_DAMAGED
    return str(getattr(cause, "sqlstate", None) or "").startswith(_POSTGRES_DAMAGED)
