"""`rectoverso check-game`: runs the conformance suite on a game."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
import typer

from .arguments import GameName, Json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..games.game import Game

EXAMPLES = """
Example:

\b
  rectoverso check-game titus     prints one line per check; the exit code is 2 if one fails
"""

SAME_UNCOMPILED = "The rules are the same with and without the compiler."


class Finding(msgspec.Struct):
    """One check and its result."""

    check: str
    ok: bool
    error: str | None = None


def command(game: GameName, json: Json = False) -> None:
    """Run the conformance suite on one game.

    It checks rules, records, knowledge, views and words.
    """
    from .compiling import load
    from .files import print_json

    findings = []
    for finding in _findings(load(game)):
        findings.append(finding)
        if not json:
            print(("ok      " if finding.ok else "BROKEN  ") + finding.check, flush=True)
            if finding.error:
                print(f"        {finding.error}", flush=True)
    if json:
        print_json({"game": game, "ok": all(finding.ok for finding in findings), "checks": findings})
    if not all(finding.ok for finding in findings):
        raise typer.Exit(2)


def _findings(game: Game) -> Iterator[Finding]:
    from ..games.conformance import CHECKS, broken_by, sentence

    for check in CHECKS:
        error = broken_by(check, game)
        yield Finding(sentence(check), error is None, error)
    error = different_uncompiled(game)
    yield Finding(SAME_UNCOMPILED, error is None, error)


def different_uncompiled(game: Game) -> str | None:
    """Play the same games in a process without the compiler; the difference, or None."""
    from ..games.conformance import fingerprint

    program = f"from rectoverso.games import game_named as g, conformance as c; print(c.fingerprint(g({game.name!r})))"
    environment = {**os.environ, "RECTOVERSO_JIT": "off"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        return f"without the compiler: {(done.stderr.strip().splitlines() or ['it failed'])[-1]}"
    return None if done.stdout.strip() == fingerprint(game) else "games differ with and without the compiler"
