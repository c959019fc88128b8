"""Janus: how a game ends, J13 to J15."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.driver import Implementation, Table
from tests.games.janus.oracle import fresh_deal
from tests.games.janus.rigged import FIRST_CYCLE, LATER_CYCLE, falling_into_triplets, janus, triplets, turned
from tests.games.janus.test_rules import PLAIN, cards_of, nearly_all_laid


def idle(table: Table, turns: int) -> int:
    """Turns with two cards at most in a hand, so without a triplet; how many were played before the game ended."""
    for turn in range(turns):
        if table.over:
            return turn
        table.play("draw; end" if len(cards_of(table)) < 2 else f"discard {cards_of(table)[0]}; end")
    return turns


def test_j13a_close_ends_the_game_before_the_next_move(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, script="close")
    assert (table.turn, table.legal) == (None, [])
    assert table.result == {"scores": [0, 0, 0], "ranks": [1, 1, 1]}


def test_j13a_close_is_possible_in_the_middle_of_a_turn(implementation: Implementation) -> None:
    assert janus(implementation, PLAIN, script="draw; close").over


def test_j13a_close_is_not_among_the_legal_moves(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN)
    assert "close" not in table.legal
    assert "close" not in table.play("draw").legal


def test_j13a_a_game_that_is_over_is_not_closed_again(implementation: Implementation) -> None:
    assert janus(implementation, PLAIN, script="close").refuses("close")


def with_three_cards_left(implementation: Implementation, rest: list[str], last: list[str], **options: int) -> Table:
    """All but three cards are laid, `last` as the last triplet; the three are the pile."""
    table = janus(implementation, falling_into_triplets([*triplets()[:-2], last], rest), **options)
    return table.play("; ".join([FIRST_CYCLE] + 6 * [LATER_CYCLE]))


def test_j13b_the_game_goes_on_while_a_symbol_stands_on_three_cards(implementation: Implementation) -> None:
    *_, last, rest = triplets()
    assert with_three_cards_left(implementation, rest, last).turn == 1


def test_j13b_a_symbol_may_stand_on_either_side(implementation: Implementation) -> None:
    *_, last, rest = triplets()
    assert with_three_cards_left(implementation, [rest[0], turned(rest[1]), turned(rest[2])], last).turn == 1


def test_j13b_it_ends_by_itself_when_no_symbol_stands_on_three_of_the_cards_left(
    implementation: Implementation,
) -> None:
    table = ends_with_mixed_cards(implementation)
    assert (table.turn, table.legal) == (None, [])
    assert table.result == {"scores": [7, 7, 7], "ranks": [1, 1, 1]}


def ends_with_mixed_cards(implementation: Implementation, **options: Any) -> Table:
    """The 21st triplet, of B, was laid with the card of B and K: B/G, K/K and K/A are left, K on two of them."""
    *others, far_k, near_k = triplets()
    far_b = ["B/E", "B/F", "B/G"]
    others.remove(far_b)
    assert near_k == ["K/K", "K/A", "K/B"]
    laid = [*others, far_k, ["B/E", "B/F", "B/K"]]
    table = janus(implementation, falling_into_triplets(laid, ["B/G", "K/K", "K/A"]), **options)
    return table.play("; ".join([FIRST_CYCLE] + 6 * [LATER_CYCLE]))


def test_j13b_a_card_with_a_symbol_on_both_sides_is_one_card(implementation: Implementation) -> None:
    """K/K, K/A and B/G: K is printed three times, but stands on two cards."""
    assert ends_with_mixed_cards(implementation).over


@pytest.mark.parametrize("players", [3, 6])
def test_j13c_twelve_rounds_without_a_triplet_end_the_game(implementation: Implementation, players: int) -> None:
    table = janus(implementation, PLAIN, players=players)
    assert idle(table, 1000) == 12 * players


@pytest.mark.parametrize("stall", [1, 5])
def test_j13c_option_stall_is_the_number_of_rounds(implementation: Implementation, stall: int) -> None:
    assert idle(janus(implementation, PLAIN, stall=stall), 1000) == 3 * stall


def test_j13c_stall_0_is_never(implementation: Implementation) -> None:
    assert idle(janus(implementation, PLAIN, stall=0), 500) == 500


def test_j13c_a_triplet_starts_the_count_anew(implementation: Implementation) -> None:
    table = janus(implementation, "C/D E/F A/B A/C G/H I/J D/K A/K", stall=2, script="draw; end; draw")
    assert table.turn == 3, "seat 2 laid a triplet in the second turn"
    table.play("draw; end")
    assert idle(table, 1000) == 5, "six turns since the triplet"


def test_j13c_turns_passed_over_count(implementation: Implementation) -> None:
    """After the last triplet: seats 1 and 2 draw, 3 is passed over, 1 takes the last card, 2 and 3 are passed over."""
    script = "draw; draw; draw; take #66"
    assert nearly_all_laid(implementation, stall=3).play(script).turn == 1
    assert nearly_all_laid(implementation, stall=2).play(script).over


def test_j13c_stall_cannot_be_negative(implementation: Implementation) -> None:
    deal = fresh_deal(3, random.Random(1))
    assert implementation.accepts("janus", 3, deal, stall=1)
    assert not implementation.accepts("janus", 3, deal, stall=-1)


def test_j14_a_triplet_overlooked_at_the_end_is_nobodys(implementation: Implementation) -> None:
    table = janus(implementation, "A/B A/C D/A F/G H/I J/K A/K", script="close")
    assert table.result == {"scores": [0, 0, 0], "ranks": [1, 1, 1]}, "seat 1 could have taken or drawn the third A"


def test_j15_most_triplets_win_and_ties_share(implementation: Implementation) -> None:
    table = janus(implementation, "A/B A/C D/E D/F G/H I/J A/K D/K", script="draw; draw; close")
    assert table.result == {"scores": [1, 1, 0], "ranks": [1, 1, 3]}
