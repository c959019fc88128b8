"""The games in numbers: what is counted, and the page that shows it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rectoverso.games import game_named
from scripts.games_in_numbers import KEEP_CHANCES, counted, memory_worth, page, played, write
from tests.repository.tree import ROOT


def test_the_statistics_agree_with_the_games() -> None:
    game = game_named("titus")
    rounds = [played(game, 3, number, [1.0] * 3) for number in range(4)]
    numbers = counted(game, 3, 4)
    assert numbers.moves == pytest.approx(sum(len(round.moves) for round in rounds) / 4)
    assert sum(numbers.kinds.values()) == pytest.approx(numbers.moves)
    assert numbers.kinds["swap"] == sum(move.startswith("swap") for round in rounds for move in round.moves) / 4
    assert sum(numbers.shares) == pytest.approx(1.0)
    assert numbers.best == sum(max(round.standing.scores) for round in rounds) / 4


def test_j13_every_game_of_janus_ends_in_one_of_the_ways() -> None:
    numbers = counted(game_named("janus"), 3, 2)
    assert sum(numbers.endings.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(("name", "players"), [("titus", 2), ("janus", 3)])
def test_memory_beats_no_memory(name: str, players: int) -> None:
    assert memory_worth(game_named(name), players, 20, 0.0) > 1 / players


@pytest.mark.parametrize("wrong", ["--games=0", "--games=many", "--processes=0"])
def test_wrong_arguments_are_refused(wrong: str, tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "games_in_numbers.py"), str(tmp_path), wrong]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert wrong.split("=")[0] in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_page_and_its_plots_are_written(tmp_path: Path) -> None:
    write(tmp_path, 2, names=("titus",))
    text = (tmp_path / "games-in-numbers.md").read_text("utf-8")
    for plot in ("titus-seats", "titus-memory"):
        assert f"numbers/{plot}.svg" in text
        ElementTree.parse(tmp_path / "numbers" / f"{plot}.svg")
    assert len([line for line in text.splitlines() if line.startswith("| 2 | ")]) == 3
    assert all(f"{100 * keep:.0f} %" in text for keep in KEEP_CHANCES)


def test_the_page_states_its_margin_of_error() -> None:
    assert "margin of error of about 7 percentage points" in page([], {}, 200)
