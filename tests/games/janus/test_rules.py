"""Janus: one test or more for each rule, J1 to J12."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.driver import Implementation, Table, rigged_cards
from tests.games.janus.oracle import all_cards, fresh_deal
from tests.games.janus.rigged import FIRST_CYCLE, LATER_CYCLE, falling_into_triplets, janus, triplets

# Hands without a pair: seat 1 has own sides A and B, seat 2 C and D, seat 3 E and F.
PLAIN = "A/G B/H C/I D/J E/K F/G"


def cards_of(table: Table) -> list[str]:
    """The tags of the seat to move, read off what it may discard at the start of its turn."""
    return [text.removeprefix("discard ") for text in table.offers("discard")]


@pytest.mark.parametrize("wrong", ["A/B", "A/L", "A"])
def test_j1_each_pair_of_the_eleven_symbols_exists_once(implementation: Implementation, wrong: str) -> None:
    deal = rigged_cards(all_cards(), "C/C A/B")
    assert len(deal) == 66
    assert implementation.accepts("janus", 3, deal)
    assert not implementation.accepts("janus", 3, [wrong, *deal[1:]])
    assert not implementation.accepts("janus", 3, deal[:-1])


@pytest.mark.parametrize("players", range(1, 8))
def test_janus_is_for_three_to_six_players(implementation: Implementation, players: int) -> None:
    assert implementation.accepts("janus", players, fresh_deal(6, random.Random(1))) == (3 <= players <= 6)


def test_j2_two_cards_each_and_seat_1_begins(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN)
    assert table.turn == 1
    assert table.legal == ["discard #1", "discard #2", "draw", "take #3", "take #4", "take #5", "take #6"]


def test_j2_the_pile_is_the_rest_in_the_order_of_the_deal(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN + " A/I B/J C/A D/B E/A F/B", script="draw; draw; draw; draw; draw; draw")
    assert cards_of(table) == ["#1", "#2", "#7", "#8"]


def test_j3_the_first_side_of_a_dealt_card_is_its_own_side(implementation: Implementation) -> None:
    own_sides_alike = janus(implementation, "A/B A/C D/E F/G H/I J/K A/K", script="draw")
    assert own_sides_alike.turn == 2, "A, A and A: a triplet"
    outer_sides_alike = janus(implementation, "B/A C/A D/E F/G H/I J/K A/K", script="draw")
    assert outer_sides_alike.turn == 1


def test_j4_a_dealt_card_counts_by_its_own_side_although_both_were_seen(implementation: Implementation) -> None:
    table = janus(implementation, "A/B B/C D/E F/G H/I J/K B/K", script="draw")
    assert (table.turn, table.offers("end")) == (1, ["end"]), "own sides A, B and B; the B outside on #1 is none"


def test_j5_at_most_four_cards_in_a_hand(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN + " A/I B/J", script="draw; draw")
    assert table.turn == 2
    table.play("discard #3; end; discard #5; end")
    assert table.legal == ["discard #1", "discard #2", "discard #7", "discard #8"], "with 4 cards nothing is drawn"


def test_j5_a_fourth_card_ends_the_turn_by_itself(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN + " A/I", script="draw; end; discard #3; end; discard #5; end; take #4")
    assert table.turn == 2, "three cards and one: full, after the first of two draws"


def test_j6_one_or_two_cards_are_drawn(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, script="draw")
    assert "end" in table.legal
    assert janus(implementation, PLAIN, script="draw; end").turn == 2
    assert janus(implementation, PLAIN, script="draw; draw").turn == 2


def test_j6_one_or_two_cards_are_discarded(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, script="discard #1")
    assert (table.turn, table.legal) == (1, ["discard #2", "end"])
    assert table.play("discard #2").turn == 2


def test_j6_never_three_cards(implementation: Implementation) -> None:
    cards, others = f"{PLAIN} G/I H/J I/K J/B K/D", "draw; end; draw; end"
    one_card = janus(implementation, cards, script=f"discard #1; end; {others}")
    assert one_card.play("draw; draw").turn == 2
    four_cards = janus(implementation, cards, script=f"draw; draw; {others}")
    assert four_cards.play("discard #1; discard #2").turn == 2


def test_j6_not_nothing(implementation: Implementation) -> None:
    assert janus(implementation, PLAIN).refuses("end")


def test_j6_never_both(implementation: Implementation) -> None:
    assert janus(implementation, PLAIN, script="draw").offers("discard") == []
    assert janus(implementation, PLAIN, script="discard #1").offers("draw", "take") == []


def test_j6_a_turn_ends_by_itself_when_the_hand_is_empty(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, script="discard #1; end; draw; end; draw; end; discard #2")
    assert table.turn == 2


def test_j7_two_cards_from_any_sources(implementation: Implementation) -> None:
    anything = ["draw", "end", "take #3", "take #4", "take #5", "take #6"]
    assert janus(implementation, PLAIN, script="draw").legal == anything
    table = janus(implementation, PLAIN, script="take #3")
    assert table.legal == ["draw", "end", "take #4", "take #5", "take #6"]
    assert janus(implementation, PLAIN, script="take #3; take #4").turn == 2, "the same hand twice"
    assert janus(implementation, PLAIN, script="take #3; take #5").turn == 2, "two hands"
    assert janus(implementation, PLAIN, script="take #3; draw").turn == 2, "a hand and the pile"


def test_j7_the_booklets_example_first_the_pile_and_then_a_hand(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN + " A/I B/J", script="draw; take #4")
    assert table.turn == 2
    assert table.play("draw; end; draw; end").turn == 1
    assert cards_of(table) == ["#1", "#2", "#4", "#7"]


def test_j7_not_from_ones_own_hand(implementation: Implementation) -> None:
    assert janus(implementation, PLAIN).refuses("take #1")


def test_j7_a_card_changes_hands(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, script="take #3; end")
    assert cards_of(table) == ["#4"]
    assert table.offers("take") == ["take #1", "take #2", "take #3", "take #5", "take #6"]


def test_j8_the_up_side_of_a_drawn_card_is_the_own_side(implementation: Implementation) -> None:
    assert janus(implementation, "A/B A/C D/E F/G H/I J/K A/H", script="draw").turn == 2, "a triplet of A"
    assert janus(implementation, "A/B A/C D/E F/G H/I J/K H/A", script="draw").turn == 1


def test_j8_the_other_side_of_a_drawn_card_is_the_outer_side(implementation: Implementation) -> None:
    table = janus(implementation, "A/B C/D E/F E/G H/I J/K H/E", script="draw; end; take #7")
    assert table.turn == 3, "seat 2 took #7, drawn as an H, by its outer side: a triplet of E"


def test_j8_the_outer_side_of_a_card_taken_is_the_own_side(implementation: Implementation) -> None:
    assert janus(implementation, "A/B A/C D/A F/G H/I J/K", script="take #3").turn == 2, "a triplet of A"
    assert janus(implementation, "A/B A/C A/D F/G H/I J/K", script="take #3").turn == 1


def test_j8_the_own_side_of_a_card_taken_is_now_its_outer_side(implementation: Implementation) -> None:
    table = janus(implementation, "A/B C/D F/E H/J F/G F/I", script="take #3; end; draw; end; take #3")
    assert table.turn == 1, "F was the own side at seat 2 and the outer side at seat 1: a triplet of F for seat 3"


def test_j9_with_four_cards_only_discards(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, script="take #3; take #4; draw; end; draw; end")
    assert table.legal == ["discard #1", "discard #2", "discard #3", "discard #4"]


def test_j9_without_a_card_they_draw_from_the_pile_only(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, script="discard #1; discard #2; draw; end; draw; end")
    assert (table.turn, table.legal) == (1, ["draw"])
    assert table.play("draw").legal == ["draw", "end"], "the second card as well"
    assert table.play("draw").turn == 2


def test_j10_option_top_lays_the_card_on_the_pile_own_side_up(implementation: Implementation) -> None:
    deal = "A/B C/D A/E A/F G/H I/J K/K"
    assert janus(implementation, deal, discard="top", script="discard #1; end; draw").turn == 3, "a triplet of A"
    turned_deal = "B/A C/D A/E A/F G/H I/J K/K"
    assert janus(implementation, turned_deal, discard="top", script="discard #1; end; draw").turn == 2


def test_j10_option_top_the_last_card_discarded_is_the_first_drawn(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, discard="top", script="discard #1; discard #2; draw; end")
    assert table.offers("take") == ["take #2", "take #3", "take #4"]


def test_j10_by_default_the_card_goes_under_the_pile(implementation: Implementation) -> None:
    table = janus(implementation, "A/B C/D A/E A/F G/H I/J K/K", script="discard #1; end; draw")
    assert table.turn == 2, "the K was on top, no triplet of A"


def draw_from_the_pile(table: Table, cards: int) -> None:
    """A number of cards leave the pile; hands stay at two cards or fewer, so there is no triplet."""
    while cards:
        if len(cards_of(table)) < 2:
            table.play("draw; end")
            cards -= 1
        else:
            table.play(f"discard {cards_of(table)[0]}; end")


def test_j10_cards_come_up_again_in_the_order_they_were_discarded(implementation: Implementation) -> None:
    table = janus(implementation, PLAIN, stall=0, script="discard #2; discard #1")
    draw_from_the_pile(table, 60)
    seen_again = []
    while len(seen_again) < 2:
        draw_from_the_pile(table, 1)
        seen_again += sorted({"take #1", "take #2"} & set(table.offers("take")) - set(seen_again))
    assert seen_again == ["take #2", "take #1"], "others see which card was drawn"


def test_j10_option_discard_is_under_or_top(implementation: Implementation) -> None:
    deal = fresh_deal(3, random.Random(1))
    assert implementation.accepts("janus", 3, deal, discard="under")
    assert not implementation.accepts("janus", 3, deal, discard="beside")


def test_j11_a_triplet_ends_the_turn_after_the_first_of_two_draws(implementation: Implementation) -> None:
    table = janus(implementation, "A/B A/C D/E F/G H/I J/K A/K", script="draw")
    assert table.turn == 2


def test_j11_a_triplet_by_the_second_draw(implementation: Implementation) -> None:
    table = janus(
        implementation, "A/B A/C D/E F/G H/I J/K B/K A/K", script="draw; draw; discard #3; end; discard #5; end"
    )
    assert cards_of(table) == ["#7"], "the fourth card stays in the hand"


def test_j11_the_three_cards_are_out_of_the_game(implementation: Implementation) -> None:
    table = janus(implementation, "A/B A/C D/E F/G H/I J/K A/K", script="draw")
    assert table.offers("take") == ["take #5", "take #6"]
    assert table.play("draw; end; draw; end").legal == ["draw"], "seat 1 has no card left"


def test_j11_scores_one_triplet(implementation: Implementation) -> None:
    table = janus(implementation, "A/B A/C D/E F/G H/I J/K A/K", script="draw; close")
    assert table.result == {"scores": [1, 0, 0], "ranks": [1, 2, 2]}


def test_j11_outer_sides_do_not_count(implementation: Implementation) -> None:
    table = janus(implementation, "B/A C/A D/E F/G H/I J/K D/A", script="draw")
    assert table.turn == 1, "three A's outside are no triplet"


def nearly_all_laid(implementation: Implementation, **options: Any) -> Table:
    """21 triplets are laid, seven a seat; the three cards left, all with one symbol up, are the pile."""
    *laid, rest = triplets()
    table = janus(implementation, falling_into_triplets(laid, rest), **options)
    table.play("; ".join([FIRST_CYCLE] + 6 * [LATER_CYCLE]))
    assert (table.turn, table.legal) == (1, ["draw"])
    return table


def test_j12_who_has_no_card_while_the_pile_is_empty_is_passed_over(implementation: Implementation) -> None:
    table = nearly_all_laid(implementation).play("draw; draw; draw")
    assert table.turn == 1, "seat 2 drew the last card, seat 3 has none"
    assert table.legal == ["discard #64", "discard #65", "take #66"]


def test_j12_a_second_draw_from_an_empty_pile_is_impossible(implementation: Implementation) -> None:
    table = nearly_all_laid(implementation).play("draw; draw")
    assert table.turn == 2
    assert table.play("draw").turn == 1, "seat 2 began without a card and may not take, so its turn is over"


def test_j12_several_seats_in_a_row_are_passed_over(implementation: Implementation) -> None:
    table = nearly_all_laid(implementation).play("draw; draw; draw; take #66")
    assert (table.turn, cards_of(table)) == (1, ["#64", "#65", "#66"])


def test_j12_a_discard_brings_them_back(implementation: Implementation) -> None:
    table = nearly_all_laid(implementation).play("draw; draw; draw; take #66; discard #64; end")
    assert (table.turn, table.legal) == (2, ["draw"])
