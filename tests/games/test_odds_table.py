"""Odds as a table: every share stands in it as a number, and what the seat does not know makes no difference."""

from __future__ import annotations

import pytest

import rectoverso
from rectoverso.kernel.rng import new_rng
from rectoverso.words import LANGUAGES, percent, say


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_share_stands_in_the_table(lang: str) -> None:
    game = rectoverso.new("titus", players=2, seed="table")
    for _ in range(12):
        game.play(game.legal[-1])
    odds = game.odds(1)
    table = odds.html(lang)
    assert table.count("<tr>") == 1 + sum(bool(faces) for faces in odds.values())
    assert table.count("color-mix") == sum(len(faces) for faces in odds.values() if faces)
    for faces in odds.values():
        assert all(percent(lang, share).replace("<", "&lt;") in table for share in (faces or {}).values())
    assert say(lang, "notebook_next") in table
    assert game.imagine(1, new_rng(5)).odds(1).html(lang) == table


def test_where_nothing_is_hidden_it_says_so() -> None:
    assert rectoverso.new("nummerus", seed="table").odds()._repr_html_() == "<p>Nothing is hidden.</p>"
