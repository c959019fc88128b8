"""Why a move of Janus is not possible: the right sentence, and the rule it rests on."""

from __future__ import annotations

import pytest

from rectoverso.games.attempts import attempt
from tests.games.driver import PRODUCT
from tests.games.janus.rigged import FIRST_CYCLE, falling_into_triplets, janus, triplets


@pytest.mark.parametrize(
    ("script", "move", "rule", "words"),
    [
        ("", "end", "J6", "First draw or discard"),
        ("", "close", "J13", "only if all players agree"),
        ("", "take #1", "J7", "already in your hand"),
        ("", "take #9", "J7", "the top card only"),
        ("", "discard #3", "J10", "your own hand only"),
        ("discard #1", "draw", "J6", "You have discarded"),
        ("discard #1", "take #3", "J6", "You have discarded"),
        ("draw", "discard #1", "J6", "You have drawn"),
        ("draw; draw; draw; end; draw; end", "draw", "J9", "With 4 cards"),
        ("draw; draw; draw; end; draw; end", "take #3", "J9", "With 4 cards"),
    ],
)
def test_a_refusal_names_its_rule(script: str, move: str, rule: str, words: str) -> None:
    """J6, J7, J9, J10, J13."""
    round = janus(PRODUCT, "A/A B/B C/C D/D E/E F/F G/G H/H I/I J/J", script=script).game  # type: ignore[attr-defined]  # a ProductTable has one
    tried = attempt(round.observation(round.turn), move, "en")
    assert tried.rule == rule
    assert words in (tried.why or "")


def test_j9_j11_an_empty_hand_and_a_laid_triplet() -> None:
    deck = triplets()
    table = janus(PRODUCT, falling_into_triplets(deck[:3], [card for triplet in deck[3:] for card in triplet]))
    round = table.play(f"{FIRST_CYCLE}; draw; draw").game  # type: ignore[attr-defined]  # a ProductTable has one
    assert attempt(round.observation(round.turn), "take #10", "en").rule == "J9"
    assert attempt(round.observation(round.turn), "take #1", "en").rule == "J11"
    assert attempt(round.observation(round.turn), "discard #1", "en").rule == "J11"
