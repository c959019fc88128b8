"""The diagrams of the rules pages are what the positions of the games give."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from scripts.rules_pictures import FOLDER, pictures, write

MAX_BYTES = 10_000
MAX_WIDTH = 600  # so that numbers can still be read on a phone


@pytest.fixture(scope="module")
def drawn() -> dict[str, str]:
    return pictures()


def test_the_files_are_what_the_generator_draws(drawn: dict[str, str]) -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert kept == drawn, "run python scripts/rules_pictures.py"


def test_a_picture_is_small_speaks_no_language_and_has_its_own_ground(drawn: dict[str, str]) -> None:
    for name, svg in drawn.items():
        assert len(svg) < MAX_BYTES, name
        root = ElementTree.fromstring(svg)
        assert float(root.attrib["width"]) <= MAX_WIDTH, name
        written = [text for element in root.iter() if element.tag.endswith("text") for text in element.itertext()]
        assert not any(letter.isalpha() for text in written for letter in text), name
        assert 'rx="14" fill="#' in svg, name


def test_a_picture_that_is_drawn_no_more_is_removed(tmp_path: Path) -> None:
    (tmp_path / "old.svg").write_text("<svg/>", encoding="utf-8")
    write(tmp_path)
    assert not (tmp_path / "old.svg").exists()
    assert len(list(tmp_path.iterdir())) > 20
