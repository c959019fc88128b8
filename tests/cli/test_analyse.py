"""`rectoverso analyse`: what it prints and writes."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run

QUICK = ("--simulations", "20")


def test_a_game_is_analysed_as_text_as_json_and_as_a_report(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "games.jsonl", tmp_path / "out"
    made = run("selfplay", "nummerus", "--players", "2", "--games", "2", "--seed", "tea", "--bots", "greedy,random",
               "--out", file)  # fmt: skip
    assert made.code == 0, made.err
    told = run("analyse", file, *QUICK, "--game", "2")
    assert told.out.decode().startswith("Game 2: nummerus, 48 moves\n")
    assert "Game 1" not in told.out.decode()
    twice = [run("analyse", file, *QUICK, "--game", "2", "--json", "--out", out) for _ in range(2)]
    assert twice[0].out == twice[1].out == (out / "game-2.json").read_bytes()
    analysis = json.loads(twice[0].out)
    assert [len(analysis["moves"]), len(analysis["seats"])] == [48, 2]
    assert "<svg" in (out / "game-2.html").read_text("utf-8")
    assert not (out / "game-1.json").exists()
