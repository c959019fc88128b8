"""Titus: turns without limit, free actions, the end and the points (T13 to T20)."""

from __future__ import annotations

import random
from collections import Counter

from tests.games.driver import Implementation, Table
from tests.games.titus.oracle import fresh_deal
from tests.games.titus.rigged import dump, one_series, titus, two_series


def test_t13_alone_with_the_fewest_cards_they_take_without_limit(implementation: Implementation) -> None:
    table = one_series(implementation, "6/6 7/7 8/8 9/9 10/10 11/11 12/12")
    for _ in range(7):
        table.play("draw; join #2")
        assert table.turn == 2
        assert {"draw", "take 18", "end"} <= set(table.legal)


def test_t13_a_coin_placed_independent_ends_even_that_turn(implementation: Implementation) -> None:
    table = one_series(implementation, "6/6 7/7 8/8 9/9 15/15")
    table.play("draw; join #2; draw; join #2; draw; join #2; draw; join #2; draw; place")
    assert (table.turn, table.legal) == (2, ["end", "score #2"])


def test_t13_scoring_after_the_third_coin_ends_that_turn(implementation: Implementation) -> None:
    table = one_series(implementation, "6/6 7/7 8/8 9/9")
    table.play("draw; join #2; draw; join #2; draw; join #2; draw; join #2")
    assert "draw" in table.legal
    table.play("score #2")
    assert table.turn == 1


def test_t13_scoring_after_the_third_coin_leaves_the_free_actions(implementation: Implementation) -> None:
    table = titus(implementation, "1/1 5/5 2/2 10/10 3/3 11/11 4/4 6/6 7/7 8/8")
    table.play("draw; place; draw; place; draw; join #1; end; draw; place")
    table.play("draw; join #1; end; draw; place; end; draw; join #1; score #1; end")
    table.play("draw; join #2; draw; join #2; draw; join #2")  # 5-6-7-8, and 10 and 11 lie apart
    assert "draw" in table.legal
    table.play("score #2")
    assert (table.turn, table.legal) == (2, ["end", "merge #4 #6"])


def test_t13_scoring_before_the_third_coin_does_not_end_the_taking(implementation: Implementation) -> None:
    table = titus(implementation, "1/1 5/5 2/2 6/6 7/7 3/3 4/4 8/8 12/12")
    table.play("draw; place; draw; place; draw; join #1; end; draw; join #2; draw; join #2; end")
    table.play("draw; join #1; draw; join #1; score #1; end")
    table.play("draw; join #2; score #2")  # one coin taken, one card each
    assert (table.turn, table.legal) == (2, ["draw", "end", "take 18"])


def test_t13_fewer_than_one_other_is_not_enough(implementation: Implementation) -> None:
    table = titus(implementation, "1/1 5/5 9/9 2/2 3/3 4/4 6/6 7/7 8/8", players=3)
    table.play("draw; place; draw; place; draw; place; draw; join #1; draw; join #1; draw; join #1; score #1")
    table.play("draw; join #2; draw; join #2; draw; join #2")  # seats 2 and 3 have no card: nobody is alone
    assert (table.turn, table.legal) == (2, ["end", "score #2"])


def test_t13_equal_is_not_fewer(implementation: Implementation) -> None:
    table = two_series(implementation, "9/9 15/15 10/10 11/11 12/12")
    table.play("draw; place; draw; place; draw; join #9; draw; join #9; draw; join #9")
    assert (table.turn, table.legal) == (1, ["end", "score #9"])


def test_t13_who_has_more_is_limited(implementation: Implementation) -> None:
    table = one_series(implementation, "15/15 9/9 17/17 10/10 11/11 12/12")
    table.play("draw; place; draw; place; draw; place; draw; join #7; draw; join #7; draw; join #7")
    assert (table.turn, table.legal) == (1, ["end", "score #7"])


def test_t13_option_fewest_points_counts_the_values(implementation: Implementation) -> None:
    """Card 18 against card 17: as many cards, but seat 2 has fewer points."""
    more = "9/9 11/11 17/17 12/12 13/13 14/14"
    script = "draw; place; draw; place; draw; place; draw; join #10; draw; join #10; draw; join #10"
    by_cards = two_series(implementation, more, script=script)
    assert (by_cards.turn, by_cards.legal) == (2, ["end", "score #10"])
    by_points = two_series(implementation, more, fewest="points")
    assert (by_points.turn, by_points.legal) == (2, ["draw", "end", "take 18"]), "even after its own score"
    by_points.play(f"end; {script}")
    assert (by_points.turn, by_points.legal) == (2, ["draw", "end", "score #10", "take 18"])


def groups_of_four(*lowest: tuple[int, int]) -> str:
    """Two groups of four at a time, for seats 1 and 2: each draws its lowest coin, then each draws the rest."""
    coins = []
    used: Counter[int] = Counter()
    for pair in lowest:
        groups = [[f"{number}/{number + used[low]}" for number in range(low, low + 4)] for low in pair]
        used.update(pair)
        coins += [groups[0][0], groups[1][0], *groups[0][1:], *groups[1][1:]]
    return " ".join(coins)


def test_t13_fewer_cards_but_more_points(implementation: Implementation) -> None:
    """Seat 1 has 18, 17, 16 and 15; seat 2 kept its groups and has 14, 13, 12, 11 and 10: more cards, fewer points."""
    top = groups_of_four((1, 5), (9, 13), (1, 5), (9, 13), (9, 1)) + " 13/15 14/16 15/17 16/18"
    for fewest, goes_on in [("cards", True), ("points", False)]:
        table = titus(implementation, top, fewest=fewest)
        for mine, other in [(1, 2), (9, 10), (17, 18), (25, 26)]:
            table.play("draw; place; draw; place" + ("" if mine == 1 else "; end"))
            table.play(f"draw; join #{mine}; draw; join #{mine}; draw; join #{mine}; score #{mine}")
            table.play(f"draw; join #{other}; draw; join #{other}; draw; join #{other}; end")
        table.play("draw; place; draw; place; end; draw; join #33; draw; join #33; draw; join #33; end")
        table.play("draw; join #34; draw; join #34; draw; join #34")
        table.play("score #2; score #10; score #18; score #26; score #34")
        if fewest == "points":
            table.play("end")  # seat 2 is still alone with the fewest points
        table.play("draw; join #33; draw; join #33; draw; join #33")
        assert ("draw" in table.legal) == goes_on


def test_t13_option_fewest_is_cards_or_points(implementation: Implementation) -> None:
    deal = fresh_deal(2, random.Random(3))
    assert implementation.accepts("titus", 2, deal, fewest="cards")
    assert implementation.accepts("titus", 2, deal, fewest="points")
    assert not implementation.accepts("titus", 2, deal, fewest="coins")


def test_t14_a_group_of_three_cannot_be_scored_one_of_four_can(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10 11/11 12/12", script="draw; place; draw; place")
    table.play("draw; join #1; draw; join #1")
    assert table.offers("score") == []
    assert table.play("draw; join #1").offers("score") == ["score #1"]


def test_t14_the_whole_group_goes_and_the_highest_lies_on_top(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10 15/15 11/11 12/12 13/14 17/17")
    table.play("draw; place; draw; place; draw; join #1; end; draw; place")
    table.play("draw; join #1; draw; join #1; draw; join #1; score #1")  # 9-10-11-12-13
    table.play("take 18")
    assert table.legal == ["join #4", "place"], "13/14 lay on top; its 14 fits under the 15"
    table.play("join #4; take 18; place; draw; place")
    table.play("take 18; join #6; take 18; join #5; take 18; join #3")  # 12 with 11, 10 and 9 under it
    assert table.offers("take") == [], "five coins lay there"


def test_t14_nothing_is_added_to_a_scored_series(implementation: Implementation) -> None:
    table = one_series(implementation, "9/9 5/4", script="draw; place; draw")
    assert (table.turn, table.offers("join")) == (1, []), "1-2-3-4 lies on point card 18; the 5 does not go there"


def test_t14_merge_needs_two_groups_that_continue_each_other(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 11/11 3/3 10/10", script="draw; place; draw; place; draw; place")
    table.play("draw; place")
    assert table.offers("merge") == [], "9 and 11 do not touch"
    table.play("draw; place")
    assert table.legal == ["end", "merge #1 #5", "merge #5 #3"]
    assert table.refuses("merge #5 #1"), "the lower one is named first"


def test_t14_free_actions_only_on_ones_own_turn(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10", script="draw; place; draw; place; draw; place; end")
    assert (table.turn, table.legal) == (2, ["draw"]), "9 and 10 are seat 1's"


def test_t15_free_actions_before_between_and_after_the_coins(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10 3/3 15/15")
    table.play("draw; place; draw; place; draw; place; end")
    table.play("draw; place")
    assert table.legal == ["draw", "merge #1 #3"], "before"
    table.play("draw; place")
    assert table.legal == ["end", "merge #1 #3"], "after"


def test_t15_free_actions_between_two_coins(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10 3/3 11/11", script="draw; place; draw; place; draw; place; end")
    table.play("draw; place; draw; join #3")
    assert table.legal == ["draw", "end", "merge #1 #3"]


def test_t15_no_free_action_with_a_coin_in_the_hand(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10 3/3 15/15", script="draw; place; draw; place; draw; place; end")
    table.play("draw; place; draw")
    assert table.offers("merge", "score") == []
    assert table.refuses("merge #1 #3")


def test_t17_no_end_before_the_first_coin(implementation: Implementation) -> None:
    table = titus(implementation, "9/9 1/1 10/10", script="draw; place; draw; place; draw; place; end; draw; place")
    assert table.turn == 1
    assert "end" not in table.legal
    table.play("merge #1 #3")
    assert (table.turn, table.legal) == (1, ["draw"])
    assert table.refuses("end")


def at_the_last_coin(implementation: Implementation) -> Table:
    """Seat 2, with 17-18-19 (#2) and no point card, is about to draw the last coin, a 16; card 18 is seat 1's."""
    table = titus(implementation, "1/1 17/17 2/2 3/3 4/4 18/18 10/10 19/19", bottom="16/16")
    table.play("draw; place; draw; place; draw; join #1; draw; join #1; draw; join #1; score #1")
    table.play("draw; join #2; end; draw; place; draw; join #2; end")
    dump(table, 45)
    assert table.turn == 2
    return table


def test_t18_the_last_coin_is_still_played_then_no_other_is_taken(implementation: Implementation) -> None:
    table = at_the_last_coin(implementation)
    assert "take 18" in table.legal, "there would be something to take"
    table.play("draw")
    assert {"place", "join #2"} <= set(table.legal), "A1"
    assert table.offers("swap"), "A2"
    table.play("join #2")
    assert table.turn == 2
    assert table.offers("draw", "take") == []


def test_t18_free_actions_after_the_last_coin_then_the_game_is_over(implementation: Implementation) -> None:
    table = at_the_last_coin(implementation).play("draw; join #2; score #54; end")
    assert (table.turn, table.legal) == (None, [])
    assert table.result == {"scores": [18, 17], "ranks": [1, 2]}


def test_t18_the_last_coin_may_be_exchanged(implementation: Implementation) -> None:
    table = at_the_last_coin(implementation).play("draw")
    table.play(f"{table.offers('swap')[0]}; place; end")
    assert table.over


def test_t18_without_a_free_action_the_game_ends_by_itself(implementation: Implementation) -> None:
    """Who uses every free action and places every coin never has to end the turn by a move."""
    table = titus(implementation, "1/1").play_out("merge", "score", "place", "draw")
    assert table.legal == []
    assert table.result is not None


def test_t19_six_for_a_group_of_four_left_in_the_reserve(implementation: Implementation) -> None:
    table = at_the_last_coin(implementation).play("draw; join #2; end")
    assert table.result == {"scores": [18, 6], "ranks": [1, 2]}


def test_t19_nothing_for_a_group_of_three(implementation: Implementation) -> None:
    table = at_the_last_coin(implementation).play("draw; place; end")
    assert table.result == {"scores": [18, 0], "ranks": [1, 2]}


def test_t19_a_point_card_counts_when_its_coins_were_all_taken_away(implementation: Implementation) -> None:
    table = one_series(implementation, script="take 18; join #2; take 18; join #5; take 18; join #4; take 18; join #3")
    table.play("score #1").play_out("place", "end", "draw")
    assert table.result == {"scores": [18, 17], "ranks": [1, 2]}


def test_t20_a_tie_goes_to_more_coins_on_point_cards(implementation: Implementation) -> None:
    assert tied(implementation, fifth=True).result == {"scores": [33, 33], "ranks": [2, 1]}


def test_t20_still_tied_is_shared(implementation: Implementation) -> None:
    assert tied(implementation, fifth=False).result == {"scores": [33, 33], "ranks": [1, 1]}


def tied(implementation: Implementation, fifth: bool) -> Table:
    """18 + 15 against 17 + 16; seat 2 puts five coins instead of four on card 16 if `fifth`."""
    table = two_series(implementation, "9/9 13/13 10/10 11/11 12/12 14/14 15/15 16/16 1/2 17/17")
    table.play("draw; place; draw; place; draw; join #9; draw; join #9; draw; join #9; end")
    table.play("draw; join #10; draw; join #10; draw; join #10")  # seat 2 has 13-14-15-16
    if fifth:
        table.play("end; draw; place; end; draw; join #10; score #10; end")
    else:
        table.play("score #10")
    return table.play("score #9").play_out("place", "end", "draw")
