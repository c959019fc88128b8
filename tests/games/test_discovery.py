"""Games are found, not listed; a game of another package that is broken is told of, and leaves the others alone."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from rectoverso.games import discovery, game_named
from tests.server.server_process import complaining
from tests.server.site import PATIENCE

OWN = ("janus", "nummerus", "titus")


def bring(folder: Path, name: str, source: str, package: str = "") -> None:
    """Install a package whose entry point says that it brings a game of this name."""
    package = package or f"{name}-games".lower()
    module = package.replace("-", "_")
    (folder / f"{module}.py").write_text(source)
    information = folder / f"{module}-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[rectoverso.games]\n{name} = {module}:GAME\n")


def python_path(folder: Path) -> str:
    """By which Python finds what is installed in the folder."""
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)


def said(folder: Path, program: str) -> str:
    """What a program prints where the folder's packages are installed."""
    command = [sys.executable, "-c", program]
    environment = {**os.environ, "PYTHONPATH": python_path(folder)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


LIST = "from rectoverso.games.discovery import all_games; print([game.name for game in all_games(print)])"


def test_our_own_games_are_the_folders_that_hold_rules() -> None:
    assert discovery.own_names() == OWN


def test_a_game_with_more_legal_moves_than_any_list_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="max_legal_moves is 1009; at most 1008"):
        replace(game_named("nummerus"), max_legal_moves=1009)


@pytest.mark.parametrize("name", OWN)
def test_a_game_calls_itself_as_its_folder_is_called(name: str) -> None:
    assert game_named(name).name == name


@pytest.mark.parametrize(
    ("name", "source", "complaint"),
    [
        ("tiny", "import no_such_thing", "cannot be loaded: ModuleNotFoundError: No module named 'no_such_thing'"),
        ("tiny", "", "cannot be loaded: AttributeError"),
        ("tiny", "GAME = 5", "cannot be loaded: TypeError: tiny_games:GAME is no rectoverso.games.game.Game"),
        ("tiny", "raise SystemExit", "cannot be loaded: SystemExit"),
        ("tiny", "from rectoverso.games.titus import GAME", "cannot be loaded: ValueError: it calls itself 'titus'"),
        ("Tiny!", "", "is left out: a name is 2 to 20 lower-case letters and digits"),
        ("titus", "", "is left out: Recto Verso itself has a game of that name"),
    ],
)
def test_a_broken_game_is_told_of_and_the_others_are_there(
    tmp_path: Path, name: str, source: str, complaint: str
) -> None:
    bring(tmp_path, name, source, package="tiny-games")
    complaints, games = said(tmp_path, LIST).splitlines()
    assert complaint in complaints
    assert f"the game {name if 'left out' not in complaint else repr(name)} of the package tiny-games" in complaints
    assert games == str(list(OWN))


def test_of_two_packages_with_a_game_of_one_name_the_first_brings_it(tmp_path: Path) -> None:
    bring(tmp_path, "tiny", "GAME = 1", package="first-games")
    bring(tmp_path, "tiny", "GAME = 2", package="second-games")
    program = "from rectoverso.games.discovery import _search; print(_search())"
    printed = said(tmp_path, program)
    assert "package='first-games'" in printed
    assert "the game 'tiny' of the package second-games is left out: first-games has a game of that name" in printed


def test_whoever_asks_for_a_broken_game_is_refused_in_one_sentence(tmp_path: Path) -> None:
    bring(tmp_path, "tiny", "1 / 0")
    command = [sys.executable, "-m", "rectoverso", "check-game", "tiny"]
    environment = {**os.environ, "PYTHONPATH": python_path(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == (
        "rectoverso: the game tiny of the package tiny-games cannot be loaded: ZeroDivisionError: division by zero\n"
    )


def test_a_server_serves_the_others_and_tells_its_log_what_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why a game does not load is for the host: a guest learns only that it cannot be played."""
    packages = tmp_path / "packages"
    packages.mkdir()
    bring(packages, "tiny", "1 / 0")
    monkeypatch.setenv("PYTHONPATH", python_path(packages))
    with complaining(tmp_path, "--db", str(tmp_path / "games.db")) as (_, address, complaints):
        with httpx.Client(base_url=f"http://{address}", headers={"X-Rectoverso": "1"}, timeout=PATIENCE) as http:
            assert [game["name"] for game in http.get("/api/site").json()["games"]] == list(OWN)
            answer = http.post("/api/tables", json={"game": "tiny", "chairs": [{"kind": "me"}]})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")
        assert "division" not in answer.text
        [complaint] = complaints
        assert "the game tiny of the package tiny-games cannot be loaded" in complaint


def test_finding_the_games_loads_none_of_them(tmp_path: Path) -> None:
    bring(tmp_path, "tiny", "raise RuntimeError")
    program = "import sys, rectoverso; print(rectoverso.GAMES); print('numba' in sys.modules)"
    assert said(tmp_path, program) == f"{(*OWN, 'tiny')}\nFalse\n"


@pytest.mark.parametrize("name", OWN)
def test_a_game_that_is_sent_to_another_process_is_found_there_by_its_name(name: str) -> None:
    game = game_named(name)
    sent = pickle.dumps(game)
    assert len(sent) < 200
    assert pickle.loads(sent) is game
