"""`rectoverso odds`: the odds of hidden faces."""

from __future__ import annotations

from typing import Annotated

import typer

from ..errors import BadInput
from .arguments import At, File, read_seat

EXAMPLES = """
Examples:

\b
  rectoverso odds titus.jsonl --at 20             the same for all seats
  rectoverso odds janus.jsonl --at 20 --seat 3    from what seat 3 has seen
"""


def command(
    file: File,
    at: At = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="P", help="From what this seat has seen; needed where seats see different things."),
    ] = None,
) -> None:
    """Print the odds of hidden faces, as JSON.

    For every card with exactly one known face, after K moves of the first record.
    """
    from .files import first_game, print_json

    viewer = None if seat is None else read_seat(seat)
    game = first_game(file)
    if viewer is None:
        if game.game.private:
            raise BadInput(f"in {game.game.name} each seat knows different faces; choose a seat with --seat")
        viewer = "watcher"
    print_json((game if at is None else game.at(at)).odds(viewer))
