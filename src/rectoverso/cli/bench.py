"""`rectoverso bench`: how fast it is on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput
from ..games import GAMES
from .arguments import Json, Seats, number, whole_number

if TYPE_CHECKING:
    from ..games.game import Game

EXAMPLES = """
Examples:

\b
  rectoverso bench playouts                          all games
  rectoverso bench playouts titus --players 4 --seconds 5 --json
  rectoverso bench search janus --players 4          simulations a second
  rectoverso bench think                             how long the levels think
  rectoverso bench worlds                            odds and imagined worlds
  rectoverso bench server                            100 and 1,000 tables, with think time and flat out
"""

MAX_SECONDS = 3600.0
MAX_TABLES = 10_000
MAX_THREADS = 64
MAX_GAMES = 1000

OneGame = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help=f"{', '.join(GAMES)}; all, if left out.", autocompletion=lambda: GAMES),
]
Seconds = Annotated[float, typer.Option(parser=number, metavar="T", help="How long to measure each game.")]

app = typer.Typer(help="Measure the speed of this machine.", rich_markup_mode=None, epilog=EXAMPLES)


@app.callback()
def _top() -> None:
    """A group also where it holds one command."""


@app.command(epilog=EXAMPLES)
def playouts(game: OneGame = None, players: Seats = None, seconds: Seconds = 2.0, json: Json = False) -> None:
    """Random games a second.

    Uniformly random full games with fresh deals, one thread, after a warm-up.
    """
    if not 0 < seconds <= MAX_SECONDS:
        raise BadInput(f"--seconds is above 0 and at most {MAX_SECONDS:g}, not {seconds:g}")
    from ..bench.playouts import playouts as measure
    from .files import print_json

    measured = []
    for one, seat_count in _tables(game, players):
        measured.append(measure(one, seat_count, seconds))
        if not json:
            speed = measured[-1]
            moves, games = f"{speed.moves_per_s:>12,.0f} moves/s", f"{speed.games_per_s:>10,.0f} games/s"
            print(f"{speed.game:9} {speed.players} players {moves} {games}")
    if json:
        print_json(measured)


@app.command(epilog=EXAMPLES)
def search(
    game: OneGame = None,
    players: Seats = None,
    seconds: Seconds = 2.0,
    threads: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Trees that grow side by side.")] = 1,
    json: Json = False,
) -> None:
    """Simulations a second.

    A tree search from the opening of fresh deals, after a warm-up; in the hidden games every simulation is played in a
    world of its own.
    """
    if not 0 < seconds <= MAX_SECONDS:
        raise BadInput(f"--seconds is above 0 and at most {MAX_SECONDS:g}, not {seconds:g}")
    if not 1 <= threads <= MAX_THREADS:
        raise BadInput(f"--threads is from 1 to {MAX_THREADS}, not {threads}")
    from ..bench.search import simulations as measure
    from .files import print_json

    measured = []
    for one, seat_count in _tables(game, players):
        measured.append(measure(one, seat_count, seconds, threads))
        if not json:
            speed = measured[-1]
            print(f"{speed.game:9} {speed.players} players {speed.simulations_per_s:>12,.0f} simulations/s")
    if json:
        print_json(measured)


@app.command(epilog=EXAMPLES)
def think(
    game: OneGame = None,
    players: Seats = None,
    games: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Games of each level.")] = 2,
    json: Json = False,
) -> None:
    """How long the levels think about a move, in CPU time: whole games, all seats played by the level."""
    if not 1 <= games <= MAX_GAMES:
        raise BadInput(f"--games is from 1 to {MAX_GAMES}, not {games}")
    from ..bench.think import thinking
    from .files import print_json

    measured = []
    for one, seat_count in _tables(game, players):
        for times in thinking(one, seat_count, games):
            measured.append(times)
            if not json:
                most = f"95 of 100 below {times.ms_95:.1f} ms, at the most {times.ms_most:.1f}"
                print(f"{times.game:9} {times.players} players  {times.bot:8} median {times.ms:.1f} ms; {most}")
    if json:
        print_json(measured)


@app.command(epilog=EXAMPLES)
def worlds(
    game: OneGame = None,
    players: Seats = None,
    games: Annotated[int, typer.Option(parser=whole_number, metavar="N", help="Games to measure along.")] = 10,
    json: Json = False,
) -> None:
    """How long the odds take, and an imagined world: positions along games by chance and by the rule of thumb."""
    if not 1 <= games <= MAX_GAMES:
        raise BadInput(f"--games is from 1 to {MAX_GAMES}, not {games}")
    from ..bench.worlds import worlds as measure
    from .files import print_json

    measured = []
    for one, seat_count in _tables(game, players):
        for times in measure(one, seat_count, games):
            measured.append(times)
            if not json:
                odds = f"odds {times.odds_ms:.2f} ms, at the most {times.odds_ms_most:.2f}"
                imagined = f"a world {times.world_us:.2f} µs, at the most {times.world_us_most:.2f}"
                print(f"{times.game:9} {times.players} players  {times.viewer:8} {odds}; {imagined}")
    if json:
        print_json(measured)


@app.command(epilog=EXAMPLES)
def server(
    tables: Annotated[list[int] | None, typer.Option(metavar="N", help="How many tables; may be given again.")] = None,
    think: Annotated[bool | None, typer.Option("--think/--flat-out", help="Only with, or without, think time.")] = None,
    seconds: Seconds = 10.0,
    json: Json = False,
) -> None:
    """A real server under load: Nummerus, two sockets a table, every move on the disk before it is told."""
    if not 0 < seconds <= MAX_SECONDS:
        raise BadInput(f"--seconds is above 0 and at most {MAX_SECONDS:g}, not {seconds:g}")
    for count in tables or []:
        if not 1 <= count <= MAX_TABLES:
            raise BadInput(f"--tables is from 1 to {MAX_TABLES}, not {count}")
    from ..bench.server import measure
    from .files import print_json

    measured = []
    for count in tables or [100, 1000]:
        for thinking in (True, False) if think is None else (think,):
            load = measure(count, thinking, seconds)
            measured.append(load)
            if not json:
                how = "thinking" if thinking else "flat out"
                print(
                    f"{count:>5} tables {how:9} {load.moves_per_s:>8,.0f} moves/s  p50 {load.p50_ms:g} ms  "
                    f"p99 {load.p99_ms:g} ms  {load.memory_mb:.0f} MB  {load.moves_per_cpu_s:,.0f} moves a CPU second"
                )
    if json:
        print_json(measured)


def _tables(game: str | None, players: int | None) -> list[tuple[Game, int]]:
    """The games to measure, compiled, with the players of each."""
    from .arguments import read_seats
    from .compiling import load

    described = [load(name) for name in ([game] if game is not None else GAMES)]
    return [(one, read_seats(one, players)) for one in described]
