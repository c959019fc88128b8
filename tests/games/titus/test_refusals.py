"""Why a move of Titus is not possible: the right sentence, and the rule it rests on."""

from __future__ import annotations

import pytest

from rectoverso.games.attempts import attempt
from tests.games.driver import PRODUCT, Table
from tests.games.titus.rigged import dump, one_series, titus, two_series


def refused(table: Table, move: str) -> tuple[str | None, str | None]:
    """The rule and the sentence that the seat to move is answered."""
    round = table.game  # type: ignore[attr-defined]  # a ProductTable has one
    tried = attempt(round.observation(round.turn), move, "en")
    assert tried.possible == (move in table.legal)
    return tried.rule, tried.why


TOP = "5/5 9/9 6/6 12/12"


@pytest.mark.parametrize(
    ("script", "move", "rule", "words"),
    [
        ("", "end", "T17", "at least one coin"),
        ("", "place", "T8", "no coin in your hand"),
        ("", "swap #1", "T9", "Draw one first"),
        ("", "take 18", "T8", "Nobody has scored a series on point card 18"),
        ("draw", "draw", "T9", "First play the coin"),
        ("draw", "end", "T9", "First play the coin"),
        ("draw; place; draw", "score #1", "T15", "then you may merge and score"),
        ("draw; place; draw; place; draw", "swap #1", "T9", "already yours"),
        ("draw; place; draw; place; draw", "swap #3", "T9", "an independent coin of their reserve"),
        ("draw; place; draw; place; draw", "join #2", "T9", "your own reserve"),
        ("draw; place; draw; place; draw; join #1; draw", "join #1", "T6", "Coin 12 does not continue 5-6"),
        ("draw; place; draw", "join #1", "T9", "your own reserve"),
        ("draw; place; draw; place", "score #1", "T14", "Coin 5 lies alone: a series needs at least 4"),
        ("draw; place; draw; place; draw; join #1", "score #1", "T14", "5-6 has 2 coins"),
        ("draw; place; draw; place", "score #2", "T14", "your own reserve only"),
        ("draw; place; draw; place", "merge #1 #2", "T14", "your own reserve only"),
        ("draw; place; draw; place; draw; join #1", "merge #1 #3", "T14", "5-6 lies together already"),
        ("draw; place; draw; place; draw; place", "draw", "T11", "as independent"),
    ],
)
def test_a_refusal_names_its_rule(script: str, move: str, rule: str, words: str) -> None:
    """T6, T8, T9, T11, T14, T15, T17."""
    table = titus(PRODUCT, TOP, script=script)
    assert refused(table, move)[0] == rule
    assert words in (refused(table, move)[1] or "")


def test_t6_groups_that_do_not_follow_each_other() -> None:
    table = titus(PRODUCT, "5/5 9/9 7/7 3/3 6/6 12/12", script="draw; place; draw; place; draw; place; draw; place")
    assert refused(table, "merge #1 #3") == (
        "T6", "5 and 7 do not follow each other: only consecutive numbers lie together.",
    )  # fmt: skip
    table.play("draw; place")
    assert refused(table, "merge #3 #5")[0] == "T6"
    assert "The higher numbers lie on top" in (refused(table, "merge #3 #5")[1] or "")


def test_t8_t10_series_that_cannot_be_taken_from() -> None:
    table = two_series(PRODUCT, "19/19")
    assert refused(table, "take 18")[0] == "T8"
    assert "your own" in (refused(table, "take 18")[1] or "")


def test_t9_a_coin_from_another_player_is_grouped_but_not_exchanged() -> None:
    table = one_series(PRODUCT, "19/19", script="take 18")
    rule, why = refused(table, "swap #1")
    assert rule == "T9"
    assert why is not None
    assert why.startswith("You may group this coin, but not exchange it: it came from another player")
    assert "only independent coin" not in why


def test_t9_grouped_coins_are_not_exchanged() -> None:
    table = titus(PRODUCT, "5/5 9/9 6/6 12/12", script="draw; place; draw; place; draw; join #1; end; draw")
    assert refused(table, "swap #1") == ("T9", "5-6 lies together: only an independent coin can be exchanged.")
    assert refused(table, "swap #3") == refused(table, "swap #1")


def test_t12_three_coins_are_all_of_a_turn() -> None:
    script = "draw; place; draw; place; draw; join #1; draw; join #1; draw; join #1"
    table = titus(PRODUCT, "1/1 5/5 2/2 3/3 4/4", script=script)
    assert refused(table, "draw") == ("T12", "You have taken 3 coins: that is all you may take in one turn.")


def test_t18_nobody_takes_after_the_last_coin() -> None:
    table = dump(titus(PRODUCT, "1/1 9/9", "2/2"), 53)
    table.play("draw; place")
    assert table.over or refused(table, "draw")[0] == "T18"
