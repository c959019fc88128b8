"""`rectoverso solve`: solves the deal of a solitaire."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput
from .arguments import OptionTexts, read_options

if TYPE_CHECKING:
    from ..games.round import Round

EXAMPLES = """
Examples:

\b
  rectoverso solve --seed tea                               prints the record of a solved game
  rectoverso solve --seed tea --option board=square --out solved.json
  rectoverso solve game.json                                continues from where the record stops

The record goes to standard output or to --out; the score, and what is proved, to standard error.
"""


def command(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="The record of a solitaire; - is standard input.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Solve the deal of this seed instead.")] = None,
    option: OptionTexts = None,
    out: Annotated[str, typer.Option(metavar="FILE", help="Write the record here; - is standard output.")] = "-",
) -> None:
    """Solve the deal of a solitaire.

    Writes the record of a game with the lowest score that can be found.
    """
    if (file is None) == (seed is None):
        raise BadInput("name a FILE or a deal with --seed: exactly one of the two")
    if file is not None and option:
        raise BadInput("--option goes with --seed; a record contains its own options")
    import msgspec

    from .files import writing

    game = _of_seed(seed, option) if seed is not None else _of_file(str(file))
    solitaire = game.game.solitaire
    assert solitaire is not None
    solution = solitaire.solve(game.state) if not game.over else None
    if solution is not None and game.play_numbers(solution.moves) != len(solution.moves):
        raise RuntimeError("the solver plays an illegal move")
    left = game.standing.scores[0]
    bound = left if solution is None else solution.bound
    with writing(out) as output:
        output.write(msgspec.json.encode(game.record()) + b"\n")
    print(f"{left} {solitaire.counts} left; {_proved(left, bound, solution is None)}", file=sys.stderr)


def _proved(left: int, bound: int, over: bool) -> str:
    if over:
        return "the game was already over"
    return "fewer are impossible" if left == bound else f"fewer than {bound} are impossible, {bound} may be possible"


def _of_seed(seed: str, option: list[str] | None) -> Round:
    from ..games.deal import deal_from_seed
    from ..games.round import Round
    from .compiling import load_all

    described = next(game for game in load_all() if game.solitaire is not None)
    deal = deal_from_seed(described.deck, described.two_faced, seed)
    return Round(described, 1, deal, described.options_of(1, read_options(described, option)))


def _of_file(name: str) -> Round:
    from .files import first_game

    game = first_game(name)
    if game.game.solitaire is None or game.players != 1:
        raise BadInput(f"{name}: expected a solitaire, not {game.game.name} with {game.players} players")
    return game
