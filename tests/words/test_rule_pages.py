"""The rules pages for players: the same chapters in four languages, all our rulings named, the glossary's words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rectoverso.words import LANGUAGES, say, typeset

DOCS = Path(__file__).parents[2] / "docs"
GAMES = {"titus": "T", "janus": "J", "nummerus": "N"}
GLOSSARY = {
    ("titus", "en"): ["coin", "reserve", "independent", "grouped", "group", "series", "point card", "pile"],
    ("titus", "fr"): ["jeton", "réserve", "indépendant", "groupé", "groupe", "suite", "carte de points", "pioche"],
    ("titus", "nl"): ["munt", "reserve", "onafhankelijk", "gegroepeerd", "groep", "reeks", "puntenkaart", "trekstapel"],
    ("titus", "de"): ["Münze", "Auslage", "einzeln", "zusammenhängend", "Gruppe", "Reihe", "Siegpunktkarte",
                      "Nachziehstapel"],
    ("janus", "en"): ["triplet", "pile"],
    ("janus", "fr"): ["triplette", "pioche"],
    ("janus", "nl"): ["trio", "trekstapel"],
    ("janus", "de"): ["Trio", "Nachziehstapel"],
    ("nummerus", "en"): ["pawn", "Power pawn", "series", "exchange token"],
    ("nummerus", "fr"): ["pion", "pion Power", "série", "pion d’échange"],
    ("nummerus", "nl"): ["pion", "Power-pion", "reeks", "ruilpion"],
    ("nummerus", "de"): ["Chip", "Sternchip", "Kette", "Tauschchip"],
}  # fmt: skip

QUOTED = {
    "titus": ["option_fewest", "option_fewest_cards", "option_fewest_points"],
    "janus": [
        "janus_hand_outside", "option_discard", "option_discard_under", "option_discard_top",
        "option_stall", "option_stall_0",
    ],
    "nummerus": [
        "option_board", "option_board_classic", "option_board_square",
        "option_scoring", "option_scoring_longest", "option_scoring_points",
        "option_tausch", "option_tausch_false", "option_tausch_true",
    ],
}  # fmt: skip
"""What the pages quote from the screen."""
MARKS = ["*{}*", "“{}”", "„{}“", "‘{}’", "«\u202f{}\u202f»", "## option: {}", "## option\u00a0: {}", "## optie: {}"]


def page(game: str, lang: str) -> str:
    return (DOCS / "rules" / f"{game}.{lang}.md").read_text("utf-8")


def rulings(letter: str) -> set[str]:
    """The numbers of the rules that rest, wholly or in part, on a ruling of ours or on evidence."""
    rules = re.split(r"^- (?=\*\*[TJN]\d+\*\*)", (DOCS / "rules.md").read_text("utf-8"), flags=re.MULTILINE)
    found = {rule.split("**")[1] for rule in rules[1:] if re.search(r"\(ruling\)|\(evidence", rule.split("\n---")[0])}
    return {number for number in found if number.startswith(letter)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_last_chapter_names_every_ruling_and_nothing_else(game: str, lang: str) -> None:
    last = re.split(r"^## ", page(game, lang), flags=re.MULTILINE)[-1]
    assert set(re.findall(r"\b[TJN]\d+\b", last)) == rulings(GAMES[game])


@pytest.mark.parametrize("game", GAMES)
def test_all_languages_have_the_same_chapters_lists_and_numbers(game: str) -> None:
    shapes = set()
    for lang in LANGUAGES:
        text = page(game, lang)
        marks = re.findall(r"^ *(#+ |- |\d+\. |\|)", text, flags=re.MULTILINE)
        runs = re.findall(r"\b\d+(?:-\d+)+\b", text)
        shapes.add((tuple(marks), tuple(runs)))
    assert len(shapes) == 1


@pytest.mark.parametrize(("game", "lang"), GLOSSARY)
def test_the_glossary_of_rules_md_is_used(game: str, lang: str) -> None:
    text = page(game, lang)
    for term in GLOSSARY[game, lang]:
        assert term in text, term


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotes_from_the_screen_are_exact(game: str, lang: str) -> None:
    """In bold or italics, in quotation marks, or as the heading of an option; without its capital in running text."""
    text = re.sub(r"[ \n]+", " ", page(game, lang)).casefold()
    for key in QUOTED[game]:
        assert any(mark.format(say(lang, key).casefold()) in text for mark in MARKS), key


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_typeset_as_the_language_writes_it(game: str, lang: str) -> None:
    text = page(game, lang)
    assert typeset(lang, text) == text
    assert '"' not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_n7_the_table_of_points_is_right(lang: str) -> None:
    rows = [line.strip("| ").split(" | ") for line in page("nummerus", lang).splitlines() if line.startswith("|")]
    pawns, points = ([int(cell) for cell in row[1:]] for row in (rows[0], rows[2]))
    assert points == [k * (k + 1) // 2 if k > 1 else 0 for k in pawns]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rules_page_can_be_read_in_ten_minutes(game: str, lang: str) -> None:
    assert 600 < len(page(game, lang).split()) < 1500
