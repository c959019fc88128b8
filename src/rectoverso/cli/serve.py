"""`rectoverso serve`: runs the server."""

from __future__ import annotations

from typing import Annotated

import typer

from .arguments import WHOLE, whole_number

EXAMPLES = """
Examples:

\b
  rectoverso serve                                       at http://127.0.0.1:8000, games in your data folder
  rectoverso serve --host 0.0.0.0 --port 80 --db /var/lib/rectoverso/games.db
  rectoverso serve --db postgresql://games@localhost/games --workers 4

More settings come from the environment: docs/hosting.md.
"""


def command(
    host: Annotated[
        str, typer.Option(metavar="H", help="The address to listen on; 0.0.0.0 listens on all.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(parser=whole_number, metavar="P", help="The port; 0 picks a free one.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A file, sqlite:///FILE or postgresql://…; default: RECTOVERSO_DB."),
    ] = None,
    workers: Annotated[int, typer.Option(**WHOLE, help="Number of processes; more than 1 on PostgreSQL only.")] = 1,
    reload: Annotated[
        bool, typer.Option("--reload", help="For development: restart when a source file changes.")
    ] = False,
) -> None:
    """Run the server until it is stopped."""
    from ..server.start.serve import ServeOptions, serve

    serve(ServeOptions(host, port, db, workers, reload))
