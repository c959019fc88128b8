"""What somebody tries in recorded games: a reason is given exactly if the move is not legal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rectoverso.games import GAMES, attempts, game_named
from rectoverso.games.game_record import from_record
from rectoverso.words import has, keys

SAMPLES = Path(__file__).parents[1] / "samples"


@pytest.mark.parametrize("name", GAMES)
def test_a_reason_is_given_exactly_if_a_move_is_not_legal(name: str) -> None:
    game = game_named(name)
    finished = from_record((SAMPLES / f"{name}.jsonl").read_text("utf-8").splitlines()[0])
    for at in range(0, len(finished.numbers), 19):
        round = finished.at(at)
        assert round.turn is not None
        observation, legal = round.observation(round.turn), set(round.legal_numbers)
        for move in {*legal, *range(at % 11, game.moves, 11)}:
            why = game.why_not(observation, move) if game.why_not else None
            assert (why is None) == (move in legal)
            assert why is None or (why.rule is not None and has(why.message))


def test_all_messages_are_about_a_rule_of_a_game() -> None:
    assert {key.split("_")[1] for key in keys("why_")} == set(GAMES)


def test_a_game_without_reasons_answers_with_a_plain_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = replace(game_named("nummerus"), why_not=None)
    monkeypatch.setattr(attempts, "game_of", lambda layout: plain)
    round = from_record((SAMPLES / "nummerus.jsonl").read_text("utf-8").splitlines()[0])
    tried = attempts.attempt(round.at(0).observation(1), "end", "fr")
    assert tried == attempts.Attempt("end", False, "Ce coup n’est pas possible.")
    assert attempts.attempt(round.at(0).observation(1), "no move", "en").why == "That move is not possible."
    assert attempts.attempt(round.observation(1), "end", "en").why == "The game is over."
