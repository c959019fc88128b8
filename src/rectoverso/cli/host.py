"""`rectoverso host`: what a host sees of their server, and whom they keep out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput
from .arguments import WHOLE, Json
from .db import Database, database_of

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from ..server.process.blocks import Block

MAX_TABLES = 1000

EXAMPLES = """
Examples:

\b
  rectoverso host status                              tables, sockets, memory
  rectoverso host tables --limit 5                    the latest tables, and who sits there
  rectoverso host block --name Troll                  nobody sits down under this name, or one that looks like it
  rectoverso host block --address 203.0.113.0/24      requests from there are refused
  rectoverso host blocks
  rectoverso host unblock --name Troll

A running server applies blocks within seconds, without a restart.
"""

app = typer.Typer(help="See tables and sockets; block names and addresses.", rich_markup_mode=None, epilog=EXAMPLES)

Name = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="A name; names that look alike count as the same.")
]
Address = Annotated[
    str | None, typer.Option("--address", metavar="ADDRESS", help="An address, or a network such as 203.0.113.0/24.")
]


@app.callback()
def _top() -> None:
    """Make typer treat this as a group of commands."""


@contextmanager
def _opened(db: str | None) -> Iterator[Engine]:
    from ..server.storage.database import open_existing

    with open_existing(database_of(db)) as engine:
        yield engine


@app.command(epilog=EXAMPLES)
def status(db: Database = None, json: Json = False) -> None:
    """Count tables, sockets and memory.

    Tables by phase; sockets and memory for each process of the running server.
    """
    from ..server.start.running_server import processes
    from ..server.storage.blocks import read_blocks
    from ..server.storage.table_overview import tables_by_phase

    with _opened(db) as engine:
        phases, blocks = tables_by_phase(engine), len(read_blocks(engine))
    running = processes(database_of(db))
    if json:
        from .files import print_json

        print_json({"tables": phases, "blocks": blocks, "processes": running})
        return
    print("tables: " + (", ".join(f"{count} {phase}" for phase, count in sorted(phases.items())) or "none"))
    for number, one in enumerate(running, 1):
        print(f"process {number}: {one.sockets} sockets, {one.tables} tables in memory, {one.memory_mb} MB")
    if not running:
        print("no server answers with its metrics, so the sockets are unknown")
    print(f"blocks: {blocks or 'none'}")


@app.command(epilog=EXAMPLES)
def tables(
    limit: Annotated[int, typer.Option(**WHOLE, help="How many.")] = 20,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Only where somebody sits under this name.")] = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """List the latest tables and who sits there.

    The tables that changed last, and the names of the people there. Nothing of the games themselves.
    """
    if not 1 <= limit <= MAX_TABLES:
        raise BadInput(f"--limit must be from 1 to {MAX_TABLES}, not {limit}")
    from ..server.storage.table_overview import latest_tables

    with _opened(db) as engine:
        found = latest_tables(engine, limit, name)
    if json:
        from .files import print_json

        print_json(found)
        return
    for one in found:
        changed = datetime.fromtimestamp(one.changed / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        kind = "public" if one.public else "private"
        print(
            f"{one.table}  {changed}  {one.phase:10}  {kind:7}  {one.game}, {one.events} events  {', '.join(one.names)}"
        )


@app.command(epilog=EXAMPLES)
def block(name: Name = None, address: Address = None, db: Database = None) -> None:
    """Keep a name, an address or a network out.

    People who are connected are disconnected.
    """
    from ..server.storage.blocks import block as write

    kind, value = _asked_for(name, address)
    with _opened(db) as engine:
        new = write(engine, kind, value)
    print(f"{value}: {'blocked' if new else 'is blocked already'}")


@app.command(epilog=EXAMPLES)
def unblock(name: Name = None, address: Address = None, db: Database = None) -> None:
    """Lift a block."""
    from ..server.storage.blocks import unblock as remove

    kind, value = _asked_for(name, address)
    with _opened(db) as engine:
        found = remove(engine, kind, value)
    if not found:
        raise BadInput(f"{value} is not blocked; rectoverso host blocks lists what is")
    print(f"{value}: no longer blocked")


@app.command(epilog=EXAMPLES)
def blocks(db: Database = None, json: Json = False) -> None:
    """List the names and addresses that are blocked."""
    from ..server.storage.blocks import read_blocks

    with _opened(db) as engine:
        found = read_blocks(engine)
    if json:
        from .files import print_json

        print_json([{"kind": kind, "value": value} for kind, value in found])
        return
    for kind, value in found:
        print(f"{kind:8} {value}")
    if not found:
        print("nothing is blocked")


def _asked_for(name: str | None, address: str | None) -> Block:
    from ..server.process.blocks import read_address, read_name

    if (name is None) == (address is None):
        raise BadInput("say either --name or --address")
    return ("name", read_name(name)) if name is not None else ("address", read_address(address or ""))
