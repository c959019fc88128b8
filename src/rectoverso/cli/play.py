"""`rectoverso play`: play in the browser or in the terminal."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput
from ..games.discovery import all_names
from ..words import LANGUAGES
from .arguments import GAMES_HELP, WHOLE, OptionTexts, Seed

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = """
Examples:

\b
  rectoverso play                                       opens the page in your browser
  rectoverso play titus --terminal                      you against one bot
  rectoverso play janus --terminal --players 4 --lang de
  rectoverso play nummerus --terminal --players 1       solitaire
"""


def command(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help=f"{GAMES_HELP}.", autocompletion=all_names),
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here, in the terminal.")] = False,
    players: Annotated[int | None, typer.Option(**WHOLE, help="Number of seats, including yours.")] = None,
    seat: Annotated[int, typer.Option(**WHOLE, help="Your seat; seat 1 begins.")] = 1,
    bots: Annotated[str, typer.Option(metavar="BOT", help="The bot on the other seats.")] = "greedy",
    option: OptionTexts = None,
    seed: Seed = None,
    lang: Annotated[str, typer.Option(help=f"Language of the game: {', '.join(LANGUAGES)}.")] = "en",
) -> None:
    """Play against bots and friends.

    Opens the page in your browser; with --terminal, plays in the terminal.
    """
    if lang not in LANGUAGES:
        raise BadInput(f"--lang must be one of the languages {', '.join(LANGUAGES)}, not {lang[:60]!r}")
    if not terminal and game is None and (page := _page()):
        page()
        return
    from .terminal import TerminalGame

    TerminalGame(game, players, seat, bots, option, seed, lang).play()


def _page() -> Callable[[], None] | None:
    """The function that opens the page, if the server is part of this installation."""
    if find_spec("rectoverso.server") is None:
        return None
    from importlib import import_module

    opener: Callable[[], None] | None = getattr(import_module("rectoverso.server"), "play", None)
    return opener
