"""Every rule of docs/rules.md is cited by its number in the source and in a test, and no other number is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.repository.tree import ROOT

GAMES = {"titus": "T", "janus": "J", "nummerus": "N"}
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
def test_every_rule_is_cited_by_the_source_of_its_game(game: str, letter: str) -> None:
    folder = ROOT / "src" / "rectoverso" / "games" / game
    cited = set().union(*(cited_in(path.read_text(encoding="utf-8")) for path in folder.glob("*.py")))
    assert rules_of(letter) - cited == set()


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
