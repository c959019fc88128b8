"""`rectoverso view`: what a seat sees."""

from __future__ import annotations

from typing import Annotated

import typer

from .arguments import At, File, read_seat

EXAMPLES = """
Examples:

\b
  rectoverso view game.json --at 12 --seat 2
  rectoverso view game.json --at 12 --seat watcher
  rectoverso view game.json --seat 1 --memory notes    also the faces that seat 1 has seen, and the odds
"""


def command(
    file: File,
    seat: Annotated[str, typer.Option(metavar="P", help="A seat from 1 on, or watcher.")],
    at: At = None,
    memory: Annotated[
        str, typer.Option(help="table: what lies on the table; notes: also all faces seen so far.")
    ] = "table",
) -> None:
    """Print what a seat sees, as JSON.

    Exactly the view that the server sends seat P (or a watcher) after K moves of the first record.
    """
    from .files import first_game, print_json

    viewer = read_seat(seat)
    game = first_game(file)
    print_json((game if at is None else game.at(at)).view(viewer, memory))  # type: ignore[arg-type]  # view() checks it
