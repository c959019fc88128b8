"""`rectoverso legal`: the legal moves of a position."""

from __future__ import annotations

from .arguments import At, File

EXAMPLES = """
Examples:

\b
  rectoverso legal game.json --at 0      at the start of the game
  rectoverso legal games.jsonl --at 12   after 12 moves of the first game
"""


def command(file: File, at: At = None) -> None:
    """Print the legal moves of a position, as JSON.

    The position after K moves of the first record.
    """
    from .files import first_game, print_json

    game = first_game(file)
    print_json((game if at is None else game.at(at)).legal)
