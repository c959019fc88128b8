"""`rectoverso selfplay`: games between bots, as records."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..errors import BadInput
from .arguments import BOTS, WHOLE, Cluster, GameName, OptionTexts, Players, Seed, read_options, read_players

MAX_GAMES = 10_000_000

EXAMPLES = """
Examples:

\b
  rectoverso selfplay titus --players 2 --games 100 --seed tea --bots greedy,random --out games.jsonl
  rectoverso selfplay janus --players 4 --seed tea --option stall=5 --legal
  rectoverso selfplay nummerus --players 3 --option tausch=true --option board=square --bots greedy

One bot name stands for all seats. The same command with the same seed gives the same bytes.
"""


def command(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(**WHOLE, help="Number of games.")] = 1,
    seed: Seed = None,
    bots: Annotated[
        str, typer.Option(metavar="B1,B2,…", help=f"One bot for all seats, or one for each: {BOTS}.")
    ] = "greedy",
    option: OptionTexts = None,
    legal: Annotated[bool, typer.Option("--legal", help="Also write the seat to move and its legal moves.")] = False,
    cluster: Cluster = False,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write the records here; - is standard output.")] = "-",
) -> None:
    """Let bots play, and write records of their games.

    Each game is one JSON object on one line.
    """
    if not 1 <= games <= MAX_GAMES:
        raise BadInput(f"--games must be from 1 to {MAX_GAMES}, not {games}")
    from .compiling import load

    described = load(game)
    seats = read_players(described, players)
    options = described.options_of(seats, read_options(described, option))

    from ..arena.cluster import check_cluster
    from ..arena.selfplay import SelfPlay, played
    from ..bots.selfplay import bot_names
    from .files import writing
    from .progress import progress, results_only

    names = bot_names(bots, seats)
    if cluster:
        check_cluster()
    with writing(out) as file, results_only(), progress("playing", games) as done:
        plan = SelfPlay(game, seats, options, fresh_seed() if seed is None else seed, names, legal)
        for numbers, lines in played(plan, games, cluster):
            file.write(lines)
            done(numbers.stop)


def fresh_seed() -> str:
    """A random seed; it is printed, so that the run can be repeated."""
    import secrets

    seed = secrets.token_hex(8)
    print(f"seed: {seed}", file=sys.stderr)
    return seed
