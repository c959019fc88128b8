"""`rectoverso dataset`: many games between bots, as compressed records with checksums."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput
from ..games.discovery import all_names
from .arguments import (
    BOTS,
    GAMES_HELP,
    WHOLE,
    Cluster,
    OptionTexts,
    Players,
    Processes,
    Seed,
    check_one_of,
    read_options,
    read_players,
    read_processes,
)
from .replay import counted
from .selfplay import MAX_GAMES, fresh_seed

if TYPE_CHECKING:
    from ..arena.dataset import DataSetPlan

SHARD_GAMES = 10_000

EXAMPLES = """
Examples:

\b
  rectoverso dataset titus --players 3 --games 1000000 --seed tea --bots greedy --out titus-games
  rectoverso dataset janus --players 4 --games 5000 --seed tea --bots club,casual,casual,novice --out janus-games
  rectoverso dataset --check --out titus-games

Repeat the command to continue an interrupted run, or to replace damaged shards. The number of processes does not change
the bytes, nor does a cluster (docs/cluster.md). `rectoverso replay` reads the shards.
"""


def command(
    out: Annotated[str, typer.Option(metavar="FOLDER", help="The folder of the data set.")],
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=f"{GAMES_HELP}.", autocompletion=all_names)] = None,
    players: Players = None,
    games: Annotated[int | None, typer.Option(**WHOLE, help=f"Number of games; default: {SHARD_GAMES}.")] = None,
    seed: Seed = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="B1,B2,…", help=f"One bot for all seats, or one for each: {BOTS}; default: greedy."),
    ] = None,
    option: OptionTexts = None,
    shard_games: Annotated[
        int | None, typer.Option(**WHOLE, help=f"Games in each file; default: {SHARD_GAMES}.")
    ] = None,
    processes: Processes = None,
    cluster: Cluster = False,
    check: Annotated[
        bool, typer.Option("--check", help="Check a data set: checksums, number of games, a sample replayed.")
    ] = False,
) -> None:
    """Let bots play many games into compressed files.

    The folder gets files of gzipped records and manifest.json, which lists them with their SHA-256.
    """
    if out == "":
        raise BadInput("--out needs the name of a folder")
    if check:
        if cluster or [game, players, games, seed, bots, option, shard_games, processes] != [None] * 8:
            raise BadInput("--check needs only --out; the manifest says the rest")
        _check(out)
        return
    if game is None:
        raise BadInput("missing argument 'GAME'; see rectoverso dataset --help")
    check_one_of(cluster, processes)
    process_count = read_processes(processes)
    plan = _plan(out, game, players, games, seed, bots, option, shard_games)
    _play(plan, out, process_count, cluster)


def _plan(
    out: str,
    game: str,
    players: int | None,
    games: int | None,
    seed: str | None,
    bots: str | None,
    option: list[str] | None,
    shard_games: int | None,
) -> DataSetPlan:
    from ..arena.dataset import MAX_SHARD_GAMES
    from .compiling import load

    for name, number, limit in (("--games", games, MAX_GAMES), ("--shard-games", shard_games, MAX_SHARD_GAMES)):
        if number is not None and not 1 <= number <= limit:
            raise BadInput(f"{name} must be from 1 to {limit}, not {number}")
    described = load(game)
    seats = read_players(described, players)
    options = described.options_of(seats, read_options(described, option))

    from ..arena.dataset import kept_seed, make_plan
    from ..bots.selfplay import bot_names

    names = bot_names("greedy" if bots is None else bots, seats)
    chosen = (kept_seed(out) or fresh_seed()) if seed is None else seed
    return make_plan(game, seats, options, chosen, names, games or SHARD_GAMES, shard_games or SHARD_GAMES)


def _play(plan: DataSetPlan, out: str, processes: int, cluster: bool) -> None:
    from ..arena.dataset import MANIFEST, play, read_manifest
    from .progress import progress, results_only

    with results_only(), progress("playing", plan.games) as tell:
        try:
            for done in play(plan, out, processes, cluster):
                tell(done)
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not interrupt the exit
            print(f"interrupted; repeat the command to continue: {out} holds the shards so far", file=sys.stderr)
            raise typer.Exit(130) from None
    size = sum(shard.bytes for shard in read_manifest(out).shards)
    print(f"{_told(plan)}, {size} bytes; checksums in {out}/{MANIFEST}")


def _check(out: str) -> None:
    from ..arena.dataset import check, read_manifest
    from .compiling import load
    from .progress import progress

    plan = read_manifest(out).plan
    load(plan.game)
    bad = 0
    with progress("checking", plan.shards) as tell:
        for number, (file, fault) in enumerate(check(out), 1):
            if fault is not None:
                bad += 1
                print(f"{file}: {fault}")
            tell(number)
    print(f"{_told(plan)}, {bad or 'none'} bad")
    if bad:
        raise typer.Exit(2)


def _told(plan: DataSetPlan) -> str:
    return f"{counted(plan.games, 'game')} in {counted(plan.shards, 'file')}"
