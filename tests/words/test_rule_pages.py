"""The rules pages for players: the same chapters in four languages, all our rulings named, the glossary's words."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from rectoverso.words import LANGUAGES, say, typeset

DOCS = Path(__file__).parents[2] / "docs"
RULES = (DOCS / "rules.md").read_text("utf-8")
PICTURES = DOCS / "rules" / "pictures"
PICTURE = re.compile(r"^!\[(.*)\]\(pictures/(.*)\)$", re.MULTILINE)
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
        "option_stall", "option_stall_0", "option_triplet", "option_triplet_at_once", "option_triplet_after_drawing",
        "option_ending", "option_ending_auto", "option_ending_agreed", "page_ask_close",
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


SOURCES = ["doc", "evidence", "ruling", "departure"]
READ_OTHERWISE = {"T13", "J11", "N8"}
"""Rules that could be read in another way, which the last chapter describes too."""


def rules() -> dict[str, str]:
    """The rules of docs/rules.md by their numbers."""
    found = re.findall(r"^- \*\*([TJN]\d+)\*\*(.*?)(?=^- \*\*[TJN]|^$)", RULES, flags=re.MULTILINE | re.DOTALL)
    return dict(found)


def marks(rule: str) -> list[str]:
    """The marks of a rule, in order: what follows a mark has that source."""
    return re.findall(rf"\(({'|'.join(SOURCES)})\b[^)]*\)", rule)


def cited(*chapters: str) -> Counter[str]:
    """How often these chapters cite each rule."""
    return Counter(re.findall(r"\b[TJN]\d+\b", " ".join(chapters)))


def last_chapters(game: str, lang: str) -> tuple[str, str]:
    """What the booklets leave open, and where we differ."""
    *_, left_open, different = re.split(r"^## ", page(game, lang), flags=re.MULTILINE)
    return left_open, different


def test_every_rule_begins_with_a_mark_and_every_mark_is_one_of_the_four() -> None:
    explained = re.findall(r"^- \*\*([a-z]+)\*\* –", RULES, flags=re.MULTILINE)
    assert explained == SOURCES
    assert len(rules()) == 45
    for number, rule in rules().items():
        assert re.match(rf" \(({'|'.join(SOURCES)})\b", rule), number
        assert all(word in SOURCES for word in re.findall(r"\((doc\w*|evid\w*|rul\w*|depart\w*)", rule)), number
    assert set(marks(RULES)) == set(SOURCES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_names_every_ruling_and_departure_and_nothing_else(game: str, lang: str) -> None:
    """Evidence and rulings under what is open, departures under where we differ; each as often as it is marked."""
    left_open, different = last_chapters(game, lang)
    ours = {number: Counter(marks(rule)) for number, rule in rules().items() if number.startswith(GAMES[game])}
    opened = {number for number, sources in ours.items() if sources["ruling"] or sources["evidence"]}
    departed = {number for number, sources in ours.items() if sources["departure"]}
    assert set(cited(left_open)) == opened
    assert set(cited(different)) == departed | (READ_OTHERWISE & ours.keys())
    named = cited(left_open, different)
    for number, sources in ours.items():
        assert named[number] >= sources["ruling"] + sources["evidence"] + sources["departure"], number


RULING = "†"


def marked_paragraphs(game: str, lang: str) -> list[set[str]]:
    """By paragraph or item that carries the mark of our rulings, the rules it is about; without the last chapters."""
    text = page(game, lang).partition(last_chapters(game, lang)[0])[0]
    parts = [part for part in re.split(r"\n\s*\n|\n(?=- |\d\. )", text) if RULING in part]
    return [{rule for mark in re.findall(r"<!-- ([A-Z\d ]+) -->", part) for rule in mark.split()} for part in parts]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_ruling_is_marked_where_it_stands_and_nothing_else_is(game: str, lang: str) -> None:
    """The mark is a letter, not a colour; the chapter on what is open says what it means."""
    ruled = {number for number, rule in rules().items() if number.startswith(GAMES[game]) and "ruling" in marks(rule)}
    paragraphs = marked_paragraphs(game, lang)
    assert all(about & ruled for about in paragraphs)
    assert ruled <= set().union(*paragraphs)
    assert paragraphs == marked_paragraphs(game, "en")
    left_open, different = last_chapters(game, lang)
    assert (left_open.count(RULING), different.count(RULING)) == (1, 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_t11_nothing_is_said_to_be_open_that_the_booklets_state(lang: str) -> None:
    stated = {number for number, rule in rules().items() if set(marks(rule)) == {"doc"}}
    assert "T11" in stated
    assert not stated & {number for game in GAMES for number in cited(*last_chapters(game, lang))}


# ---- the booklets' own examples


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_booklets_examples_are_on_the_pages(lang: str) -> None:
    """T6: onto 9-10-11 an 8 or a 12; N9: 31 and 33 to 36 with the 32; N6: 4 and 4 beat 4 and 3; N5: the call."""
    assert "9-10-11" in page("titus", lang)
    solitaire = page("nummerus", lang)
    assert {"33-34-35-36", "31-32", "32-33-34-35-36"} <= set(re.findall(r"\b\d+(?:-\d+)+\b", solitaire))
    assert re.search(r"\b4\b[^.]*\b4\b[^.]*\b3\b\.", solitaire)
    assert "Numerus Zahlus" in solitaire


@pytest.mark.parametrize("lang", LANGUAGES)
def test_n1_no_page_speaks_of_a_pawn_49(lang: str) -> None:
    lines = [line for line in page("nummerus", lang).splitlines() if "49" in line]
    assert len(lines) == 2, "the 49 fields, twice"


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
    assert 600 < len(re.sub(r"<!--.*?-->", "", PICTURE.sub("", page(game, lang))).split()) < 1500


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_picture_is_shown_once_and_described(game: str, lang: str) -> None:
    found = PICTURE.findall(page(game, lang))
    assert sorted(file for _, file in found) == sorted(path.name for path in PICTURES.glob(f"{game}-*.svg"))
    assert all(len(alt) > 20 and alt.endswith(".") for alt, _ in found)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_begins_with_what_the_game_is_about_in_three_sentences(game: str, lang: str) -> None:
    introduction = page(game, lang).split("\n\n")[2]
    assert len(re.findall(r"[.!](?=\s|$)", introduction)) == 3


@pytest.mark.parametrize("game", GAMES)
def test_the_paragraphs_of_rules_are_marked_the_same_way_in_every_language(game: str) -> None:
    """Players who are told a rule by its number can look it up: `<!-- T9 -->` at the end of a paragraph or an item."""
    marks = {lang: re.findall(r"<!-- ([A-Z\d ]+) -->", page(game, lang)) for lang in LANGUAGES}
    assert all(marks[lang] == marks["en"] for lang in LANGUAGES)
    refusals = (DOCS.parent / "src/rectoverso/games" / game / "refusals.py").read_text("utf-8")
    cited = set(re.findall(r'", "([TJN]\d+)"', refusals))
    assert cited
    assert cited <= {rule for mark in marks["en"] for rule in mark.split()}
