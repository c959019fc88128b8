"""The examples for researchers run, and the citation names this version."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import rectoverso
from rectoverso.games import GAMES, game_named
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


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_the_learner_beats_random_players_clearly_after_a_minute(name: str, tmp_path: Path) -> None:
    settings = ["--seconds", "60", "--points", "1", "--test-games", "400"]
    told = run(tmp_path, str(ROOT / "examples" / "self_play.py"), name, *settings)
    print(told)
    wins = [float(share) for share in re.findall(r"wins +([\d.]+) %", told)]
    by_chance = 100 / game_named(name).usual_players
    assert abs(wins[0] - by_chance) < 8, "before it has learnt anything"
    assert wins[-1] > by_chance + 15


def test_the_match_against_openspiels_bots_runs(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="needs the extra openspiel: pip install 'rectoverso[openspiel]'")
    settings = ["nummerus", "--players", "2", "--simulations", "2", "--deals", "1", "--time"]
    assert "2 games: search first in" in run(tmp_path, str(ROOT / "benchmarks" / "openspiel_match.py"), *settings)


MATCHES = [("nummerus", 2, 30, 15), ("titus", 2, 16, 6), ("janus", 3, 10, 5)]  # players, simulations, deals


@pytest.mark.soak
@pytest.mark.parametrize("equal", ["simulations", "time"])
@pytest.mark.parametrize(("name", "players", "simulations", "deals"), MATCHES)
def test_search_is_ahead_of_openspiels_searches(
    name: str, players: int, simulations: int, deals: int, equal: str, tmp_path: Path
) -> None:
    """Even the lower end of the interval lies above what chance would give."""
    pytest.importorskip("pyspiel", reason="needs the extra openspiel: pip install 'rectoverso[openspiel]'")
    settings = ["--players", str(players), "--simulations", str(simulations), "--deals", str(deals)]
    match = str(ROOT / "benchmarks" / "openspiel_match.py")
    told = run(tmp_path, match, name, *settings, *(["--time"] if equal == "time" else [])).splitlines()[-1]
    print(told)
    assert told.startswith(f"{deals * players} games")
    low, by_chance = (float(share) for share in re.findall(r"95 %: ([\d.]+)%.*by chance ([\d.]+)%", told)[0])
    assert low > by_chance


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {rectoverso.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
