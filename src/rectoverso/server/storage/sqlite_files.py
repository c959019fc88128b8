"""Whole copies of an SQLite database: checked, private, and put in their place only once they are complete."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ...errors import BadInput
from ...whole_files import removed_in_the_end, unfinished


@contextmanager
def written_whole(target: Path) -> Iterator[Path]:
    """A private temporary file that is renamed to the target once it is complete."""
    folder = target.resolve().parent
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}")
    with unfinished(folder / target.name) as copy, removed_in_the_end(*_side_names(copy)):
        try:
            copy.touch(mode=0o600, exist_ok=False)
        except OSError as error:
            raise BadInput(f"cannot write into the folder {folder}: {error.strerror}") from None
        yield copy
        copy.replace(target)


def copy_database(address: str, source: Path, target: Path) -> None:
    """Copy a database, once it has been found undamaged and ours."""
    try:
        with closing(sqlite3.connect(address, uri=True)) as from_, closing(sqlite3.connect(target)) as to:
            _check_undamaged(from_, source)
            from_.backup(to)
            to.execute("PRAGMA journal_mode=DELETE")  # reading the copy then creates no files beside it
    except sqlite3.Error as error:
        raise BadInput(f"{source} is damaged, or no database: {error}") from None


def _check_undamaged(opened: sqlite3.Connection, source: Path) -> None:
    [found] = opened.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise BadInput(f"{source} is damaged: {' '.join(found.split())[:200]}")
    names = {row[0] for row in opened.execute("select name from sqlite_master where type = 'table'")}
    if not {"events", "tables", "rounds"} <= names:
        raise BadInput(f"{source} is not a Recto Verso database, nor a backup of one")


def side_files(database: Path) -> list[Path]:
    """The files where SQLite keeps what is not yet in the database itself."""
    return [file for file in _side_names(database) if file.exists()]


def _side_names(database: Path) -> list[Path]:
    return [database.with_name(f"{database.name}{ending}") for ending in ("-wal", "-shm", "-journal")]
