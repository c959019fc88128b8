"""`rectoverso db`: backs up, restores, exports and imports the host's data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .arguments import File

EXAMPLES = """
Examples:

\b
  rectoverso db backup games-monday.db           while the server runs
  rectoverso db restore games-monday.db          server stopped, old database moved away
  rectoverso db export finished.jsonl            every finished game as a record
  rectoverso db import finished.jsonl
"""

app = typer.Typer(help="Back up, restore, export and import the host's data.", rich_markup_mode=None, epilog=EXAMPLES)

Database = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="The database; default: RECTOVERSO_DB, else the one in your data folder."),
]


def database_of(db: str | None) -> str:
    """The database that a command works on."""
    from ..server.start.environment import database

    return database(db)


@app.callback()
def _top() -> None:
    """Make typer treat this as a group of commands."""


@app.command(epilog=EXAMPLES)
def backup(file: Annotated[Path, typer.Argument(metavar="FILE")], db: Database = None) -> None:
    """Copy the database, even while the server runs.

    The copy contains the seeds of running games: keep it as private as the database itself.
    """
    from ..server.storage.backup import backup as copy

    copy(database_of(db), file)
    print(f"{file}: backed up")


@app.command(epilog=EXAMPLES)
def restore(file: Annotated[Path, typer.Argument(metavar="FILE")], db: Database = None) -> None:
    """Restore a backup.

    First stop the server and move the old database away, together with its -wal and -shm files if there are any.
    """
    from ..server.storage.backup import restore as put_back

    put_back(database_of(db), file)
    print(f"{file}: restored")


@app.command(epilog=EXAMPLES)
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Game records; - is standard output.")],
    db: Database = None,
) -> None:
    """Write every finished game as a record.

    One per line; running games are left out.
    """
    from ..server.storage.backup import export as records
    from .files import writing

    count = 0
    with writing(file) as opened:
        for line in records(database_of(db)):
            opened.write(line + b"\n")
            count += 1
    if file != "-":
        print(f"{file}: {count} record{'s' * (count != 1)}")


@app.command("import", epilog=EXAMPLES)
def import_(file: File, db: Database = None) -> None:
    """Import finished games from records.

    Each is checked first, and games that are already there are skipped.
    """
    from ..server.storage.backup import import_ as import_records
    from .files import lines, reading

    with reading(file) as opened:
        new = import_records(database_of(db), lines(opened))
    print(f"{new} new record{'s' * (new != 1)}")
