"""`rectoverso advise`: the move a strong player would make, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput, shown
from .arguments import BOTS, WHOLE, At, File, Json

if TYPE_CHECKING:
    from ..bots.advice import Advice, Advised

EXAMPLES = """
Examples:

\b
  rectoverso advise titus.jsonl --at 20 --bot search:2000 --seed tea
  rectoverso advise janus.jsonl --at 12 --bot search:500ms --lang de --json
  rectoverso advise nummerus.jsonl --at 30 --bot master     the last pawns are solved exactly

The advice is for the seat to move, from what that seat has seen and nothing else. Figures come from simulated games.
They agree with the order of the moves, and are not shown for moves tried fewer than 30 times. A proved move is
certainly the best. --lang changes the language of the reason; the rest is English, as everywhere on the command line.
"""

MAX_MOVES_SHOWN = 8
MAX_THREADS = 64


def command(
    file: File,
    at: At = None,
    bot: Annotated[str, typer.Option(metavar="B", help=f"The bot that advises: {BOTS}.")] = "search:2000",
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same advice.")] = "advice",
    lang: Annotated[str, typer.Option(help="Language of the reason: en, fr, nl or de.")] = "en",
    threads: Annotated[int, typer.Option(**WHOLE, help="Number of parallel searches.")] = 1,
    json: Json = False,
) -> None:
    """Advise the seat to move.

    Prints the best move with its chance of winning, expected score and a reason, then the other moves.
    """
    if not 1 <= threads <= MAX_THREADS:
        raise BadInput(f"--threads must be from 1 to {MAX_THREADS}, not {threads}")
    from ..words import LANGUAGES

    if lang not in LANGUAGES:
        raise BadInput(f"--lang must be one of {', '.join(LANGUAGES)}, not {shown(lang)}")
    from ..bots import check_bot

    check_bot(bot)
    advice, players = _advice(file, at, bot, seed, lang, threads)
    if json:
        from .files import print_json

        print_json(advice)
    else:
        _print(advice, solitaire=players == 1)


def _advice(file: str, at: int | None, bot: str, seed: str, lang: str, threads: int) -> tuple[Advice, int]:
    from time import monotonic

    from ..bots import make_bot
    from ..bots.advice import advise
    from ..bots.search_threads import workers
    from ..games.deal import BOT_DOMAIN, Stream
    from ..words import say
    from .files import first_game

    whole = first_game(file)
    game = whole if at is None else whole.at(at)
    if game.turn is None:
        raise BadInput("the game is over, so there is nobody to advise; choose an earlier position with --at")
    names = [say(lang, "player_seat", seat=seat) for seat in range(1, game.players + 1)]
    rng = Stream(BOT_DOMAIN, seed, len(game.numbers)).rng()
    observation = game.observation(game.turn)
    advise(make_bot("search:1"), observation, rng.copy(), lang, names)  # load compiled code before the clock starts
    with workers(threads) as pool:
        adviser = make_bot(bot, monotonic, workers=pool, threads=threads)
        return advise(adviser, observation, rng, lang, names), game.players


def _print(advice: Advice, solitaire: bool) -> None:
    best, others = advice.moves[0], advice.moves[1:MAX_MOVES_SHOWN]
    print(f"Seat {advice.seat}: {best.move}, {_figures(best, solitaire)}")
    print(advice.reason)
    for one in others:
        print(f"  {one.move:14} {_figures(one, solitaire)}")
    if not solitaire and any(one.win > best.win for one in advice.moves):
        print("The first move is this bot's choice; a search rates another move higher.")


def _figures(one: Advised, solitaire: bool) -> str:
    """The figures of a move, and what they are based on."""
    basis = "proved" if one.exact else "best game found" if one.visits == 0 and one.sure else _tries(one.visits)
    if not one.sure:
        return f"{basis}: too few to tell"
    if solitaire:
        return f"{one.score:.1f} series left (fewer is better), {basis}"
    return f"wins {100 * one.win:.0f} %, expected score {one.score:.1f}, {basis}"


def _tries(visits: int) -> str:
    return f"{visits} {'try' if visits == 1 else 'tries'}"
