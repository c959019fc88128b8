"""Every rule of docs/rules.md has its home in the rules of its game and a test; no other number is cited."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.repository.tree import ROOT

GAMES = {"titus": "T", "janus": "J", "nummerus": "N"}
HOMES = ("rules.py", "material.py", "groups.py", "knowledge.py")
CITED = re.compile(r"\b([TJN])(\d{1,2})[a-c]?\b")
IN_A_NAME = re.compile(r"(?:^|_)([tjn])(\d{1,2})[a-c]?(?=_|$)")


def rules_of(letter: str) -> set[str]:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return set(re.findall(rf"^- \*\*({letter}\d+)\*\*", text, re.MULTILINE))


def cited_in(text: str) -> set[str]:
    return {letter + number for letter, number in CITED.findall(text)}


def cited_by_tests(path: Path) -> set[str]:
    """The numbers in the names of tests and in docstrings."""
    cited: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            cited |= {letter.upper() + number for letter, number in IN_A_NAME.findall(node.name)}
            cited |= cited_in(ast.get_docstring(node) or "")
    return cited


@pytest.mark.parametrize(("game", "letter"), GAMES.items())
def test_every_rule_has_its_home_in_the_rules_of_its_game(game: str, letter: str) -> None:
    """Elsewhere a rule may be cited, but what it says stands in one of these files."""
    folder = ROOT / "src" / "rectoverso" / "games" / game
    cited = set().union(*(cited_in(path.read_text(encoding="utf-8")) for path in homes(folder)))
    assert rules_of(letter) - cited == set()


def homes(folder: Path) -> list[Path]:
    """The files of a game that rules live in."""
    return [path for path in folder.glob("*.py") if path.name in HOMES]


@pytest.mark.parametrize(("game", "letter"), GAMES.items())
def test_every_rule_is_cited_by_a_test(game: str, letter: str) -> None:
    cited = set().union(*(cited_by_tests(path) for path in (ROOT / "tests").rglob("test_*.py")))
    assert rules_of(letter) - cited == set(), f"rules of {game} without a test"


def test_no_rule_is_cited_that_does_not_exist() -> None:
    existing = set().union(*(rules_of(letter) for letter in GAMES.values()))
    assert len(existing) == 45
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests" / "games").rglob("*.py")]
    invented = {path.name: cited_in(path.read_text(encoding="utf-8")) - existing for path in sources}
    assert {name: numbers for name, numbers in invented.items() if numbers} == {}
