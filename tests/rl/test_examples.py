"""The examples for researchers run, and the citation names this version."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import rectoverso
from rectoverso.games import GAMES
from tests.repository.tree import ROOT

pytest.importorskip("pettingzoo", reason="needs the extra rl: pip install 'rectoverso[rl]'")


def run(folder: Path, *command: str) -> str:
    done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tutorial_runs(tmp_path: Path) -> None:
    assert "random games the first seat got" in run(tmp_path, str(ROOT / "examples" / "tutorial.py"))


def test_the_learner_runs_and_its_player_enters_the_arena(tmp_path: Path) -> None:
    """How well it plays depends on the time it gets; here it gets hardly any."""
    settings = ["--seconds", "0.3", "--points", "1", "--test-games", "8"]
    run(tmp_path, str(ROOT / "examples" / "self_play.py"), *GAMES, *settings)
    assert (tmp_path / "self_play.svg").read_text(encoding="utf-8").startswith("<svg")
    for name in GAMES:
        assert np.load(tmp_path / f"self_play-{name}.npz")["weights"].ndim == 2
    (tmp_path / "self_play.py").write_bytes((ROOT / "examples" / "self_play.py").read_bytes())
    arena = ["arena", "titus", "--players", "2", "--games", "2", "--seed", "x", "--bots", "self_play:factory,random"]
    assert "self_play:factory" in run(tmp_path, "-m", "rectoverso", *arena)


def test_the_match_against_openspiels_bots_runs(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="needs the extra openspiel: pip install 'rectoverso[openspiel]'")
    settings = ["nummerus", "--players", "2", "--simulations", "2", "--deals", "1", "--time"]
    assert "2 games: search first in" in run(tmp_path, str(ROOT / "benchmarks" / "openspiel_match.py"), *settings)


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {rectoverso.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
