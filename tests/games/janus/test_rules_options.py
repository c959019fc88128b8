"""Janus by the letter: triplets laid down when the drawing is over (J11), and games that only a vote ends (J13)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.driver import Implementation
from tests.games.janus.oracle import fresh_deal
from tests.games.janus.rigged import FIRST_CYCLE, LATER_CYCLE, falling_into_triplets, janus, triplets, turned
from tests.games.janus.test_rules import PLAIN, cards_of, nearly_all_laid
from tests.games.janus.test_rules_ending import ends_with_mixed_cards, idle

LATER: dict[str, Any] = {"triplet": "after-drawing"}
AGREED: dict[str, Any] = {"ending": "agreed"}
CYCLES = "; ".join([FIRST_CYCLE] + 6 * [LATER_CYCLE])
# The same where a first card that completes a triplet does not yet end the turn.
LATER_CYCLES = "; ".join(
    ["draw; end; draw; end; draw; end"] + 6 * ["draw; draw; draw; draw; draw; draw; draw; end; draw; end; draw; end"]
)
TWO_CARDS = "draw; draw; discard #3; end; discard #5; end"  # of seat 1, and then it is to move again
TWO_ALIKE = "A/B A/C D/E F/G H/I J/K"  # seat 1 has own sides A and A


@pytest.mark.parametrize("option", ["triplet", "ending"])
def test_the_options_are_spelt_as_in_the_rules(implementation: Implementation, option: str) -> None:
    deal, values = (
        fresh_deal(3, random.Random(1)),
        {"triplet": ["at-once", "after-drawing"], "ending": ["auto", "agreed"]},
    )
    for value in values[option]:
        assert implementation.accepts("janus", 3, deal, **{option: value})
    for wrong in ("later", "", True, 1):
        assert not implementation.accepts("janus", 3, deal, **{option: wrong})


# ---- J11: after drawing


def test_j11_after_drawing_a_triplet_may_be_kept_for_a_second_card(implementation: Implementation) -> None:
    table = janus(implementation, TWO_ALIKE + " A/K B/D", script="draw", **LATER)
    assert table.turn == 1
    assert table.legal == ["draw", "end", "take #3", "take #4", "take #5", "take #6"]


def test_j11_after_drawing_the_second_card_lays_the_triplet_down(implementation: Implementation) -> None:
    table = janus(
        implementation, TWO_ALIKE + " A/K B/D", script="draw; draw; discard #3; end; discard #5; end", **LATER
    )
    assert cards_of(table) == ["#8"], "the card that does not match stays"
    assert table.play("close").result == {"scores": [1, 0, 0], "ranks": [1, 2, 2]}


def test_j11_after_drawing_end_lays_the_triplet_down(implementation: Implementation) -> None:
    table = janus(implementation, TWO_ALIKE + " A/K", script="draw; end", **LATER)
    assert (table.turn, table.offers("take")) == (2, ["take #5", "take #6"])
    assert table.play("close").result == {"scores": [1, 0, 0], "ranks": [1, 2, 2]}


def test_j11_after_drawing_a_fourth_card_ends_the_drawing(implementation: Implementation) -> None:
    """Seat 1 has three cards, two of them A, and draws the third A: no second card is possible."""
    script = "draw; end; discard #3; end; discard #5; end; draw"
    table = janus(implementation, TWO_ALIKE + " B/D A/K", script=script, **LATER)
    assert table.turn == 2
    assert table.play("close").result == {"scores": [1, 0, 0], "ranks": [1, 2, 2]}


def test_j11_of_four_alike_the_three_held_longest_are_laid_down(implementation: Implementation) -> None:
    table = janus(
        implementation, TWO_ALIKE + " A/K A/J", script="draw; draw; discard #3; end; discard #5; end", **LATER
    )
    assert cards_of(table) == ["#8"]
    assert table.play("close").result == {"scores": [1, 0, 0], "ranks": [1, 2, 2]}


def test_j11_after_drawing_a_triplet_without_the_first_card_drawn(implementation: Implementation) -> None:
    table = janus(
        implementation, TWO_ALIKE + " B/D A/K", script="draw; draw; discard #3; end; discard #5; end", **LATER
    )
    assert cards_of(table) == ["#7"]


def test_j11_after_drawing_discards_lay_nothing_down(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, script="discard #1; end", **LATER)
    assert table.turn == 2
    assert table.play("close").result == {"scores": [0, 0, 0], "ranks": [1, 1, 1]}


def test_j14_a_triplet_kept_in_the_hand_when_the_table_agreed_is_nobodys(implementation: Implementation) -> None:
    table = janus(implementation, TWO_ALIKE + " A/K", script="draw; close", **LATER)
    assert table.result == {"scores": [0, 0, 0], "ranks": [1, 1, 1]}


# ---- J13: only by agreement


def test_j13_agreed_twelve_rounds_without_a_triplet_end_nothing(implementation: Implementation) -> None:
    assert idle(janus(implementation, PLAIN, **AGREED), 200) == 200


def test_j13_agreed_makes_no_use_of_stall(implementation: Implementation) -> None:
    assert idle(janus(implementation, PLAIN, stall=1, **AGREED), 50) == 50


def test_j13_agreed_the_game_goes_on_when_no_triplet_is_possible(implementation: Implementation) -> None:
    table = ends_with_mixed_cards(implementation, **AGREED)
    assert (table.turn, table.legal) == (1, ["draw"])
    assert table.play("close").result == {"scores": [7, 7, 7], "ranks": [1, 1, 1]}


@pytest.mark.parametrize("triplet", ["at-once", "after-drawing"])
def test_j13_agreed_ends_when_no_card_is_left(implementation: Implementation, triplet: str) -> None:
    """The last three cards: seat 1 draws two, seat 2 one, and seat 1 takes it by its outer side."""
    *laid, rest = triplets()
    deal = falling_into_triplets(laid, [rest[0], rest[1], turned(rest[2])])
    table = janus(implementation, deal, triplet=triplet, **AGREED)
    table.play(CYCLES if triplet == "at-once" else LATER_CYCLES).play("draw; draw; draw; take #66")
    assert (table.turn, table.result) == (None, {"scores": [8, 7, 7], "ranks": [1, 2, 2]})


def test_j12_agreed_seats_without_cards_are_passed_over(implementation: Implementation) -> None:
    table = nearly_all_laid(implementation, **AGREED).play("draw; draw; draw")
    assert table.turn == 1, "seat 2 drew the last card, seat 3 has none"
