"""Migrations: all or nothing, and the old database is kept beside the new one."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from rectoverso.errors import BadInput
from rectoverso.server.storage import backup, schema
from rectoverso.server.storage.database import open_database
from rectoverso.server.storage.migration import copy_before
from rectoverso.server.storage.migrations import versions

FIRST_TABLES = {"events", "tables", "holders", "rounds"}
NEWEST = max(file.name[:4] for file in Path(versions.__path__[0]).glob("0*.py"))

KILL_AT_EVERY_STATEMENT = """
import json, os, shutil, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from rectoverso.server.storage.database import open_database

original, folder = Path(sys.argv[1]), Path(sys.argv[2])
left = 0

def count(*_):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

event.listen(Engine, "before_cursor_execute", count)
event.listen(Engine, "commit", count)
for kill_at in range(1, 200):
    file = folder / f"{kill_at}.db"
    if original.exists():
        shutil.copyfile(original, file)
        file.chmod(0o600)
    child = os.fork()
    if not child:
        left = kill_at
        open_database(str(file)).dispose()
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        break
print(json.dumps(kill_at))
"""
"""A process without threads, which forks: each child migrates a copy and is killed one statement later."""


def killed_at_every_statement(original: Path, folder: Path) -> Iterator[Path]:
    """A database for each statement of a migration, at which it was killed."""
    command = [sys.executable, "-c", KILL_AT_EVERY_STATEMENT, str(original), str(folder)]
    last = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return (folder / f"{number}.db" for number in range(1, last))


def first_version(file: Path) -> None:
    """A database as the first version wrote it, with a game in it."""
    open_database(str(file)).dispose()
    with closing(sqlite3.connect(file)) as opened:
        for table in schema.metadata.tables.keys() - FIRST_TABLES:
            opened.execute(f"drop table {table}")
        opened.execute("create unique index events_ref on events (table_id, ref)")
        opened.execute("update alembic_version set version_num = '0001'")
        opened.execute("insert into events values ('t', 1, 'r', '{}')")
        opened.commit()
        opened.execute("pragma journal_mode=delete")


def contents(file: Path) -> list[tuple[str, ...]]:
    """All definitions and all rows."""
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("pragma wal_checkpoint(truncate)")
        return [(line,) for line in opened.iterdump()]


def test_a_migration_killed_at_any_statement_leaves_a_database_that_opens(tmp_path: Path) -> None:
    first_version(tmp_path / "old.db")
    before = contents(tmp_path / "old.db")
    (tmp_path / "new.db").write_bytes((tmp_path / "old.db").read_bytes())
    (tmp_path / "new.db").chmod(0o600)
    open_database(str(tmp_path / "new.db")).dispose()
    after = contents(tmp_path / "new.db")
    assert before != after
    (tmp_path / "killed").mkdir()
    killed = list(killed_at_every_statement(tmp_path / "old.db", tmp_path / "killed"))
    assert len(killed) > 8
    for file in killed:
        assert contents(file) in (before, after), file
        open_database(str(file)).dispose()
        assert contents(file) == after


def test_a_new_database_killed_at_any_statement_opens_too(tmp_path: Path) -> None:
    killed = list(killed_at_every_statement(tmp_path / "missing.db", tmp_path))
    assert len(killed) > 12
    for file in killed:
        open_database(str(file)).dispose()


def test_the_old_database_is_kept_before_it_is_migrated(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    first_version(file)
    before = contents(file)
    (tmp_path / f".games.db.before-{NEWEST}.left").write_text("by a process that was killed")
    open_database(str(file)).dispose()
    kept = copy_before(file, NEWEST)
    assert contents(kept) == before
    assert kept.stat().st_mode & 0o077 == 0
    assert {found.name for found in tmp_path.iterdir()} == {"games.db", kept.name}
    kept.unlink()
    open_database(str(file)).dispose()
    assert not kept.exists()  # nothing to migrate, so nothing to keep


def test_restoring_an_old_backup_leaves_no_copy(tmp_path: Path) -> None:
    first_version(tmp_path / "old.db")
    backup.restore(str(tmp_path / "games.db"), tmp_path / "old.db")
    assert {found.name for found in tmp_path.iterdir()} == {"old.db", "games.db"}


def test_a_damaged_database_is_not_migrated(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    first_version(file)
    with closing(sqlite3.connect(file)) as opened:
        opened.executemany("insert into events values ('t', ?, ?, ?)", ((n, f"r{n}", "x" * 500) for n in range(2, 90)))
        opened.commit()
    with file.open("r+b") as opened_file:
        opened_file.seek(-3000, 2)
        opened_file.write(b"\xff" * 3000)
    with pytest.raises(BadInput, match="damaged"):
        open_database(str(file))


def test_a_database_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    open_database(str(file)).dispose()
    file.chmod(0o640)
    with pytest.raises(BadInput, match=f"{file} can be read by others .*; make it private: chmod 600 {file}"):
        open_database(str(file))
    file.chmod(0o600)
    open_database(str(file)).dispose()
