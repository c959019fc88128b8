"""The fourth game, installed as a package into a folder that only these tests know."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rectoverso.games.game import Game
from tests.fourth_game.install import install

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the game and its entry point; its kernels are compiled."""
    folder = tmp_path_factory.mktemp("elsewhere")
    install(folder)
    program = "from rectoverso.games import game_named as g; from rectoverso.bots.warm_up import use_everything as u; "
    subprocess.run([sys.executable, "-c", program + "u(g('quartus'))"], env=environment(folder), check=True)
    return folder


def environment(folder: Path) -> dict[str, str]:
    """In which Python finds what lies in the folder."""
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{before}" if before else str(folder)}


@pytest.fixture
def rectoverso(installed: Path, tmp_path: Path) -> Command:
    """The command where the game is installed."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "rectoverso", *arguments]
        return subprocess.run(command, env=environment(installed), cwd=tmp_path, capture_output=True, text=True)

    return run


@pytest.fixture(scope="session")
def quartus(installed: Path) -> Game:
    """The declaration itself. Only its package is imported here: no other test finds the game."""
    sys.path.append(str(installed))
    try:
        game: Game = importlib.import_module("quartus").GAME
    finally:
        sys.path.remove(str(installed))
    return game
