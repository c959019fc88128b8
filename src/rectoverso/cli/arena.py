"""`rectoverso arena`: tournaments between bots, with ratings."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadInput
from .arguments import (
    BOTS,
    WHOLE,
    Cluster,
    GameName,
    Json,
    OptionTexts,
    Processes,
    Seats,
    Seed,
    check_one_of,
    read_options,
    read_processes,
    read_seats,
)

if TYPE_CHECKING:
    from ..arena.ratings import Pair, RatingTable
    from ..arena.runners import PlayedTask
    from ..arena.schedule import Task, Tournament
    from ..games.game import Value

MAX_GAMES = 10_000_000

EXAMPLES = """
Examples:

\b
  rectoverso arena titus --players 2 --games 100 --seed tea --bots greedy,random
  rectoverso arena janus --players 3 --games 60 --seed tea --bots novice,casual,club --out arena-janus
  rectoverso arena nummerus --players 2 --games 400 --seed tea --bots search:100,search:400 --json
  rectoverso arena titus --players 2 --games 100 --seed tea --bots greedy,package.module:factory

A bot of your own is named by its import path; docs/research.md describes the factory.

If there are as many bots as seats, all play at one table; otherwise every pair plays, and the second bot fills the
remaining seats. Each deal is played in every rotation of the seats. With --out, repeat the command to continue an
interrupted run.
"""


def command(
    game: GameName,
    bots: Annotated[str, typer.Option(metavar="B1,B2,…", help=f"The bots, at least two: {BOTS}.")],
    players: Seats = None,
    games: Annotated[int, typer.Option(**WHOLE, help="Games per pairing, rounded up to whole rotations.")] = 100,
    seed: Seed = None,
    option: OptionTexts = None,
    processes: Processes = None,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Each bot plays only the one named before it, which fills the other seats.")
    ] = False,
    cluster: Cluster = False,
    out: Annotated[str | None, typer.Option(metavar="DIR", help="Write records and a report to this folder.")] = None,
    json: Json = False,
) -> None:
    """Let bots play a tournament, and rate them.

    Prints Elo ratings (mean 0) with 95 % intervals.
    """
    if not 1 <= games <= MAX_GAMES:
        raise BadInput(f"--games must be from 1 to {MAX_GAMES}, not {games}")
    if out == "":
        raise BadInput("--out needs the name of a folder")
    check_one_of(cluster, processes)
    process_count = read_processes(processes)
    name, seats, options = _game(game, players, option)
    from ..arena.cluster import check_cluster
    from ..arena.schedule import Tournament, check_bots
    from ..arena.tournament_folder import kept_seed
    from .selfplay import fresh_seed

    names = check_bots([bot.strip() for bot in bots.split(",")])
    if cluster:
        check_cluster()
    if seed is None:
        seed = (None if out is None else kept_seed(out)) or fresh_seed()
    plan = Tournament(name, seats, options, seed, names, games, ladder)
    table, pairs = _played_table(plan, out, cluster, process_count)
    if json:
        from .files import print_json

        print_json(table)
    else:
        _print(table, pairs)


def _game(name: str, players: int | None, option: list[str] | None) -> tuple[str, int, dict[str, Value]]:
    """The game, for how many players, and with which options."""
    from ..games import game_named

    game = game_named(name)
    seats = read_seats(game, players)
    if seats == 1:
        raise BadInput("a tournament needs --players 2 or more")
    return game.name, seats, game.options_of(seats, read_options(game, option))


def _played_table(plan: Tournament, out: str | None, cluster: bool, processes: int) -> tuple[RatingTable, list[Pair]]:
    from ..arena.ratings import pairs, rated
    from ..arena.report import report
    from ..arena.tournament_folder import Folder
    from .progress import progress, results_only

    folder = None if out is None else Folder(out, plan)
    done: dict[Task, list[tuple[Any, dict[str, Any]]]] = {} if folder is None else folder.games()
    tasks = plan.tasks
    left = [task for task in tasks if task not in done]
    with results_only(), progress("playing", plan.players * len(tasks)) as tell:
        tell(plan.players * len(done))
        try:
            for task, games in _workers(plan, left, cluster, processes):
                done[task] = games
                if folder is not None:
                    folder.add(record for _, record in games)
                tell(plan.players * len(done))
        except KeyboardInterrupt:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not interrupt the exit
            _say_how_to_continue(len(done), len(tasks), out)
            raise typer.Exit(130) from None
    games = [game for task in sorted(done) for game in done[task]]
    played = [one for one, _ in games]
    table = rated(plan, played)
    if folder is not None:
        folder.finish((record for _, record in games), report(plan, played, table))
    return table, pairs(plan, played)


def _workers(plan: Tournament, tasks: list[Task], cluster: bool, processes: int) -> Iterator[PlayedTask]:
    from ..arena import runners
    from .compiling import load

    if cluster:
        return runners.on_cluster(plan, tasks)
    workers = min(processes, len(tasks))
    if workers <= 1:
        load(plan.game)
        return runners.in_this_process(plan, tasks)
    return runners.in_processes(plan, tasks, workers)


def _say_how_to_continue(done: int, total: int, out: str | None) -> None:
    kept = f"repeat the command to continue: {out} holds the games so far" if out else "use --out to keep them"
    print(f"interrupted after {done} of {total} deals; {kept}", file=sys.stderr)


def _print(table: RatingTable, pairs: list[Pair]) -> None:
    print(f"{table.game}, {table.players} players, {table.games} games")
    print(f"{'bot':16} {'Elo':>6} {'95 %':>14} {'games':>7} {'first places':>13} {'mean score':>11}")
    for one in sorted(table.bots, key=lambda one: -one.elo):
        interval = f"{one.elo_low:.0f} to {one.elo_high:.0f}"
        print(f"{one.bot:16} {one.elo:>6.0f} {interval:>14} {one.games:>7} {one.wins:>13g} {one.mean_score:>11.2f}")
    for pair in pairs:
        interval = f"{100 * pair.low:.1f} to {100 * pair.high:.1f} %"
        print(f"{pair.bot} is ahead of {pair.other} in {100 * pair.ahead:.1f} % ({interval}) of {pair.games} games")
