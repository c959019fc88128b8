"""Arguments and options that several commands share."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadInput, shown
from ..games.discovery import all_names, own_names

if TYPE_CHECKING:
    from ..games.game import Game, Value
    from ..games.round import Seat

GAMES_HELP = f"{', '.join(own_names())}, or a game of another package"
GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"{GAMES_HELP}.", autocompletion=all_names)]


def whole_number(text: str | int) -> int:
    """A whole number from the command line (or a default, which is a number already)."""
    digits = str(text).removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS):
        raise typer.BadParameter(f"{shown(text)} is not a whole number")
    return int(text)


def number(text: str | float) -> float:
    """A number from the command line, with or without a fraction."""
    try:
        return float(text)
    except ValueError:
        raise typer.BadParameter(f"{shown(text)} is not a number") from None


MAX_DIGITS = 30
MAX_PROCESSES = 1024
WHOLE: dict[str, Any] = {"parser": whole_number, "metavar": "N"}

BOTS = "random, newcomer, greedy, search:N (N simulations), search:500ms, novice, casual, club, expert, master"
"""For help texts, which must not import the bots; a test compares it with their names."""

Players = Annotated[int | None, typer.Option(**WHOLE, help="Number of seats; default: the fewest the game allows.")]
Seats = Annotated[
    int | None, typer.Option(**WHOLE, help="Number of seats; default: the fewest the game allows, but at least 2.")
]
File = Annotated[
    str, typer.Argument(metavar="FILE", help="Records, one JSON object per line, also as .gz; - is standard input.")
]
At = Annotated[
    int | None, typer.Option(parser=whole_number, metavar="K", help="The position after K moves; default: after all.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A rule option, such as board=square; may be repeated."),
]
Processes = Annotated[int | None, typer.Option(**WHOLE, help="Number of processes; default: one per processor.")]
Cluster = Annotated[
    bool,
    typer.Option("--cluster", help="Run on Ray (extra `cluster`): at RAY_ADDRESS, or on this machine."),
]
Seed = Annotated[str | None, typer.Option(help="Any text; the same seed gives the same games. Default: a random one.")]


def read_options(game: Game, texts: list[str] | None) -> dict[str, Value]:
    """The options given as `--option name=value`."""
    known = {option.name: option for option in game.options}
    given: dict[str, Value] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"write an option as NAME=VALUE, such as {_an_example(game)}, not {shown(text)}")
        if name not in known:
            raise BadInput(f"{game.name} has no option {shown(name)}; its options are {', '.join(known)}")
        if name in given:
            raise BadInput(f"option {name} is given twice; give it once")
        given[name] = known[name].read(value)
    return given


def _an_example(game: Game) -> str:
    option = game.options[0]
    return f"{option.name}={str(option.default).lower()}"


def read_players(game: Game, players: int | None) -> int:
    """The number of seats, checked."""
    chosen = game.players[0] if players is None else players
    game.check_players(chosen)
    return chosen


def read_seats(game: Game, players: int | None) -> int:
    """The number of seats, checked; at least two by default."""
    fewest = next(number for number in game.players if number > 1)
    return read_players(game, fewest if players is None else players)


def read_processes(processes: int | None) -> int:
    """The number of processes, checked; one per processor by default."""
    if processes is not None and not 1 <= processes <= MAX_PROCESSES:
        raise BadInput(f"--processes must be from 1 to {MAX_PROCESSES}, not {processes}")
    return processes or os.cpu_count() or 1


def check_one_of(cluster: bool, processes: int | None) -> None:
    """Refuse a number of processes on a cluster."""
    if cluster and processes is not None:
        raise BadInput("--processes is for this machine; with --cluster, Ray decides; leave one of them out")


def read_seat(text: str) -> Seat:
    """A seat's number, or `watcher`."""
    if text == "watcher":
        return "watcher"
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise BadInput(f"a seat is a number from 1 on, or watcher, not {shown(text)}")
    return int(text)
