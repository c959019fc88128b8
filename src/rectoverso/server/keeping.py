"""The host's data: backups, and finished games in and out as records."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL

from ..errors import BadInput
from ..games.record import from_record
from ..table.setup import RULES
from . import schema
from .database import database_url, is_sqlite, open_database


def _sqlite_file(db: str) -> Path:
    url: URL = database_url(db)
    if not is_sqlite(url):
        raise BadInput("backup and restore are for SQLite; PostgreSQL has pg_dump and pg_restore")
    assert url.database is not None
    return Path(url.database)


def backup(db: str, target: Path) -> None:
    """A consistent copy, while the server runs. It holds the seeds of running games: keep it private."""
    source = _sqlite_file(db)
    if not source.is_file():
        raise BadInput(f"there is no database {source}")
    if target.exists():
        raise BadInput(f"{target} is already there; choose another name")
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(sqlite3.connect(source)) as from_, closing(sqlite3.connect(target)) as to:
        from_.backup(to)


def restore(db: str, source: Path) -> None:
    """Put a backup in the place of the database; the server must not run meanwhile."""
    target = _sqlite_file(db)
    if not source.is_file():
        raise BadInput(f"there is no backup {source}")
    if target.exists():
        raise BadInput(f"{target} is still there; move it away first, so that nothing is lost by mistake")
    _check_backup(source)
    handle, name = tempfile.mkstemp(dir=target.resolve().parent)
    os.close(handle)
    with closing(sqlite3.connect(source)) as from_, closing(sqlite3.connect(name)) as to:
        from_.backup(to)
    os.replace(name, target)
    open_database(db).dispose()


def _check_backup(source: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as opened:
            names = {row[0] for row in opened.execute("select name from sqlite_master where type = 'table'")}
    except sqlite3.DatabaseError:
        names = set()
    if not {"events", "tables", "rounds"} <= names:
        raise BadInput(f"{source} is not a backup of a Recto Verso database")


def export(db: str) -> Iterator[bytes]:
    """Every finished round as a record, a line each. Running games are not among them."""
    engine = _existing(db)
    with engine.connect() as connection:
        for line in connection.execute(
            select(schema.rounds.c.record).order_by(schema.rounds.c.finished, schema.rounds.c.table_id)
        ).scalars():
            yield str(line).encode()
    engine.dispose()


def import_(db: str, lines: Iterator[tuple[int, bytes]]) -> int:
    """Take records of finished games in; how many were new. A bad one is named, and nothing is taken in."""
    rows = [_row(number, line) for number, line in lines]
    engine = open_database(db)
    insert = (postgresql if engine.dialect.name == "postgresql" else sqlite).insert
    with engine.begin() as connection:
        new = 0
        for row in rows:
            new += connection.execute(insert(schema.rounds).values(row).on_conflict_do_nothing()).rowcount
    engine.dispose()
    return new


def _row(number: int, line: bytes) -> dict[str, Any]:
    import hashlib

    try:
        record = msgspec.json.decode(line, type=dict[str, Any])
        round = from_record(record)
    except (msgspec.MsgspecError, RecursionError, BadInput) as error:
        raise BadInput(f"line {number}: {error}") from None
    if round.result is None:
        raise BadInput(f"line {number}: the game is not over; only finished games are taken in")
    body = msgspec.json.encode(record)
    return {
        "table_id": f"import-{hashlib.sha256(body).hexdigest()[:24]}",
        "round": 1,
        "game": round.game.name,
        "rules": RULES[round.game.name],
        "finished": 0,
        "result": msgspec.json.encode(round.result).decode(),
        "record": body.decode(),
    }


def _existing(db: str) -> Engine:
    url = database_url(db)
    if is_sqlite(url) and not Path(url.database or "").is_file():
        raise BadInput(f"there is no database {url.database}")
    return open_database(db)
