"""All commands under one name, `rectoverso`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from .. import __version__
from ..errors import BadInput
from . import (
    advise,
    analyse,
    arena,
    bench,
    check_game,
    dataset,
    db,
    host,
    legal,
    odds,
    play,
    replay,
    selfplay,
    serve,
    solve,
    verify,
    view,
    warm,
)

EXAMPLES = """
Examples:

\b
  rectoverso play                                  play against bots
  rectoverso selfplay titus --players 3 --games 10 --seed tea --bots greedy --out games.jsonl
  rectoverso replay games.jsonl                    check every game
  rectoverso legal games.jsonl --at 12             the legal moves after 12 moves
  rectoverso view games.jsonl --at 12 --seat 2     what seat 2 sees then
  rectoverso serve --host 0.0.0.0                  tables for you and your friends

FILE holds game records, one JSON object per line; - is standard input or output.
`rectoverso COMMAND --help` explains each command, with examples.
"""

app = typer.Typer(
    name="rectoverso",
    help="Titus, Janus and Nummerus: three family games to play, host and study.",
    epilog=EXAMPLES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for _name, _module in {
    "play": play,
    "selfplay": selfplay,
    "replay": replay,
    "legal": legal,
    "view": view,
    "odds": odds,
    "advise": advise,
    "analyse": analyse,
    "solve": solve,
    "arena": arena,
    "dataset": dataset,
    "check-game": check_game,
    "serve": serve,
    "verify": verify,
    "warm": warm,
}.items():
    app.command(_name, epilog=_module.EXAMPLES)(_module.command)
app.add_typer(bench.app, name="bench")
app.add_typer(db.app, name="db")
app.add_typer(host.app, name="host")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"rectoverso {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _top(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


def run(arguments: Sequence[str] | None) -> int:
    """Run a command; its exit code."""
    try:
        code: Any = typer.main.get_command(app).main(arguments, prog_name="rectoverso", standalone_mode=False)
    except Exception as error:
        if not hasattr(error, "format_message"):  # all usage errors of typer have it, in every version
            raise
        raise BadInput(_one_sentence(error)) from None
    return code if isinstance(code, int) else 0


def _one_sentence(error: Any) -> str:
    """What is wrong with the command line, and where to read what would be right."""
    said = " ".join(error.format_message().split()).rstrip(".?").replace(". Did you mean", ", did you mean")
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "rectoverso"
    return f"{said[:1].lower()}{said[1:300]}; see {path} --help"
