"""`rectoverso analyse`: what was luck and what was skill in finished games."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput, shown
from .arguments import WHOLE, File, Json

if TYPE_CHECKING:
    from ..analysis.analysis import Analysis
    from ..analysis.positions import Estimate, Position
    from ..games.round import Round

EXAMPLES = """
Examples:

\b
  rectoverso analyse games.jsonl                       a summary of every game
  rectoverso analyse games.jsonl --game 2 --game 5     only of the second and the fifth
  rectoverso analyse games.jsonl --out analysed        also JSON and a report with plots
  rectoverso analyse games.jsonl --json | jq .seats    one JSON document per line

Every value is an estimate from what the mover knew, or proved where that can be done; docs/analysis.md defines luck and
skill. The same command gives the same bytes. Only finished games are analysed.
"""

MAX_SIMULATIONS = 1_000_000
BLOCKS = "▁▂▃▄▅▆▇█"


def command(
    file: File,
    out: Annotated[str | None, typer.Option(metavar="DIR", help="Write JSON and a report to this folder.")] = None,
    game: Annotated[list[int] | None, typer.Option(**WHOLE, help="Only game N of the file; may be repeated.")] = None,
    simulations: Annotated[int, typer.Option(**WHOLE, help="Simulations of the search for each move.")] = 4000,
    lang: Annotated[str, typer.Option(help="Language of the reasons: en, fr, nl or de.")] = "en",
    json: Json = False,
) -> None:
    """Analyse finished games: luck, skill, turning points.

    Prints for each seat what it began with, what luck and skill changed, and the three most costly moves.
    """
    from ..words import LANGUAGES

    if not 1 <= simulations <= MAX_SIMULATIONS:
        raise BadInput(f"--simulations must be from 1 to {MAX_SIMULATIONS}, not {simulations}")
    if lang not in LANGUAGES:
        raise BadInput(f"--lang must be one of {', '.join(LANGUAGES)}, not {shown(lang)}")
    if out == "":
        raise BadInput("--out needs the name of a folder")
    for number, round in _games(file, set(game or [])):
        analysis, names = _analysed(round, simulations, lang, quiet=json)
        if out is not None:
            _write(analysis, names, out, number)
        _print_json(analysis) if json else _print(analysis, names, number)


def _games(name: str, wanted: set[int]) -> Iterator[tuple[int, Round]]:
    """The games of a file with their numbers, from 1."""
    from ..games.game_record import parse
    from .compiling import replayed
    from .files import lines, reading

    number = 0
    with reading(name) as file:
        for number, (line, text) in enumerate(lines(file), 1):
            if wanted and number not in wanted:
                continue
            try:
                yield number, replayed(parse(text))
            except BadInput as error:
                raise BadInput(f"{shown(name, 200)}, line {line}: {error}") from None
    if not number:
        raise BadInput(f"there is no game record in {shown(name, 200)}")
    if missing := [one for one in wanted if not 1 <= one <= number]:
        raise BadInput(f"--game {missing[0]}: {shown(name, 200)} has {number} game{'s' * (number != 1)}")


def _analysed(round: Round, simulations: int, lang: str, quiet: bool) -> tuple[Analysis, list[str]]:
    from concurrent.futures import ThreadPoolExecutor

    from ..analysis.analysis import analyse, check_finished, outlined
    from ..analysis.positions import Effort
    from ..words import say
    from .progress import progress

    check_finished(round)
    names = [say(lang, "player_seat", seat=seat) for seat in range(1, round.players + 1)]
    if not quiet:
        _print_outline(outlined(round))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool, progress("analysing", len(round.numbers)) as tell:

        def run(work: Callable[[Position], Estimate], listed: Sequence[Position]) -> Iterator[Estimate]:
            for done, one in enumerate(pool.map(work, listed), 1):
                tell(done)
                yield one

        return analyse(round, Effort(simulations), lang, names, run), names


def _print_outline(values: list[list[float]]) -> None:
    """A first, rough look at the game, while it is analysed: seat 1's chance, from move to move."""
    if sys.stderr is None or not sys.stderr.isatty():
        return
    top = max((value[0] for value in values), default=1.0) or 1.0
    print("".join(BLOCKS[min(int(value[0] / top * 8), 7)] for value in values), file=sys.stderr, flush=True)


def _write(analysis: Analysis, names: list[str], out: str, number: int) -> None:
    import msgspec

    from ..analysis.report import report
    from .files import writing

    try:
        os.makedirs(out, exist_ok=True)
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot write to the folder {shown(out, 200)}: {error}") from None
    for ending, content in (
        ("json", msgspec.json.encode(analysis) + b"\n"),
        ("html", report(analysis, names).encode()),
    ):
        with writing(os.path.join(out, f"game-{number}.{ending}")) as file:
            file.write(content)


def _print_json(analysis: Analysis) -> None:
    from .files import print_json

    print_json(analysis)


def _print(analysis: Analysis, names: list[str], number: int) -> None:
    from ..analysis.report import change, figure

    print(f"Game {number}: {analysis.game}, {len(analysis.moves)} moves")
    print(f"{'':12} {'start':>6} {'luck':>7} {'skill':>7} {'others':>7} {'settled':>7} {'result':>7} {'lost':>7}")
    for one in analysis.seats:
        changes = [change(analysis, value) for value in (one.luck, one.skill, one.others, one.settled)]
        told = [figure(analysis, one.start), *changes, figure(analysis, one.result), figure(analysis, one.lost)]
        print(f"{names[one.seat - 1]:12} {told[0]:>6} " + " ".join(f"{text:>7}" for text in told[1:]))
    for costly in analysis.costly:
        print(
            f"Move {costly.at + 1}, {names[costly.seat - 1]}: {costly.move} lost {figure(analysis, costly.lost)}; "
            f"better: {costly.better}. {costly.reason}"
        )
