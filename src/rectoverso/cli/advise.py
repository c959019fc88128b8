"""`rectoverso advise`: what a strong player would do, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import BadInput, shown
from .arguments import WHOLE, At, File, Json

if TYPE_CHECKING:
    from ..bots.advice import Advice

EXAMPLES = """
Examples:

\b
  rectoverso advise titus.jsonl --at 20 --bot search:2000 --seed tea
  rectoverso advise janus.jsonl --at 12 --bot search:500ms --lang de --json
  rectoverso advise nummerus.jsonl --at 30 --bot master     the last pawns are solved exactly

The advice is for the seat to move, from what that seat has seen, and from nothing else.
"""

SHOWN = 8  # runners-up in a table for people
MOST_THREADS = 64


def command(
    file: File,
    at: At = None,
    bot: Annotated[str, typer.Option(metavar="B", help="Who is asked.")] = "search:2000",
    seed: Annotated[str, typer.Option(help="Any text; the same seed gives the same advice.")] = "advice",
    lang: Annotated[str, typer.Option(help="Language of the reason: en, fr, nl, de.")] = "en",
    threads: Annotated[int, typer.Option(**WHOLE, help="Trees that grow side by side.")] = 1,
    json: Json = False,
) -> None:
    """Advise the seat to move.

    The best move with its chance of winning, the expected score and a reason; and all other moves.
    """
    if not 1 <= threads <= MOST_THREADS:
        raise BadInput(f"--threads is from 1 to {MOST_THREADS}, not {threads}")
    from ..words import LANGUAGES

    if lang not in LANGUAGES:
        raise BadInput(f"--lang is {', '.join(LANGUAGES)}, not {shown(lang)}")
    from ..bots import check_bot

    check_bot(bot)
    advice = _advice(file, at, bot, seed, lang, threads)
    if json:
        from .files import print_json

        print_json(advice)
    else:
        _print(advice)


def _advice(file: str, at: int | None, bot: str, seed: str, lang: str, threads: int) -> Advice:
    from time import monotonic

    from ..bench.crew import crew
    from ..bots import make_bot
    from ..bots.advice import advise
    from ..games.deal import BOT_DOMAIN, Stream
    from ..words import say
    from .files import first_game

    whole = first_game(file)
    game = whole if at is None else whole.at(at)
    if game.turn is None:
        raise BadInput("the game is over: there is nobody to advise; say with --at after how many moves")
    names = [say(lang, "player_seat", seat=seat) for seat in range(1, game.players + 1)]
    luck = Stream(BOT_DOMAIN, seed, len(game.numbers)).luck()
    with crew(threads) as hands:
        asked = make_bot(bot, monotonic, crew=hands, threads=threads)
        return advise(asked, game.seen(game.turn), luck, lang, names)


def _print(advice: Advice) -> None:
    proved = ", proved" if advice.exact else ""
    print(f"{advice.move}: wins {100 * advice.win:.0f} %, expected score {advice.score:.1f}{proved}")
    print(advice.reason)
    for one in advice.moves[1:SHOWN]:
        print(f"  {one.move:14} wins {100 * one.win:>3.0f} %  score {one.score:>5.1f}  {one.visits} tries")
