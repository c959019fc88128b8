"""`rectoverso advise`: what a strong player would do, and why."""

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

The advice is for the seat to move, from what that seat has seen, and from nothing else. Figures come from games
played on in thought: they never speak against the order of the moves, and where a move was tried less than 30 times
none are shown. A proved move is the best for certain. --lang changes the reason; the rest is English, as everywhere
on the command line.
"""

SHOWN = 8  # runners-up in a table for people
MAX_THREADS = 64


def command(
    file: File,
    at: At = None,
    bot: Annotated[str, typer.Option(metavar="B", help=f"Who is asked: {BOTS}.")] = "search:2000",
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same advice.")] = "advice",
    lang: Annotated[str, typer.Option(help="Language of the reason: en, fr, nl, de.")] = "en",
    threads: Annotated[int, typer.Option(**WHOLE, help="Trees that grow side by side.")] = 1,
    json: Json = False,
) -> None:
    """Advise the seat to move.

    The best move with its chance of winning, the expected score and a reason; and all other moves.
    """
    if not 1 <= threads <= MAX_THREADS:
        raise BadInput(f"--threads is from 1 to {MAX_THREADS}, not {threads}")
    from ..words import LANGUAGES

    if lang not in LANGUAGES:
        raise BadInput(f"--lang is {', '.join(LANGUAGES)}, not {shown(lang)}")
    from ..bots import check_bot

    check_bot(bot)
    advice, players = _advice(file, at, bot, seed, lang, threads)
    if json:
        from .files import print_json

        print_json(advice)
    else:
        _print(advice, alone=players == 1)


def _advice(file: str, at: int | None, bot: str, seed: str, lang: str, threads: int) -> tuple[Advice, int]:
    from time import monotonic

    from ..bots import make_bot
    from ..bots.advice import advise
    from ..bots.workers import workers
    from ..games.deal import BOT_DOMAIN, Stream
    from ..words import say
    from .files import first_game

    whole = first_game(file)
    game = whole if at is None else whole.at(at)
    if game.turn is None:
        raise BadInput("the game is over: there is nobody to advise; say with --at after how many moves")
    names = [say(lang, "player_seat", seat=seat) for seat in range(1, game.players + 1)]
    rng = Stream(BOT_DOMAIN, seed, len(game.numbers)).rng()
    with workers(threads) as hands:
        observation = game.observation(game.turn)
        advise(
            make_bot("search:1"), observation, rng.copy(), lang, names
        )  # compiled code is loaded before the clock starts
        return advise(
            make_bot(bot, monotonic, workers=hands, threads=threads), observation, rng, lang, names
        ), game.players


def _print(advice: Advice, alone: bool) -> None:
    best, others = advice.moves[0], advice.moves[1:SHOWN]
    print(f"Seat {advice.seat}: {best.move}, {_figures(best, alone)}")
    print(advice.reason)
    for one in others:
        print(f"  {one.move:14} {_figures(one, alone)}")
    if not alone and any(one.win > best.win for one in advice.moves):
        print("The first move is the choice of this bot; a search thinks more of another one.")


def _figures(one: Advised, alone: bool) -> str:
    """How a move comes out, and how that is known."""
    known = "proved" if one.exact else "best game found" if one.visits == 0 and one.sure else _tries(one.visits)
    if not one.sure:
        return f"{known}: too few to tell"
    if alone:
        return f"{one.score:.1f} series left (fewer is better), {known}"
    return f"wins {100 * one.win:.0f} %, expected score {one.score:.1f}, {known}"


def _tries(visits: int) -> str:
    return f"{visits} {'try' if visits == 1 else 'tries'}"
