"""Why a move of Nummerus is not possible: the right sentence, and the rule it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from rectoverso.games.attempts import attempt
from tests.games.driver import PRODUCT
from tests.games.nummerus.rigged import snake_table, with_the_rest


@pytest.mark.parametrize(
    ("first", "setup", "script", "move", "rule", "words"),
    [
        ([], {}, "", "end", "N3", "First take a pawn"),
        ([], {}, "", "take 2", "N3", "Another pawn lies between the Power pawn and the 2"),
        ([], {}, "", "take 11", "N3", "on none of the Power pawn"),
        ([], {}, "take 1", "take 1", "N3", "no longer on the board"),
        ([], {}, "", "take 1 on 2", "N9", "nothing to choose"),
        ([], {}, "", "trade 1 2", "N8", "without exchange tokens"),
        ([], {"tausch": True}, "", "trade 1 2", "N8", "First take a pawn"),
        ([10, 20], {"tausch": True}, "take 10; take 20", "take 1", "N8", "You have taken your pawn"),
        ([10, 20], {"tausch": True}, "take 10; take 20", "trade 10 10", "N8", "The 10 is not yours"),
        ([10, 20], {"tausch": True}, "take 10; take 20", "trade 20 20", "N8", "already yours"),
        ([10, 20], {"tausch": True}, "take 10; take 20", "trade 20 1", "N8", "still on the board"),
        (
            [10, 20, 11, 30, 40, 35], {"tausch": True},
            "take 10; take 20; end; take 11; end; take 30; take 40; end; take 35",
            "trade 35 10", "N8", "part of a series",
        ),
        ([7, 9, 8], {"players": 1}, "take 7; take 9", "take 8", "N9", "add it to the 7 or to the 9"),
    ],
)  # fmt: skip
def test_a_refusal_names_its_rule(
    first: list[int], setup: dict[str, Any], script: str, move: str, rule: str, words: str
) -> None:
    """N3, N8, N9."""
    table = snake_table(PRODUCT, with_the_rest(first), **setup)
    if script:
        table.play(script)
    round = table.game  # type: ignore[attr-defined]  # a ProductTable has one
    tried = attempt(round.observation(round.turn), move, "en")
    assert tried.rule == rule
    assert words in (tried.why or "")
