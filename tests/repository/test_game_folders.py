"""Every game has the same files with the same things in them, as the table in ARCHITECTURE.md lists them."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from rectoverso.games.discovery import game_named, own_names
from tests.repository.tree import ROOT

GAMES = ROOT / "src" / "rectoverso" / "games"
FOLDERS = [GAMES / name for name in own_names()]
ROW = re.compile(r"^\| `(\w+\.py)` \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
OF_SINGLE_GAMES = re.compile(r"`(\w+\.py)`(?=[^(]*\((\w+):)")


def chapter() -> str:
    """What ARCHITECTURE.md says about a game."""
    return (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("## A game\n")[2].partition("\n## ")[0]


def files_of_every_game() -> dict[str, list[str]]:
    """By file, the names that must be there."""
    return {file: re.findall(r"`(\w+)`", names) for file, names in ROW.findall(chapter())}


def files_of(game: str) -> set[str]:
    """The files that only this game has."""
    line = chapter().partition("Files of single games: ")[2].partition("\n\n")[0]
    return {file for file, owner in OF_SINGLE_GAMES.findall(line) if owner.lower() == game}


def defined_in(path: Path) -> set[str]:
    """The functions, classes and constants that a module defines itself."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Assign():
                names |= {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return names


def test_the_list_is_read() -> None:
    assert {"rules.py", "worlds.py", "narration.py"} < set(files_of_every_game())
    assert files_of("nummerus") == {"endgame.py", "puzzles.py", "solitaire.py", "solver.py", "prepared_walks.py"}
    assert {folder.name for folder in FOLDERS} == {"titus", "janus", "nummerus"}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_has_the_listed_files_and_no_others(folder: Path) -> None:
    assert {path.name for path in folder.glob("*.py")} == set(files_of_every_game()) | files_of(folder.name)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_listed_thing_is_defined_in_its_file(folder: Path) -> None:
    missing = {file: set(names) - defined_in(folder / file) for file, names in files_of_every_game().items()}
    assert {file: names for file, names in missing.items() if names} == {}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_rules_name_each_option_by_its_place_in_the_declaration(folder: Path) -> None:
    rules = import_module(f"rectoverso.games.{folder.name}.rules")
    named = {name: place for name, place in vars(rules).items() if name.endswith("_OPTION")}
    declared = game_named(folder.name).options
    assert named == {f"{option.name.upper()}_OPTION": place for place, option in enumerate(declared)}
