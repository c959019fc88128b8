"""docs/adding-a-game.md is written from this game: what it quotes is there, and the files are those it names."""

from __future__ import annotations

import re

import pytest

from tests.repository.test_game_folders import defined_in, files_of_every_game
from tests.repository.tree import ROOT

PACKAGE = ROOT / "tests" / "fourth_game" / "src" / "quartus"
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
QUOTES = re.findall(r"^```(?:python|text)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
MAY_BE_MISSING = {"drawing.py", "lesson.py", "diagrams.py", "refusals.py"}


@pytest.mark.parametrize("quote", QUOTES, ids=lambda quote: quote.strip().splitlines()[0])
def test_what_the_page_quotes_is_in_the_source(quote: str) -> None:
    assert any(quote in path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py"))


def test_the_page_quotes_the_entry_point() -> None:
    [quote] = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert quote in (PACKAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8")


def test_it_has_the_files_of_every_game_and_what_belongs_there() -> None:
    assert all(f"`{file}`" in PAGE for file in MAY_BE_MISSING)
    listed = {file: names for file, names in files_of_every_game().items() if file not in MAY_BE_MISSING}
    assert {path.name for path in PACKAGE.glob("*.py")} == set(listed)
    missing = {file: set(names) - defined_in(PACKAGE / file) for file, names in listed.items()}
    assert {file: names for file, names in missing.items() if names} == {}
