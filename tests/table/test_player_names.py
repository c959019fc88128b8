"""Names of players: cleaned, short, and not easily mistaken for another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rectoverso.errors import Refused
from rectoverso.table import player_names


@given(st.text(max_size=300))
def test_a_cleaned_name_is_short_and_harmless(text: str) -> None:
    try:
        name = player_names.clean(text)
    except Refused:
        return
    assert 0 < len(name) <= player_names.MAX_LENGTH
    assert not set(name) & set('<>&@"`{}\\\n\r\t\u202e\u200b')
    assert name == name.strip()
    assert player_names.clean(name) == name


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Cop", "Сор"),  # all Cyrillic
        ("Anna", "Annɑ"),
        ("Anna", "ᴀnna"),
        ("Anna", "Annaː"),
        ("Anna", "Anna\u3164"),
        ("Soren", "Søren"),
        ("Bill", "BiII"),
        ("Zoë", "Zoe"),
        ("Tom", "T0m"),
        ("Marn", "Mam"),
        ("Ben", "B e n"),
        ("ａｂｃ", "abc"),
        ("ANNA", "ꓮꓠꓠꓮ"),  # all Lisu
        ("Anna", "ΑΝΝΑ"),  # all Greek
        ("Cocos", "сосоѕ"),  # all Cyrillic
        ("Anna", "A\u0301nna\u0302"),
        ("Anna", "Anna\ufe0f"),
        ("Anna", "An\u200bna"),
        ("Anna", "ANNA"),
    ],
)
def test_look_alikes_are_told_apart_by_a_number(one: str, two: str) -> None:
    assert player_names.distinct(player_names.clean(two), [one, None]) != player_names.clean(two)
    assert player_names.distinct("Quite another", [one]) == "Quite another"


@pytest.mark.parametrize("name", ["аnnа", "Ꭺnna", "αйna", "Ωя", "\u3164", "\uffa0\u115f", "\u2800"])
def test_words_of_mixed_scripts_and_invisible_names_are_refused(name: str) -> None:
    with pytest.raises(Refused, match="bad-name"):
        player_names.clean(name)


@pytest.mark.parametrize("name", ["Аня", "Max Макс", "Anna 安娜", "Łukasz", "Zoë", "Ελένη", "O'Brien"])
def test_names_of_people_stay_as_they_are(name: str) -> None:
    assert player_names.clean(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "Bot",
        "bot 2",
        "MasterBot",
        "B0T (Meister)",
        "Robot (Maître)",
        "Anna [bot]",
        "ꓐꓳꓔ",
        "Club-Bot 3",
        "Anna ⟨bot⟩",
        "Anna «Bot»",
    ],
)
def test_no_name_poses_as_a_bot(name: str) -> None:
    with pytest.raises(Refused, match="bad-name"):
        player_names.clean(name)


@pytest.mark.parametrize("name", ["Theo Bot", "Botticelli", "Abbot", "Meister", "Club", "Robbie"])
def test_names_that_are_only_near_to_a_bot_stay(name: str) -> None:
    assert player_names.clean(name) == name


@pytest.mark.parametrize("name", ["Player 2", "player2", "Joueur 1", "You", "Du", "a guest", "A Guest", "ein Gast"])
def test_nobody_is_called_like_a_player_without_a_name_or_one_who_was_deleted(name: str) -> None:
    assert player_names.distinct(name, []) == f"{name} 2"
