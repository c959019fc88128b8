"""`rectoverso bench`: speed on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ..errors import BadInput
from ..games.discovery import all_names
from .arguments import GAMES_HELP, WHOLE, Json, Seats, number, whole_number

if TYPE_CHECKING:
    from ..bench.batch import BatchSpeed
    from ..bench.playouts import Playouts
    from ..bench.search import Simulations
    from ..bench.server import Load
    from ..bench.think import Thinking
    from ..bench.worlds import Worlds
    from ..games.game import Game

T = TypeVar("T")

EXAMPLES = """
Examples:

\b
  rectoverso bench playouts                          all games
  rectoverso bench playouts titus --players 4 --seconds 5 --json
  rectoverso bench batch nummerus --batch 4096       steps per second of a batch environment
  rectoverso bench search janus --players 4          simulations per second
  rectoverso bench think                             thinking times of the levels
  rectoverso bench worlds                            odds and imagined worlds
  rectoverso bench server                            100 and 1,000 tables, with think time and flat out
"""

MAX_SECONDS = 3600.0
MAX_TABLES = 10_000
MAX_THREADS = 64
MAX_GAMES = 1000
MAX_BATCH = 65_536

OneGame = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help=f"{GAMES_HELP}; default: all.", autocompletion=all_names),
]
Seconds = Annotated[float, typer.Option(parser=number, metavar="T", help="Seconds per measurement.")]

app = typer.Typer(help="Measure the speed on this machine.", rich_markup_mode=None, epilog=EXAMPLES)


@app.callback()
def _top() -> None:
    """Make typer treat this as a group of commands."""


@app.command(epilog=EXAMPLES)
def playouts(game: OneGame = None, players: Seats = None, seconds: Seconds = 2.0, json: Json = False) -> None:
    """Measure random games per second.

    Uniformly random full games with fresh deals, on one thread, after a warm-up.
    """
    _check_seconds(seconds)
    from ..bench.playouts import playouts as measure

    def line(speed: Playouts) -> str:
        moves, games = f"{speed.moves_per_s:>12,.0f} moves/s", f"{speed.games_per_s:>10,.0f} games/s"
        return f"{speed.game:9} {speed.players} players {moves} {games}"

    _report((measure(one, seats, seconds) for one, seats in _tables(game, players)), line, json)


@app.command(epilog=EXAMPLES)
def search(
    game: OneGame = None,
    players: Seats = None,
    seconds: Seconds = 2.0,
    threads: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Number of parallel searches.")] = 1,
    json: Json = False,
) -> None:
    """Measure search simulations per second.

    A tree search from the opening of fresh deals, after a warm-up. In games with hidden faces every simulation imagines
    a new world.
    """
    _check_seconds(seconds)
    _check_threads(threads)
    from ..bench.search import simulations as measure

    def line(speed: Simulations) -> str:
        return f"{speed.game:9} {speed.players} players {speed.simulations_per_s:>12,.0f} simulations/s"

    _report((measure(one, seats, seconds, threads) for one, seats in _tables(game, players)), line, json)


@app.command(epilog=EXAMPLES)
def batch(
    game: OneGame = None,
    players: Seats = None,
    seconds: Seconds = 2.0,
    batch: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Games side by side.")] = 1024,
    threads: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Number of threads.")] = 1,
    json: Json = False,
) -> None:
    """Measure steps per second of a batch environment.

    Every step writes what the seat to move knows, and the mask of its legal moves; the moves are random.
    """
    _check_seconds(seconds)
    _check_threads(threads)
    if not 1 <= batch <= MAX_BATCH:
        raise BadInput(f"--batch must be from 1 to {MAX_BATCH}, not {batch}")
    from ..bench.batch import batch_speed as measure

    def line(speed: BatchSpeed) -> str:
        return f"{speed.game:9} {speed.players} players {speed.steps_per_s:>12,.0f} steps/s in {batch} games"

    _report((measure(one, seats, seconds, batch, threads) for one, seats in _tables(game, players)), line, json)


@app.command(epilog=EXAMPLES)
def think(
    game: OneGame = None,
    players: Seats = None,
    games: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Games per level.")] = 2,
    json: Json = False,
) -> None:
    """Measure how long the levels think per move.

    CPU time over whole games, with the same level on all seats.
    """
    _check_games(games)
    from ..bench.think import thinking as measure

    def line(times: Thinking) -> str:
        tail = f"95th percentile {times.ms_95:.1f} ms, longest {times.ms_most:.1f} ms"
        return f"{times.game:9} {times.players} players  {times.bot:8} median {times.ms:.1f} ms, {tail}"

    _report((times for one, seats in _tables(game, players) for times in measure(one, seats, games)), line, json)


@app.command(epilog=EXAMPLES)
def worlds(
    game: OneGame = None,
    players: Seats = None,
    games: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Games to take positions from.")] = 10,
    json: Json = False,
) -> None:
    """Measure odds and imagined worlds.

    The time to compute the odds, and to imagine a world, at positions of whole games.
    """
    _check_games(games)
    from ..bench.worlds import worlds as measure

    def line(times: Worlds) -> str:
        odds = f"odds median {times.odds_ms:.2f} ms, longest {times.odds_ms_most:.2f} ms"
        imagined = f"world median {times.world_us:.2f} µs, longest {times.world_us_most:.2f} µs"
        return f"{times.game:9} {times.players} players  {times.viewer:8} {odds}; {imagined}"

    _report((times for one, seats in _tables(game, players) for times in measure(one, seats, games)), line, json)


@app.command(epilog=EXAMPLES)
def server(
    tables: Annotated[list[int] | None, typer.Option(metavar="N", help="Number of tables; may be repeated.")] = None,
    think: Annotated[bool | None, typer.Option("--think/--flat-out", help="Only with, or without, think time.")] = None,
    seconds: Seconds = 10.0,
    db: Annotated[
        str | None, typer.Option("--db", metavar="URL", help="An empty PostgreSQL database; default: an SQLite file.")
    ] = None,
    workers: Annotated[int, typer.Option(**WHOLE, help="Processes of the server, on PostgreSQL.")] = 1,
    json: Json = False,
) -> None:
    """Measure a real server under load.

    Two sockets per table, every move on disk before it is sent.
    """
    _check_seconds(seconds)
    if not 1 <= workers <= MAX_THREADS:
        raise BadInput(f"--workers must be from 1 to {MAX_THREADS}, not {workers}")
    for count in tables or []:
        if not 1 <= count <= MAX_TABLES:
            raise BadInput(f"--tables must be from 1 to {MAX_TABLES}, not {count}")
    from ..bench.server import measure

    def line(load: Load) -> str:
        how = "thinking" if load.think else "flat out"
        return (
            f"{load.tables:>5} tables {how:9} {load.moves_per_s:>8,.0f} moves/s  p50 {load.p50_ms:g} ms  "
            f"p99 {load.p99_ms:g} ms  {load.memory_mb:.0f} MB  {load.moves_per_cpu_s:,.0f} moves per CPU second"
        )

    loads = [(count, one) for count in tables or [100, 1000] for one in ((True, False) if think is None else (think,))]
    _report((measure(count, thinking, seconds, db, workers) for count, thinking in loads), line, json)


def _report(measured: Iterable[T], line: Callable[[T], str], json: bool) -> None:
    """Print a line for each measurement as soon as it is made; or all of them, as JSON."""
    from .files import print_json

    if json:
        print_json(list(measured))
        return
    for one in measured:
        print(line(one))


def _check_seconds(seconds: float) -> None:
    if not 0 < seconds <= MAX_SECONDS:
        raise BadInput(f"--seconds must be above 0 and at most {MAX_SECONDS:g}, not {seconds:g}")


def _check_threads(threads: int) -> None:
    if not 1 <= threads <= MAX_THREADS:
        raise BadInput(f"--threads must be from 1 to {MAX_THREADS}, not {threads}")


def _check_games(games: int) -> None:
    if not 1 <= games <= MAX_GAMES:
        raise BadInput(f"--games must be from 1 to {MAX_GAMES}, not {games}")


def _tables(game: str | None, players: int | None) -> list[tuple[Game, int]]:
    """The games to measure, compiled, with the number of players of each."""
    from .arguments import read_seats
    from .compiling import load, load_all

    described = load_all() if game is None else [load(game)]
    return [(one, read_seats(one, players)) for one in described]
