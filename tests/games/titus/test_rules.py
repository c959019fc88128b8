"""Titus: the coins, taking and grouping them (T1 to T12, T16)."""

from __future__ import annotations

import random

import pytest

from tests.games.driver import Implementation, rigged_cards
from tests.games.titus.oracle import all_coins, fresh_deal
from tests.games.titus.rigged import one_series, titus, two_series


def test_t1_a_coin_whose_faces_differ_by_three_is_refused(implementation: Implementation) -> None:
    deal = rigged_cards(all_coins(), "9/11")
    assert implementation.accepts("titus", 2, deal)
    assert not implementation.accepts("titus", 2, ["8/11", *deal[1:]])


@pytest.mark.parametrize("wrong", ["0/1", "19/20", "9/9"])
def test_t2_each_coin_exists_exactly_once(implementation: Implementation, wrong: str) -> None:
    deal = rigged_cards(all_coins(), "7/8 9/9")
    assert not implementation.accepts("titus", 2, [wrong, *deal[1:]])


def test_t2_there_are_54_coins(implementation: Implementation) -> None:
    deal = fresh_deal(2, random.Random(1))
    assert len(deal) == 54
    assert implementation.accepts("titus", 2, deal)
    assert not implementation.accepts("titus", 2, deal[:-1])


@pytest.mark.parametrize(("players", "fits"), [(1, False), (2, True), (3, True), (4, True), (5, False)])
def test_titus_is_for_two_to_four_players(implementation: Implementation, players: int, fits: bool) -> None:
    assert implementation.accepts("titus", players, fresh_deal(4, random.Random(1))) == fits


def every_series_on_a_point_card() -> str:
    """48 coins, up faces 1 to 16 three times; two groups of four at a time, one for each of two seats."""
    coins = []
    for step in range(3):
        for left, right in [(1, 5), (9, 13)]:
            mine, other = ([f"{number}/{number + step}" for number in range(low, low + 4)] for low in (left, right))
            coins += [mine[0], other[0], *mine[1:], *other[1:]]
    return " ".join(coins)


def test_t3_twelve_point_cards_from_18_down_to_7_and_t16_then_groups_stay(implementation: Implementation) -> None:
    table = titus(implementation, every_series_on_a_point_card(), bottom="17/17 17/18 18/18 19/19 17/19 18/19")
    for pair in range(6):
        first = 8 * pair + 1
        table.play("draw; place; draw; place")
        for seat, lowest in [(1, first), (2, first + 1)]:
            assert table.turn == seat
            table.play(f"draw; join #{lowest}; draw; join #{lowest}; draw; join #{lowest}; score #{lowest}")
            values = range(18 - (seat - 1), 18 - (seat - 1) - 2 * pair - 1, -2)
            assert table.offers("take") == sorted(f"take {value}" for value in values), "18 first, then 17, and so on"
    table.play("draw; place; draw; place")  # 17 (#49) for seat 1, 17 for seat 2
    table.play("draw; join #49; draw; join #49; take 15; join #49")  # 18, 19; and {16, 16} from the series on 15
    takes = sorted(f"take {card}" for card in range(8, 19, 2))
    assert (table.turn, table.legal) == (2, ["draw", *takes]), "T16: no score"
    table.play("draw; place").play_out("end", "place", "draw")
    assert table.result == {"scores": [18 + 16 + 14 + 12 + 10 + 8 + 6, 17 + 15 + 13 + 11 + 9 + 7], "ranks": [1, 2]}


def test_t4_the_pile_lies_in_the_order_of_the_deal_as_it_is_turned(implementation: Implementation) -> None:
    table = titus(implementation, "9/10 1/3 10/8", script="draw; place; draw; place; draw")
    assert table.offers("join") == ["join #1"], "the 10 of #3 is up and fits onto the 9 of #1"


def test_t4_reserves_start_empty(implementation: Implementation) -> None:
    table = titus(implementation, "9/10")
    assert (table.turn, table.legal) == (1, ["draw"])
    assert table.play("draw").legal == ["place"]


def test_seat_1_moves_first_and_turns_go_clockwise(implementation: Implementation) -> None:
    table = titus(implementation, "1/1 5/5 9/9 13/13 17/17", players=4)
    seats = []
    for _ in range(5):
        seats.append(table.turn)
        table.play("draw; place")
    assert seats == [1, 2, 3, 4, 1]


def test_t5_hidden_faces_do_not_change_what_is_legal(implementation: Implementation) -> None:
    script = "draw; place; draw; place; draw; join #1; draw; join #1; draw"
    one = titus(implementation, "9/9 1/3 10/10 11/12 8/6", script=script)
    other = titus(implementation, "9/8 1/1 10/12 11/13 8/8", script=script)
    assert one.legal == other.legal


@pytest.mark.parametrize("number", range(1, 20))
def test_t6_onto_9_10_11_only_an_8_or_a_12_fits(implementation: Implementation, number: int) -> None:
    """The booklets' own example."""
    coin = f"{number}/{number + 1}" if number < 19 else "19/18"
    table = titus(implementation, f"9/9 1/1 10/10 11/11 4/4 {coin}")
    table.play("draw; place; draw; place; draw; join #1; draw; join #1; end; draw; place; draw")
    assert ("join #1" in table.legal) == (number in (8, 12))


@pytest.mark.parametrize(("number", "fits"), [(7, False), (8, True), (9, False), (10, True), (11, False)])
def test_t6_an_independent_coin_takes_its_two_neighbours(
    implementation: Implementation, number: int, fits: bool
) -> None:
    table = titus(implementation, f"9/9 1/1 {number}/{number + 1}", script="draw; place; draw; place; draw")
    assert ("join #1" in table.legal) == fits


def test_t6_equal_numbers_never_group(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 9/10 4/4 9/8", script="draw; place; draw; place; draw")
    assert table.offers("join") == []
    table.play("place; draw; place")
    assert table.turn == 1
    assert table.offers("merge") == []


def test_t6_the_higher_lies_on_the_lower_so_a_lower_coin_gives_the_group_its_name(
    implementation: Implementation,
) -> None:
    table = titus(implementation, "9/9 1/1 8/8 10/10", script="draw; place; draw; place; draw; join #1; draw")
    assert table.offers("join") == ["join #3"]


def test_t7_grouped_coins_are_never_separated(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10 15/15 16/18", script="draw; place; draw; place; draw")
    table.play("join #1; draw; place; draw")  # seat 1 has 9-10 and an independent 15
    assert table.turn == 2
    assert table.offers("swap") == ["swap #4"], "only the independent coin can be taken"


def test_t7_a_whole_group_may_move_onto_another(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10 12/12 4/4 13/13 11/11 17/17 14/14")
    table.play("draw; place; draw; place; draw; join #1; draw; place; draw; place")
    table.play("draw; join #4; draw; join #1")  # 12-13 and 9-10-11
    assert table.offers("merge") == ["merge #1 #4"]
    table.play("merge #1 #4")
    assert table.offers("merge") == []
    assert "score #1" in table.legal
    table.play("end; draw; place; draw")
    assert table.offers("join") == ["join #1"], "14 fits onto 9-10-11-12-13, which is one group now"


def test_t8_only_the_series_of_another_player_can_be_taken_from(implementation: Implementation) -> None:
    table = two_series(implementation)
    assert (table.turn, table.legal) == (1, ["draw", "take 17"])
    table.play("draw; place")
    assert (table.turn, table.legal) == (2, ["draw", "take 18"])


def test_t9_a1_a_drawn_coin_is_taken_as_it_lies(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/11", script="draw; place; draw; place; draw")
    assert "join #1" in table.legal, "its up face, 10, fits onto the 9; the hidden 11 would not"


def test_t9_a2_the_coin_got_is_turned_over_and_may_be_grouped(implementation: Implementation) -> None:
    table = titus(implementation, "5/7 8/8 1/1 13/13", script="draw; place; draw; place; draw; place; draw")
    assert table.offers("swap") == ["swap #1", "swap #3"]
    table.play("swap #1")
    assert table.legal == ["join #2", "place"], "5/7 turned over is a 7 and fits under the 8"
    table.play("join #2")
    assert table.turn == 2
    assert table.legal == ["draw", "end"]


def test_t9_a2_the_coin_given_lies_independent_with_its_face_as_it_is(implementation: Implementation) -> None:
    table = titus(implementation, "5/7 10/11 9/9 12/12", script="draw; place; draw; swap #1; place; draw")
    assert table.turn == 1
    assert "join #2" in table.legal, "seat 1 holds a 9; the 10 it was given takes it"
    table.play("place")
    assert table.legal == ["end", "merge #3 #2"]


def test_t9_a2_the_coin_given_can_be_swapped_on_later(implementation: Implementation) -> None:
    table = titus(implementation, "5/7 10/11 1/1 12/12", script="draw; place; draw; swap #1; place; draw; place; draw")
    assert table.offers("swap") == ["swap #2", "swap #3"]
    assert table.play("swap #2").legal == ["place"], "10/11 turned over is an 11, beside a 7"


def test_t9_a2_not_the_coin_just_given_and_no_second_exchange(implementation: Implementation) -> None:
    table = titus(implementation, "5/7 10/11 1/1 12/12", script="draw; place; draw; place; draw; place; draw; swap #1")
    assert (table.turn, table.legal) == (2, ["place"]), "neither the 12 given nor the 1 that lies there"
    assert table.refuses("swap #4")
    assert table.refuses("swap #3")


def test_t9_a2_gives_to_the_same_player_it_takes_from(implementation: Implementation) -> None:
    table = titus(implementation, "5/7 10/11 1/1 15/15", players=3, script="draw; place; draw; place; draw")
    assert table.offers("swap") == ["swap #1", "swap #2"]
    table.play("swap #2; place; draw")
    assert table.turn == 1
    assert table.offers("swap") == ["swap #2", "swap #3"]
    table.play("place; draw")  # seat 2 got #3 from seat 3 and holds nothing else
    assert table.offers("swap") == ["swap #1", "swap #2", "swap #4"]


def test_t9_a2_not_with_ones_own_coins(implementation: Implementation) -> None:
    table = titus(implementation, "5/7 10/11 1/1", script="draw; place; draw; place; draw")
    assert table.offers("swap") == ["swap #2"]


def test_t10_b_the_coin_is_turned_over_and_may_be_grouped(implementation: Implementation) -> None:
    table = titus(
        implementation,
        "1/1 7/7 2/2 3/3 4/6",
        script="draw; place; draw; place; draw; join #1; draw; join #1; draw; join #1; score #1; take 18",
    )
    assert table.legal == ["join #2", "place"], "4/6 turned over is a 6 and fits under the 7; a 4 would not"


def test_t10_b_allows_no_exchange(implementation: Implementation) -> None:
    table = two_series(implementation, "10/10 12/12", script="draw; place; draw; place; take 17")
    assert table.legal == ["place"], "although seat 2 has an independent 12"


def test_t10_the_next_coin_is_the_new_top_until_the_series_is_empty(implementation: Implementation) -> None:
    table = one_series(implementation)
    table.play("take 18; join #2")  # the 4 goes under the 5, then the 3 under the 4, and so on
    table.play("take 18; join #5; take 18; join #4; take 18; join #3")
    assert table.legal == ["draw", "end", "score #1"], "the series is empty; its card, 18, is still seat 1's"


def test_t10_the_point_card_stays_with_its_owner(implementation: Implementation) -> None:
    table = one_series(implementation, "11/11", script="take 18; place; end; draw; place")
    assert table.turn == 2
    assert "take 18" in table.legal


def test_t11_a_grouped_coin_allows_another_or_a_stop(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10 15/15", script="draw; place; draw; place; draw; join #1")
    assert (table.turn, table.legal) == (1, ["draw", "end"])
    assert table.play("end").turn == 2


def test_t11_an_independent_coin_ends_the_taking(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 15/15", script="draw; place; draw; place; draw; place")
    assert table.turn == 2


def test_t11_so_does_a_coin_that_could_have_been_grouped(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10", script="draw; place; draw; place; draw; place")
    assert (table.turn, table.legal) == (1, ["end", "merge #1 #3"])
    table.play("merge #1 #3")
    assert table.turn == 2, "merging it afterwards does not give the taking back"


def test_t11_a_swapped_coin_placed_independent_ends_the_taking(implementation: Implementation) -> None:
    table = titus(implementation, "5/7 10/11", script="draw; place; draw; swap #1; place")
    assert table.turn == 1


def test_t12_the_third_coin_is_the_last_even_if_grouped(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10 11/11 8/8", script="draw; place; draw; place")
    table.play("draw; join #1; draw; join #1; draw; join #1")
    assert (table.turn, table.legal) == (1, ["end", "score #5"]), "free actions may follow, no fourth coin"


def test_t12_without_a_free_action_the_turn_ends_by_itself(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 15/15 3/3 10/10 11/11 16/16")
    table.play("draw; place; draw; place; draw; place; draw; place")
    table.play("draw; join #1; draw; join #1; draw; join #3")  # 9-10-11 and 15-16: three coins
    assert table.turn == 2


def test_t12_coins_taken_by_a_and_by_b_count_alike(implementation: Implementation) -> None:
    table = two_series(implementation, "9/9 15/15 10/10", script="draw; place; draw; place; draw; join #9")
    table.play("take 17; join #9")  # the 8 goes under 9-10: two coins so far
    assert table.offers("draw", "take") == ["draw", "take 17"]
    table.play("take 17; join #8")  # 7-8-9-10: the third coin
    assert (table.turn, table.legal) == (1, ["end", "score #7"])


def test_t12_an_exchange_is_one_coin(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 8/10 17/17 13/11 1/1 3/3 12/12")
    table.play("draw; place; draw; place; draw; place; draw; place")
    table.play("draw; swap #2; join #1; draw; swap #4; join #1")  # 8/10 and 13/11 turned over: two coins
    table.play("draw; join #1")  # 9-10-11-12: the third
    assert (table.turn, table.legal) == (1, ["end", "score #1"])


def test_t12_free_actions_do_not_count_as_coins(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 11/11 3/3 10/10 12/12 13/13 14/14")
    table.play("draw; place; draw; place; draw; place; draw; place")
    table.play("draw; join #1; merge #1 #3; draw; join #1; score #1")
    assert (table.turn, table.legal) == (1, ["draw", "end"]), "two coins, a merge and a score: a third is allowed"
