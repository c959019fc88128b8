"""A game as a page that plays it: all moves, one picture each, nothing that the viewer had not seen."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import rectoverso
from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named
from rectoverso.games.round import WATCHER, Round, Viewer
from rectoverso.kernel.rng import new_rng
from rectoverso.words import LANGUAGES, say


def played(name: str, moves: int) -> Round:
    """A game after some moves, always the last legal one."""
    game = rectoverso.new(name, players=max(2, game_named(name).players[0]), seed="animated")
    while not game.over and len(game.numbers) < moves:
        game.play(game.legal[-1])
    return game


def shown(page: str) -> Any:
    """What the page's script is given."""
    found = re.search(r"const game = (.*);\n", page)
    assert found is not None
    return json.loads(found[1].replace("<\\/", "</"))


def picture(data: Any, at: int) -> str:
    return "".join(data["parts"][part] for part in data["frames"][at])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [1, WATCHER, "all"])
def test_every_move_has_the_picture_that_the_viewer_saw_then(name: str, seat: Viewer) -> None:
    game = played(name, 30)
    animation = game.animation(seat)
    data = shown(animation.html)
    assert len(animation) == len(game.numbers) + 1 == len(data["frames"]) == len(data["told"])
    for at in range(len(animation)):
        assert picture(data, at) == game.at(at).svg(seat)
    assert data["told"][0] == say("en", "page_replay_start")
    assert data["steps"][-1] == f"Move {len(game.numbers)} of {len(game.numbers)}"


@pytest.mark.parametrize("name", [name for name in GAMES if game_named(name).two_faced])
def test_the_page_is_the_same_in_worlds_that_the_viewer_cannot_tell_apart(name: str) -> None:
    game = played(name, 25)
    differing = 0
    for seat in (*range(1, game.players + 1), WATCHER):
        world = game.imagine(seat, new_rng(3))  # type: ignore[arg-type]  # the tuple mixes numbers and "watcher"
        assert world.animation(seat).html == game.animation(seat).html  # type: ignore[arg-type]  # the same
        differing += world.animation("all").html != game.animation("all").html
    assert differing, "no imagined world differs: the test shows nothing"


def test_a_page_needs_nothing_from_elsewhere_and_speaks_the_language() -> None:
    game = played("titus", 12)
    for lang in LANGUAGES:
        page = game.animation(1, lang).html
        assert f'<html lang="{lang}">' in page
        assert say(lang, "page_replay_halt") in page
        assert not re.search(r'(src|href)="|url\(|https?://(?!www\.w3\.org/2000/svg)', page)
    framed = game.animation()._repr_html_()
    assert framed.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert 'sandbox="allow-scripts"' in framed


def test_a_game_that_the_players_stopped_ends_with_every_face_open() -> None:
    game = played("titus", 12)
    game.stop(game.standing)
    data = shown(game.animation(1).html)
    assert picture(data, -1) == game.svg("all")


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"lang": "la"}, "lang is en, fr, nl, de"),
        ({"seconds": 0}, "0.05 to 60"),
        ({"seat": 9}, "a seat is from 1 to 2"),
    ],
)
def test_what_does_not_fit_is_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        played("titus", 3).animation(**settings)


def test_a_very_long_game_is_refused() -> None:
    game = played("titus", 1)
    game.numbers *= 2_001
    with pytest.raises(BadInput, match="2000 moves"):
        game.animation()
