"""`rectoverso replay`: replays and checks records."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
import typer

from ..errors import BadInput
from .arguments import File, Json

if TYPE_CHECKING:
    from ..games.round import Round

EXAMPLES = """
Examples:

\b
  rectoverso replay games.jsonl           prints one line per game; the exit code is 2 if one is bad
  rectoverso replay games.jsonl --json | jq .bad
  rectoverso replay dataset/games-00000.jsonl.gz
  rectoverso selfplay janus --players 4 --games 3 --seed tea --bots random --out - | rectoverso replay -
"""


class Checked(msgspec.Struct):
    """The result for one record; `moves` counts the moves before the first error."""

    line: int
    ok: bool
    moves: int
    scores: list[int] | None = None
    ranks: list[int] | None = None
    error: str | None = None


def command(file: File, json: Json = False) -> None:
    """Replay records and check them.

    Checks the deal, every move, and legal, to_move and result where present. Names the first error of a bad record and
    goes on; the exit code is 2 if any record is bad.
    """
    from .files import print_json

    results = []
    for checked, round in _checked(file):
        results.append(checked)
        if not json:
            print(_line(checked, round))
    bad = sum(not checked.ok for checked in results)
    if json:
        print_json({"records": len(results), "bad": bad, "results": results})
    elif results:
        print(f"{counted(len(results), 'record')}, {bad or 'none'} bad")
    if not results:
        raise BadInput(f"there is no game record in {file}")
    if bad:
        raise typer.Exit(2)


def _checked(name: str) -> Iterator[tuple[Checked, Round | None]]:
    from ..games.game_record import BadRecord, parse
    from .compiling import replayed
    from .files import lines, reading
    from .progress import progress

    with reading(name) as file, progress("replaying", _size(name)) as done:
        bytes_read = 0
        for number, line in lines(file):
            try:
                round = replayed(parse(line))
            except BadRecord as error:
                yield Checked(number, False, error.moves, error=str(error)), None
            except BadInput as error:
                yield Checked(number, False, 0, error=str(error)), None
            else:
                yield _good(number, round), round
            bytes_read += len(line)
            done(bytes_read)


def _good(number: int, round: Round) -> Checked:
    result = round.result
    if result is None:
        return Checked(number, True, len(round.numbers))
    return Checked(number, True, len(round.numbers), result.scores, result.ranks)


def _line(checked: Checked, round: Round | None) -> str:
    start = f"line {checked.line}: "
    if round is None:
        return f"{start}bad: {checked.error}"
    told = f"{start}ok: {round.game.name}, {counted(round.players, 'player')}, {counted(checked.moves, 'move')}, "
    if checked.scores is None or checked.ranks is None:
        return told + f"seat {round.turn} to move"
    return told + f"scores {_listed(checked.scores)}, ranks {_listed(checked.ranks)}"


def _listed(numbers: list[int]) -> str:
    return " ".join(str(number) for number in numbers)


def counted(n: int, what: str) -> str:
    """A number of things, in words."""
    return f"{n} {what}{'s' * (n != 1)}"


def _size(name: str) -> int | None:
    """The number of bytes to read; None where it is not known."""
    from .files import COMPRESSED

    return os.path.getsize(name) if os.path.isfile(name) and not name.endswith(COMPRESSED) else None
