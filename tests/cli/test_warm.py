"""What was compiled once is never compiled again: after `rectoverso warm`, nobody who plays waits for the compiler."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rectoverso.games import GAMES
from rectoverso.kernel.jit import COMPILED

# Runs commands in one process, and says which kernels the compiler was asked for.
PROGRAM = """
import json, sys
from numba.core import event
from rectoverso.cli import main

class Listener(event.Listener):
    compiled = []
    def on_start(self, event):
        self.compiled.append(event.data["dispatcher"].py_func.__qualname__)
    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
for command in json.loads(sys.argv[1]):
    assert main(command) == 0, command
print(json.dumps(Listener.compiled), file=sys.stderr)
"""

AT = "9"


def commands(game: str, file: str) -> list[list[str]]:
    """Everything that plays, reads or thinks about a game; benchmarks compile what they measure."""
    return [
        *(["selfplay", game, "--seed", "tea", "--bots", bot, "--out", file] for bot in ("random", "search:20", "club")),
        ["selfplay", game, "--seed", "tea", "--bots", "greedy", "--legal", "--out", file],
        ["replay", file],
        ["legal", file, "--at", AT],
        ["view", file, "--at", AT, "--seat", "1", "--memory", "notes"],
        ["odds", file, "--at", AT, "--seat", "1"],
        ["advise", file, "--at", AT, "--bot", "search:50", "--seed", "tea"],
    ]


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compile")
def test_after_warming_up_nothing_that_plays_reads_or_thinks_is_compiled(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "rectoverso", "warm"], check=True, capture_output=True)
    asked = [command for game in GAMES for command in commands(game, str(tmp_path / f"{game}.jsonl"))]
    asked.append(["solve", "--seed", "tea", "--out", str(tmp_path / "solved.jsonl")])
    done = subprocess.run([sys.executable, "-c", PROGRAM, json.dumps(asked)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stderr.splitlines()[-1]) == []
