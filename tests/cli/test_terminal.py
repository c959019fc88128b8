"""`rectoverso play GAME --terminal`: whole games typed in, and wrong input."""

from __future__ import annotations

import pytest

from rectoverso.games import GAMES
from rectoverso.words import LANGUAGES, YOU, say
from tests.cli.conftest import Run

PLAYERS = {"titus": "2", "janus": "3", "nummerus": "2"}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_can_be_typed(game: str, run: Run) -> None:
    """Always the first legal move, by its number."""
    arguments = ["--terminal", "--players", PLAYERS[game], "--seed", "tea", "--bots", "greedy"]
    ran = run("play", game, *arguments, stdin=b"1\n" * 3000)
    assert ran.code == 0, ran.err
    told = ran.out.decode()
    assert "It is your turn." in told
    assert "\n1. " in told, "the result names the first place"
    assert "Goodbye" not in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_game_speaks_the_language_of_the_player(lang: str, run: Run) -> None:
    ran = run("play", "nummerus", "--terminal", "--lang", lang, "--seed", "tea", stdin=b"quit\n")
    assert say(lang, "player_turn", player=YOU) in ran.out.decode()


def test_input_that_is_no_move_is_explained_and_asked_again(run: Run) -> None:
    ran = run("play", "nummerus", "--terminal", "--seed", "tea", stdin=b"fly\n99\n?\ntable\n\xff\nquit\n")
    told = ran.out.decode()
    assert ran.code == 0
    assert "'fly' is not possible now" in told
    assert "'99' is not possible now" in told
    assert told.count("It is your turn.") >= 5
    assert told.rstrip().endswith("Goodbye.")


def test_the_end_of_input_quits_the_game(run: Run) -> None:
    ran = run("play", "nummerus", "--terminal", "--seed", "tea", stdin=b"")
    assert ran.code == 0
    assert ran.out.decode().rstrip().endswith("Goodbye.")


def test_without_a_game_it_asks_for_one(run: Run) -> None:
    ran = run("play", "--terminal", stdin=b"chess\n3\nquit\n")
    told = ran.out.decode()
    assert ran.code == 0
    assert told.count("Which game?") == 2
    assert "Nummerus" in told


def test_j13_a_vote_to_close_needs_everybody(run: Run) -> None:
    ran = run("play", "janus", "--terminal", "--seed", "tea", stdin=b"close\nquit\n")
    assert "Not everybody agrees: the game goes on." in ran.out.decode()


def test_solitaire_is_played_alone(run: Run) -> None:
    ran = run("play", "nummerus", "--terminal", "--players", "1", "--seed", "tea", stdin=b"1\n" * 100)
    assert "\n1. You: " in ran.out.decode()
