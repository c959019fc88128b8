"""Every game holds to what every game must hold to; and the suite notices a game that does not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rectoverso.cli.check_game import different_uncompiled
from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named
from rectoverso.games import conformance as suite
from rectoverso.games.conformance import sample_games
from rectoverso.games.game import Game, Group, Piece


@pytest.mark.parametrize("check", suite.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", GAMES)
def test_the_game_conforms(name: str, check: suite.Check) -> None:
    check(game_named(name))


@pytest.mark.parametrize("name", GAMES)
def test_compiled_or_not_the_rules_are_the_same(name: str) -> None:
    assert different_uncompiled(game_named(name)) is None


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_players_and_every_option_is_checked(name: str) -> None:
    game = game_named(name)
    tables = list(sample_games.tables(game))
    assert {players for players, _ in tables} == set(game.players)
    for option in game.options:
        values = {options[option.name] for _, options in tables if option.name in options}
        assert option.default in values
        assert len(values) > 1


# ---- games with a fault planted in them

nummerus = game_named("nummerus")


def wrong_number(text: str) -> int:
    return 0 if text == "take 2" else nummerus.number(text)


FAULTY: dict[str, tuple[suite.Check, Game]] = {
    "seats that no table has": (suite.facts_are_complete, replace(nummerus, players=(2, 7))),
    "a level too few": (suite.facts_are_complete, replace(nummerus, levels=nummerus.levels[1:])),
    "no rules pages": (
        suite.rules_pages_are_there_in_every_language,
        replace(nummerus, rules_pages=Path("nowhere")),
    ),
    "a piece that is there twice": (
        suite.the_generic_board_speaks_every_language,
        replace(nummerus, pieces=lambda observed: [Group("pile", [Piece("a", "1"), Piece("a", "2")])]),
    ),
    "a group without a label": (
        suite.the_generic_board_speaks_every_language,
        replace(nummerus, pieces=lambda observed: [Group("", [])]),
    ),
    "two texts for one move": (suite.moves_have_one_text_each, replace(nummerus, number=wrong_number)),
    "one text for two moves": (suite.moves_have_one_text_each, replace(nummerus, text=lambda number: "take 1")),
    "nonsense is a move": (suite.nonsense_is_no_move, replace(nummerus, number=lambda text: 1)),
    "any card will do": (suite.cards_are_written_and_read, replace(nummerus, read_card=lambda card: 1)),
    "a list that is too long": (suite.legal_lists_are_sound, replace(nummerus, max_legal_moves=3)),
    "moves out of range": (suite.legal_lists_are_sound, replace(nummerus, moves=20)),
    "another deal in an imagined world": (
        suite.imagined_worlds_look_the_same,
        replace(nummerus, deal_of=lambda state: nummerus.deck.copy()),
    ),
    "a number above its limit": (
        suite.encodings_tell_what_a_seat_knows,
        replace(nummerus, features=(nummerus.features[0]._replace(highest=0), *nummerus.features[1:])),
    ),
    "an encoding shorter than announced": (
        suite.encodings_tell_what_a_seat_knows,
        replace(nummerus, features=(*nummerus.features, nummerus.features[-1])),
    ),
    "odds that do not sum to 1": (suite.odds_are_odds, replace(nummerus, odds=lambda observation: {"#1": {"1": 0.5}})),
    "nothing to say": (suite.everything_is_said_in_every_language, replace(nummerus, in_words=lambda *_: "")),
    "no picture": (suite.pictures_are_drawn, replace(nummerus, picture=lambda observation: " ")),
    "no drawing": (suite.pictures_are_drawn, replace(nummerus, svg=lambda observation: "<html>")),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_the_suite_notices(fault: str) -> None:
    check, game = FAULTY[fault]
    assert suite.broken_by(check, game) is not None


def test_a_check_says_what_it_holds_a_game_to() -> None:
    sentences = [suite.sentence(check) for check in suite.CHECKS]
    assert len(set(sentences)) == len(suite.CHECKS)
    assert all(text.endswith(".") and len(text) < 140 for text in sentences)


def test_options_that_do_not_fit_the_players_are_refused() -> None:
    assert nummerus.options_of(1, {"tausch": False})["tausch"] is False
    with pytest.raises(BadInput, match="tausch"):
        nummerus.options_of(1, {"tausch": True})


def test_every_game_has_a_deck_without_doubles() -> None:
    for name in GAMES:
        assert len(np.unique(game_named(name).deck)) == len(game_named(name).deck)
