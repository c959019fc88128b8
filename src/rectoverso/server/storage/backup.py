"""Backup and restore of the database; export and import of finished games as records."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL

from ...errors import BadInput
from ...games.game_record import from_record
from . import schema
from .database import database_url, disposed_of, is_sqlite, open_database, open_existing, sqlite_file
from .server_lock import check_stopped
from .sqlite_files import copy_database, side_files, written_whole


def _sqlite_file(db: str) -> Path:
    url: URL = database_url(db)
    if not is_sqlite(url):
        raise BadInput("backup and restore are for SQLite; PostgreSQL has pg_dump and pg_restore")
    return sqlite_file(url)


# ---- backups


def backup(db: str, target: Path) -> None:
    """Make a consistent copy while the server runs. It holds the seeds of running games: keep it private."""
    source = _sqlite_file(db)
    if not source.is_file():
        raise BadInput(f"there is no database {source}")
    if target.exists():
        raise BadInput(f"{target} already exists; choose another name")
    with written_whole(target) as copy:
        copy_database(f"{source.resolve().as_uri()}?mode=rw", source, copy)


def restore(db: str, source: Path) -> None:
    """Put a backup in the place of the database; the server must be stopped."""
    target = _sqlite_file(db)
    if not source.is_file():
        raise BadInput(f"there is no backup {source}")
    _check_absent(target)
    if any(file.stat().st_size for file in side_files(source) if not file.name.endswith("-shm")):
        raise BadInput(f"{source} is a database in use, no backup; make one: rectoverso db backup FILE --db {source}")
    check_stopped(db)
    with written_whole(target) as copy:
        copy_database(f"{source.resolve().as_uri()}?mode=ro&immutable=1", source, copy)
        open_database(str(copy), keep_copy=False).dispose()


def _check_absent(target: Path) -> None:
    """Refuse to restore over a database, or beside the log of one: SQLite would apply it to the restored one."""
    left = [target] if target.exists() else side_files(target)
    if left:
        raise BadInput(f"{left[0]} is still there; move the old database away first, with its -wal and -shm files")


# ---- records


def export(db: str) -> Iterator[bytes]:
    """Every finished round as a record, one per line. Running games are left out."""
    wanted = select(schema.rounds.c.record).order_by(schema.rounds.c.finished, schema.rounds.c.table_id)
    with open_existing(db) as engine, engine.connect() as connection:
        for line in connection.execute(wanted).scalars():
            yield str(line).encode()


def import_(db: str, lines: Iterator[tuple[int, bytes]]) -> int:
    """Import records of finished games; returns how many were new. If one is bad, nothing is imported."""
    rows = [_row(number, line) for number, line in lines]
    with disposed_of(open_database(db)) as engine, engine.begin() as connection:
        insert = (postgresql if engine.dialect.name == "postgresql" else sqlite).insert
        known = _known(connection, {row["game"] for row in rows})
        new = [row for row in _by_content(rows) if row["table_id"] not in known]
        for row in new:
            connection.execute(insert(schema.rounds).values(row).on_conflict_do_nothing())
    return len(new)


def _known(connection: Connection, games: set[str]) -> set[str]:
    """The records already stored, whichever table they came from, named by content."""
    wanted = select(schema.rounds.c.record).where(schema.rounds.c.game.in_(sorted(games)))
    streamed = connection.execute(wanted, execution_options={"yield_per": 500})
    return {_content_id(msgspec.json.decode(line)) for line in streamed.scalars()}


def _by_content(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each record once."""
    return list({row["table_id"]: row for row in rows}.values())


def _content_id(record: dict[str, Any]) -> str:
    """An imported record's id: the same content, whatever the order of its fields, has the same id."""
    return f"import-{hashlib.sha256(msgspec.json.encode(record, order='sorted')).hexdigest()[:24]}"


def _row(number: int, line: bytes) -> dict[str, Any]:
    try:
        record = msgspec.json.decode(line, type=dict[str, Any])
        round = from_record(record)
    except (msgspec.MsgspecError, RecursionError, BadInput) as error:
        raise BadInput(f"line {number}: {error}") from None
    if round.result is None:
        raise BadInput(f"line {number}: the game is not over; only finished games can be imported")
    return {
        "table_id": _content_id(record),
        "round": 1,
        "game": round.game.name,
        "rules": round.game.rules_version,
        "finished": 0,
        "result": msgspec.json.encode(round.result).decode(),
        "record": msgspec.json.encode(record).decode(),
    }
