"""The same rule tests and comparisons with the compiler switched off, where every array access is checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rectoverso.kernel.jit import COMPILED

FOLDER = Path(__file__).parent
SAMPLES = FOLDER.parent / "samples"

pytestmark = pytest.mark.skipif(not COMPILED, reason="this is the run without the compiler")


def run_without_the_compiler(**settings: str) -> None:
    tests = [*FOLDER.glob("*/test_rules*.py"), FOLDER / "test_endings.py", FOLDER / "test_oracle_vs_kernel.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *map(str, tests)]
    command += ["-k", "product or agree_at_every_step"]
    environment = {**os.environ, "RECTOVERSO_JIT": "off", **settings}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=FOLDER.parent.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout


def test_the_games_pass_their_rule_tests_without_the_compiler() -> None:
    run_without_the_compiler()


@pytest.mark.soak
def test_the_games_agree_with_the_oracle_in_all_games_without_the_compiler() -> None:
    run_without_the_compiler(RECTOVERSO_FEWER_GAMES="1")


@pytest.mark.parametrize(("game", "at"), [("titus", 3), ("titus", 50), ("janus", 3), ("janus", 30), ("nummerus", 3)])
def test_a_search_without_the_compiler_advises_the_same(game: str, at: int) -> None:
    """Small numbers of NumPy overflow where compiled ones do not."""
    command = [sys.executable, "-m", "rectoverso", "advise", str(SAMPLES / f"{game}.jsonl"), "--at", str(at)]
    command += ["--bot", "search:6", "--seed", "a", "--json"]
    compiled = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    without = {**os.environ, "RECTOVERSO_JIT": "off"}
    assert subprocess.run(command, env=without, capture_output=True, text=True, check=True).stdout == compiled
