"""`rectoverso db`: the host's data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .arguments import File

EXAMPLES = """
Examples:

\b
  rectoverso db backup games-monday.db           while the server runs
  rectoverso db restore games-monday.db          into the place of a database that was moved away
  rectoverso db export finished.jsonl            every finished game as a record
  rectoverso db import finished.jsonl
"""

app = typer.Typer(
    help="Backs up, restores, exports and imports the host's data.", rich_markup_mode=None, epilog=EXAMPLES
)

Database = Annotated[
    str | None, typer.Option("--db", metavar="URL", help="The database; RECTOVERSO_DB, or yours, if left out.")
]


def _database(db: str | None) -> str:
    from ..server.process.start import database

    return database(db)


@app.callback()
def _top() -> None:
    """A group of commands."""


@app.command(epilog=EXAMPLES)
def backup(file: Annotated[Path, typer.Argument(metavar="FILE")], db: Database = None) -> None:
    """Copy the database, also while the server runs.

    The copy holds the seeds of running games: keep it as private as the database itself.
    """
    from ..server.storage.backup import backup as copy

    copy(_database(db), file)
    print(f"{file}: backed up")


@app.command(epilog=EXAMPLES)
def restore(file: Annotated[Path, typer.Argument(metavar="FILE")], db: Database = None) -> None:
    """Put a backup in the place of a database that was moved away; stop the server first.

    A database moves with its -wal and -shm files, where there are any.
    """
    from ..server.storage.backup import restore as put_back

    put_back(_database(db), file)
    print(f"{file}: restored")


@app.command(epilog=EXAMPLES)
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Game records; - is standard output.")],
    db: Database = None,
) -> None:
    """Write every finished game as a record, a line each; running games are left out."""
    from ..server.storage.backup import export as records
    from .files import writing

    count = 0
    with writing(file) as opened:
        for line in records(_database(db)):
            opened.write(line + b"\n")
            count += 1
    if file != "-":
        print(f"{file}: {count} record{'s' * (count != 1)}")


@app.command("import", epilog=EXAMPLES)
def import_(file: File, db: Database = None) -> None:
    """Take finished games in; each is checked first, and taken in once."""
    from ..server.storage.backup import import_ as take_in
    from .files import lines, reading

    with reading(file) as opened:
        new = take_in(_database(db), lines(opened))
    print(f"{new} new record{'s' * (new != 1)}")
