"""One term for one thing (docs/language-review.md): words that the glossary has replaced do not come back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from rectoverso.words import LANGUAGES

RULES = Path(__file__).parents[2] / "docs" / "rules"
REPLACED = {
    "en": ["he", "his", "him", "himself", "watchers?", "own sides?", "your side", "your taking", "open seat",
           "shuffle number", "puts? it to"],
    "fr": ["tu", "toi", "bots?", "joueurs", "(le|du|un|autre|chaque) joueur", "propriétaire", "dépense[zr]?",
           "votre côté(?! intérieur)", "ne convient", "qui convient", "en retard", "lassitude", "nombre du mélange",
           "ordinateur", "hébergeur", "écartée?s?", "mises? de côté"],
    "nl": ["computer", "machine", "kijkers?", "nemen", "genomen", "voortzet(ten)?", "eigen kant(en)?", "jouw kant",
           "geduld", "solitaire", "schudgetal", "tegenstanders?"],
    "de": ["Computer", "Maschine", "Spieler", "Zuschauer", "Besitzer", "Gegner", "Punktekarte", "eigenen? Seiten?",
           "deine Seite", "Geduld", "Mischzahl", "auf dem Plan", "das Spiel ist aus", "Betreiber"],
}  # fmt: skip
"""Whole words, whatever their case."""
FOREIGN_QUOTES = {"en": "«»„‘", "fr": "“”„‘", "nl": "“”„«»", "de": "«»”‘"}


def told(lang: str) -> Iterator[str]:
    """What players read: the texts of the catalogue, without keys and slots, and the paragraphs of the rules pages."""
    catalogue = files("rectoverso").joinpath("catalogues", f"{lang}.json").read_text("utf-8")
    for line in catalogue.splitlines():
        yield re.sub(r"\{\w+\}", "", line.partition('": "')[2])
    for page in RULES.glob(f"*.{lang}.md"):
        yield from (re.sub(r"\s+", " ", paragraph) for paragraph in page.read_text("utf-8").split("\n\n"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_word_that_was_replaced_is_not_used(lang: str) -> None:
    replaced = re.compile(rf"\b({'|'.join(REPLACED[lang])})\b", re.IGNORECASE)
    texts = [text for text in told(lang) if text]
    assert len(texts) > 500
    assert [text for text in texts if replaced.search(text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(lang: str) -> None:
    assert [text for text in told(lang) if set(text) & set(FOREIGN_QUOTES[lang])] == []
