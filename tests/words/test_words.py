"""The message catalogue: complete and correct in four languages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rectoverso import words
from rectoverso.words import (
    LANGUAGES,
    YOU,
    WordsError,
    complaints,
    editing,
    inputs,
    keys,
    percent,
    say,
    stored_form,
    typeset,
)
from rectoverso.words.command_line import main

GAMES_MOVES = {
    "titus": ["draw", "take", "place", "join", "swap", "merge", "score", "end"],
    "janus": ["draw", "take", "discard", "end", "close"],
    "nummerus": ["take", "take_on", "trade", "end"],
}
SAMPLE = {"count": 2, "minutes": "20–30"}


def sample_values(key: str, **more: object) -> dict[str, object]:
    return {name: more.get(name, SAMPLE.get(name, "x")) for name in inputs(key)}


def test_the_catalogue_is_complete_in_all_languages() -> None:
    """Same keys and same values everywhere, no empty text, a last variant for everything else."""
    assert complaints() == []
    assert len(keys()) > 150


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_can_be_said_with_any_count_and_to_anybody(lang: str) -> None:
    for key in keys():
        situations: list[dict[str, object]] = [{"count": 0}, {"count": 1}, {"player": YOU}]
        if "_told_" in key:  # a move is offered to its player only: there the other one is never "you"
            situations.append({"other": YOU})
        for more in situations:
            text = say(lang, key, **sample_values(key, **more))
            assert text.strip()
            assert not re.search(r"[{}\\@]", text)


@pytest.mark.parametrize("game", GAMES_MOVES)
def test_every_move_is_told_and_offered_in_words(game: str) -> None:
    for move in GAMES_MOVES[game]:
        assert words.has(f"{game}_told_{move}")
        assert words.has(f"{game}_move_{move}")


def test_a_faded_line_names_no_face() -> None:
    """The setting `memory`: older lines of the log name neither faces nor tags, which are printed nowhere."""
    faces = {"coin", "back", "wanted", "group", "upper", "lower", "symbol", "tag", "wanted_tag"}
    faded = [key for game in GAMES_MOVES for key in keys(f"{game}_told_") if key.endswith("_faded")]
    assert len(faded) >= 10
    for key in faded:
        assert not inputs(key) & faces, key


def test_the_reader_is_addressed_as_you() -> None:
    assert say("en", "titus_told_draw", player="Anna", coin=8) == "Anna draws coin 8."
    assert say("en", "titus_told_draw", player=YOU, coin=8) == "You draw coin 8."
    assert say("de", "janus_told_take", player="Anna", other=YOU, symbol="Mond").endswith("dir; Innenseite: Mond.")


def test_plurals_follow_the_language() -> None:
    """French counts 0 as singular, the others do not."""
    assert [say("en", "player_points", count=n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert [say("fr", "player_points", count=n) for n in (0, 1, 2)] == ["0 point", "1 point", "2 points"]
    assert [say("nl", "player_points", count=n) for n in (0, 1, 2)] == ["0 punten", "1 punt", "2 punten"]
    assert [say("de", "player_points", count=n) for n in (0, 1, 2)] == ["0 Punkte", "1 Punkt", "2 Punkte"]


def test_words_of_the_glossary_stand_in_the_catalogue() -> None:
    glossary = {
        "fr": ["jeton", "réserve", "indépendant", "groupé", "suite", "carte de points", "pioche", "triplette",
               "pion Power", "série", "pion d’échange"],
        "nl": ["munt", "reserve", "onafhankelijk", "gegroepeerd", "reeks", "puntenkaart", "trekstapel", "trio",
               "Power-pion", "ruilpion"],
        "de": ["Münze", "Auslage", "einzeln", "zusammenhängend", "Reihe", "Siegpunktkarte", "Nachziehstapel", "Trio",
               "Sternchip", "Kette", "Tauschchip"],
    }  # fmt: skip
    for lang, terms in glossary.items():
        everything = "\n".join(say(lang, key, **sample_values(key)) for key in keys())
        for term in terms:
            assert term in everything, f"{term} ({lang})"


@pytest.mark.parametrize(
    ("lang", "key", "values", "complaint"),
    [
        ("it", "player_points", {"count": 1}, "there is no language 'it'; the languages are en, fr, nl, de"),
        ("en", "titus_nonsense", {}, "there is no message 'titus_nonsense' in 'en'"),
        ("en", "player_points", {}, "message 'player_points' needs a value for count"),
    ],
)
def test_a_message_that_cannot_be_said_is_refused_by_name(
    lang: str, key: str, values: dict[str, object], complaint: str
) -> None:
    with pytest.raises(WordsError, match=re.escape(complaint)):
        say(lang, key, **values)


@pytest.mark.parametrize(
    ("texts", "fault"),
    [
        ({"de": None}, "missing in de"),
        ({"fr": "{other}"}, "different values"),
        ({"nl": "{name}   }"}, "stray '}'"),
        ({"en": " "}, "different values"),
        (dict.fromkeys(LANGUAGES, " "), "an empty text"),
        ({lang: stored_form(lang, {"name=one": "1", "*": "{name}"})[0] for lang in LANGUAGES}, "neither a text nor"),
        ({"fr": "Oui {name} !"}, "wrong typography"),
        ({"en": [{"declarations": ["input name"], "match": {"name=a": "{name}"}}]}, "the last variant must be"),
        (
            {"en": [{"declarations": ["input name"], "match": {"name=*": "a", "name=b": "b"}}]},
            "hides the variants after it",
        ),
        ({"en": [{"declarations": ["local x = name: number"], "match": {"x=*": "a"}}]}, "only inputs and plurals"),
    ],
)
def test_the_check_finds_each_kind_of_fault(texts: dict[str, object], fault: str) -> None:
    good: dict[str, object] = dict.fromkeys(LANGUAGES, "Hello {name}")
    assert complaints({lang: {"page_hello": text} for lang, text in good.items()}) == []
    bad = {lang: {"page_hello": text} if text else {} for lang, text in (good | texts).items()}
    assert any(fault in complaint for complaint in complaints(bad)), complaints(bad)


def test_percentages_never_round_a_chance_away() -> None:
    assert [percent("en", share) for share in (0, 0.001, 0.75, 0.999, 1)] == ["0%", "<1%", "75%", ">99%", "100%"]
    assert percent("de", 0.75) == "75\u00a0%"


@pytest.mark.parametrize(
    ("lang", "typed", "set_"),
    [
        ("fr", "« Oui » : 75 % ; non ? Si !", "«\u202fOui\u202f»\u00a0: 75\u00a0%\u202f; non\u202f? Si\u202f!"),
        ("fr", "«\u00a0Oui\u00a0»\u202f: non\u00a0?", "«\u202fOui\u202f»\u00a0: non\u202f?"),
        ("de", "Einen Moment ...", "Einen Moment\u00a0…"),
        ("nl", "trio's: een ogenblik...", "trio’s: een ogenblik…"),
        ("en", "What is it ?", "What is it ?"),
    ],
)
def test_each_language_is_typeset_in_its_own_way(lang: str, typed: str, set_: str) -> None:
    assert typeset(lang, typed) == set_
    assert typeset(lang, set_) == set_


@pytest.fixture
def own_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A catalogue that a test may write to."""
    (tmp_path / "catalogues").mkdir()
    for lang in LANGUAGES:
        (tmp_path / "catalogues" / f"{lang}.json").write_text("{}", "utf-8")
    monkeypatch.setattr(editing, "CATALOGUES", tmp_path / "catalogues")
    return tmp_path / "catalogues"


def test_messages_are_added_in_all_languages_sorted_and_typeset(own_catalogue: Path) -> None:
    texts = ["en={count} coins", "en[count=one]={count} coin", "fr=C'est {count} !", "nl={count}", "de={count}"]
    assert main(["add", "page_zeta", *texts]) == 0
    assert main(["add", "page_alpha", "en=a", "fr=b", "nl=c", "de=d"]) == 0
    english = json.loads((own_catalogue / "en.json").read_text("utf-8"))
    french = json.loads((own_catalogue / "fr.json").read_text("utf-8"))
    assert list(english) == ["page_alpha", "page_zeta"]
    assert english["page_zeta"][0]["match"] == {"countPlural=one": "{count} coin", "countPlural=*": "{count} coins"}
    assert french["page_zeta"] == "C’est {count}\u202f!"
    assert main(["remove", "page_zeta"]) == 0
    assert list(json.loads((own_catalogue / "de.json").read_text("utf-8"))) == ["page_alpha"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["add", "page_x", "en=a"],
        ["add", "page_x", "en=a", "fr=a", "nl=a", "de={b}"],
        ["add", "Page.x", "en=a", "fr=a", "nl=a", "de=a"],
        ["add", "page_x", "en=a", "fr=a", "nl=a", "de=a", "it=a"],
        ["add", "page_x", "en[one]=a", "en=a", "fr=a", "nl=a", "de=a"],
        ["add", "page_x", "en[count=one]=a", "fr=a", "nl=a", "de=a"],
        ["merge", "/no/such/file.json"],
        ["remove", "page_x"],
    ],
)
def test_a_wrong_edit_changes_nothing(
    arguments: list[str], own_catalogue: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.strip()
    assert all(json.loads((own_catalogue / f"{lang}.json").read_text("utf-8")) == {} for lang in LANGUAGES)


def test_several_people_can_add_at_once(own_catalogue: Path) -> None:
    """Each edit locks the catalogue: none of them is lost."""
    edits = [["add", f"page_n{n}", *(f"{lang}={n}" for lang in LANGUAGES)] for n in range(8)]
    with ThreadPoolExecutor(8) as people:
        assert list(people.map(main, edits)) == [0] * len(edits)
    for lang in LANGUAGES:
        assert len(json.loads((own_catalogue / f"{lang}.json").read_text("utf-8"))) == len(edits)


def test_help_tells_how_to_add_a_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "add KEY en=" in capsys.readouterr().out


def test_the_check_runs_as_a_command() -> None:
    command = [sys.executable, "-m", "rectoverso.words", "check"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert "no faults" in run.stdout
