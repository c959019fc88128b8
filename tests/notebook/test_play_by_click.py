"""Playing by click: real widgets, real bots, and nothing on the screen that the seat has not seen."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import rectoverso
from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng

pytest.importorskip("ipywidgets", reason="needs the extra notebook: pip install 'rectoverso[notebook]'")

from rectoverso.notebook import ClickedGame  # importing it lets play() work without a move


def opened(name: str, **how: Any) -> ClickedGame:
    game = rectoverso.new(name, players=game_named(name).usual_players, seed="clicked")
    table = game.play(bots="greedy", **how)
    assert isinstance(table, ClickedGame)
    return table


def on_screen(table: ClickedGame) -> tuple[str, ...]:
    """All that the person sees."""
    return (table.picture.value, table.text.value, *(button.description for button in table.moves.children))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_by_clicks(name: str) -> None:
    table = opened(name, seat=1)
    while not table.game.over:
        assert len(table.moves.children) == len(table.game.legal) > 0
        table.moves.children[-1].click()
    assert table.moves.children == ()
    assert table.picture.value == table.game.svg("all")
    assert "1. " in table.text.value


def test_the_bots_move_first_where_they_sit_before_the_person() -> None:
    table = opened("titus", seat=2)
    assert table.game.turn == 2
    assert set(table.game.movers) >= {1}


def test_what_is_on_the_screen_is_the_same_in_worlds_that_the_seat_cannot_tell_apart() -> None:
    """The bots might move differently in another world, so only what lies on the table and the buttons are compared."""
    table = opened("janus", seat=1)
    for _ in range(6):
        table.moves.children[-1].click()
    world = table.game.imagine(1, new_rng(2))
    assert world.svg("all") != table.game.svg("all")
    again = ClickedGame(world, seat=1, bots="greedy")
    assert (on_screen(again)[0], on_screen(again)[2:]) == (on_screen(table)[0], on_screen(table)[2:])


def test_a_button_of_an_earlier_position_does_nothing() -> None:
    table = opened("titus", seat=1)
    old = table.moves.children[0]
    while old.description in table.game.legal:
        table.moves.children[-1].click()
    moves = len(table.game.numbers)
    old.click()
    assert len(table.game.numbers) == moves


def test_a_notebook_gets_a_widget_and_words_in_the_language() -> None:
    table = opened("nummerus", seat=1, lang="de")
    assert "application/vnd.jupyter.widget-view+json" in table._repr_mimebundle_()
    assert "Du bist" in table.text.value


@pytest.mark.parametrize(
    ("how", "complaint"),
    [({"seat": 7}, "a seat is from 1"), ({"lang": "la"}, "lang is"), ({"bots": "nobody"}, "nobody")],
)
def test_what_does_not_fit_is_refused(how: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        rectoverso.new("titus", players=2, seed="x").play(**how)


def test_without_widgets_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ipywidgets", None)  # as if it were not installed
    with pytest.raises(BadInput, match=r"pip install 'rectoverso\[notebook\]'"):
        rectoverso.new("titus", players=2, seed="x").play()


def test_play_takes_either_a_move_or_the_way_to_click() -> None:
    game = rectoverso.new("titus", players=2, seed="x")
    with pytest.raises(BadInput, match="not both"):
        game.play("draw", seat=1)  # type: ignore[call-overload]  # that is the point


def test_without_the_module_it_says_what_to_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Round, "by_click", None)
    with pytest.raises(BadInput, match=r"import rectoverso\.notebook"):
        rectoverso.new("titus", players=2, seed="x").play()
