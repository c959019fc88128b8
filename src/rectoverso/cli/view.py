"""`rectoverso view`: exactly what a seat is shown."""

from __future__ import annotations

from typing import Annotated

import typer

from .arguments import At, File, read_seat

EXAMPLES = """
Examples:

\b
  rectoverso view game.json --at 12 --seat 2
  rectoverso view game.json --at 12 --seat watcher
  rectoverso view game.json --seat 1 --memory notes    also what seat 1 has seen, and the odds
"""


def command(
    file: File,
    seat: Annotated[str, typer.Option(metavar="P", help="A seat from 1, or watcher.")],
    at: At = None,
    memory: Annotated[str, typer.Option(help="table: what lies there; notes: all that was seen.")] = "table",
) -> None:
    """Show what a seat is shown, as JSON.

    Exactly the view that seat P (or the watcher) gets after K moves of the first record.
    """
    from .files import first_game, print_json

    viewer = read_seat(seat)
    game = first_game(file)
    print_json((game if at is None else game.at(at)).view(viewer, memory))  # type: ignore[arg-type]  # view() checks it
