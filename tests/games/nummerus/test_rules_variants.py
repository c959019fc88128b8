"""Nummerus: the variant Tausch (N8) and solitaire (N9, N10)."""

from __future__ import annotations

import random

import pytest

from tests.games.driver import Implementation, Table
from tests.games.nummerus.oracle import fresh_deal
from tests.games.nummerus.rigged import snake_table, take_all, with_the_rest


def tausch(implementation: Implementation, first: list[int], players: int = 2, script: str = "") -> Table:
    """A table with exchange tokens where the pawns can be taken in this order, and then the others."""
    table = snake_table(implementation, with_the_rest(first), players=players, tausch=True)
    return table.play(script) if script else table


def test_n8_after_taking_one_may_give_a_pawn_and_get_a_loose_one(implementation: Implementation) -> None:
    table = tausch(implementation, [10, 20, 30], script="take 10; take 20")
    assert (table.turn, table.legal) == (2, ["end", "trade 20 10"])
    table.play("trade 20 10; take 30")
    assert (table.turn, table.legal) == (1, ["end", "trade 20 10", "trade 30 10"]), "20 is seat 1's now, 10 seat 2's"


def test_n8_nobody_has_to(implementation: Implementation) -> None:
    table = tausch(implementation, [10, 20, 30], script="take 10; take 20; end")
    assert (table.turn, table.offers("trade")) == (1, [])


def test_n8_the_turn_ends_by_itself_where_nobody_has_a_loose_pawn(implementation: Implementation) -> None:
    table = tausch(implementation, [10, 20, 11, 30], script="take 10")
    assert table.turn == 2, "nobody else had a pawn"
    table.play("take 20; end; take 11; end; take 30")
    assert table.turn == 1, "10 and 11 are a series, so there was nothing to get"


def test_n8_pawns_of_a_series_are_not_given_up_but_may_be_given(implementation: Implementation) -> None:
    table = tausch(implementation, [10, 20, 11, 30, 15, 31], script="take 10; take 20; end; take 11")
    assert table.legal == ["end", "trade 10 20", "trade 11 20"]
    table.play("end; take 30; take 15; end; take 31")
    assert table.legal == ["end", "trade 20 15", "trade 30 15", "trade 31 15"], "15 is loose, 10 and 11 are not"


def test_n8_what_is_loose_is_judged_before_the_exchange(implementation: Implementation) -> None:
    table = tausch(implementation, [21, 20], script="take 21; take 20")
    assert "trade 20 21" in table.legal, "the 20 given would make the 21 part of a series, but not yet"


def test_n8_the_pawn_just_given_is_not_taken_back(implementation: Implementation) -> None:
    table = tausch(implementation, [10, 20], script="take 10; take 20")
    assert table.refuses("trade 20 20")


def test_n8_at_most_one_exchange_a_turn(implementation: Implementation) -> None:
    table = tausch(implementation, [10, 20, 30, 40], script="take 10; take 20; end; take 30; end; take 40; trade 20 10")
    assert table.turn == 1


@pytest.mark.parametrize(("players", "tokens"), [(2, 2), (3, 2), (4, 1)])
def test_n8_two_tokens_with_two_or_three_players_one_with_four(
    implementation: Implementation, players: int, tokens: int
) -> None:
    """Only the last seat trades, in every turn, as long as it is offered."""
    first = list(range(2, 49, 2))
    table = tausch(implementation, first, players=players)
    trades = 0
    for pawn in first:
        seat = table.turn
        table.play(f"take {pawn}")
        if table.offers("trade") and seat == players:
            table.play(table.offers("trade")[0])
            trades += 1
        elif table.offers("trade"):
            table.play("end")
    assert trades == tokens


def test_n8_without_a_token_the_turn_ends_by_itself(implementation: Implementation) -> None:
    table = tausch(implementation, [10, 20, 30, 40, 6], players=4)
    table.play("take 10; take 20; trade 20 10; take 30; end; take 40; end; take 6; end")
    order = with_the_rest([10, 20, 30, 40, 6])
    table.play(f"take {order[5]}")
    assert table.turn == 3, "seat 2 has used its only token"


def test_n8_any_opponent_and_the_given_pawn_goes_to_the_one_it_gets_from(implementation: Implementation) -> None:
    table = tausch(implementation, [10, 20, 30, 40, 31, 3], players=3, script="take 10; take 20; end; take 30")
    assert table.legal == ["end", "trade 30 10", "trade 30 20"]
    table.play("trade 30 20; take 40; end; take 31; end; take 3")
    gets = sorted({text.split()[2] for text in table.offers("trade")})
    assert gets == ["10", "40"], "30 went to seat 2, where it is a series with 31"


def test_n8_an_exchange_is_possible_after_the_last_pawn_and_counts(implementation: Implementation) -> None:
    """Seat 1 has the odd pawns, seat 2 the even ones; giving the 2 for the 1 makes 2-3 a series of seat 1."""
    order = list(range(1, 49))
    table = take_all(snake_table(implementation, order, tausch=True), order[:-1])
    table.play("take 48")
    assert (table.turn, table.result) == (2, None)
    assert table.play("trade 2 1").over
    assert table.result == {"scores": [2, 0], "ranks": [1, 2]}


def test_n8_or_the_turn_ends_without_an_exchange(implementation: Implementation) -> None:
    order = list(range(1, 49))
    table = take_all(snake_table(implementation, order, tausch=True), order)
    assert table.result == {"scores": [0, 0], "ranks": [1, 1]}


def test_n8_only_with_the_option(implementation: Implementation) -> None:
    table = snake_table(implementation, with_the_rest([10, 20]))
    table.play("take 10; take 20")
    assert table.turn == 1
    assert not implementation.accepts("nummerus", 1, fresh_deal(1, random.Random(1)), tausch=True)


def solitaire(implementation: Implementation, first: list[int], script: str = "") -> Table:
    table = snake_table(implementation, with_the_rest(first), players=1)
    return table.play(script) if script else table


def test_n9_a_number_between_two_series_goes_to_the_chosen_one(implementation: Implementation) -> None:
    table = solitaire(implementation, [31, 33, 32], script="take 31; take 33")
    assert {"take 32 on 31", "take 32 on 33"} <= set(table.legal)
    assert "take 32" not in table.legal
    assert table.refuses("take 32")


def test_n9_the_booklets_example_31_and_33_to_36_with_the_32(implementation: Implementation) -> None:
    """The 32 goes to the 31 or to the 33; the two stay apart for good."""
    opening = [31, 33, 34, 35, 36, 32]
    for choice, left in (("take 32 on 31", "31-32 and 33 to 36"), ("take 32 on 33", "31 and 32 to 36")):
        rest = [*range(37, 49), *range(30, 0, -1)]
        table = snake_table(implementation, [*opening, *rest], players=1)
        take_all(table, opening[:-1])
        assert {"take 32 on 31", "take 32 on 33"} == {text for text in table.legal if text.startswith("take 32")}
        table.play(choice)
        take_all(table, rest)
        assert table.result == {"scores": [0], "ranks": [1]}, f"{left} grow on apart, both to six and more"


def test_n9_a_number_beside_one_series_must_be_put_to_it(implementation: Implementation) -> None:
    table = solitaire(implementation, [31, 32], script="take 31")
    assert "take 32" in table.legal
    assert table.refuses("take 32 on 31")
    assert table.refuses("take 32 on 33")


def test_n9_it_is_always_the_same_players_turn(implementation: Implementation) -> None:
    assert solitaire(implementation, [31, 32], script="take 31; take 32").turn == 1


def all_but_six(implementation: Implementation) -> Table:
    """1 to 5 are a series, 7 to 48 another; the 6 between them is the last pawn."""
    order = [1, 2, 3, 4, 5, *range(7, 49), 6]
    table = snake_table(implementation, order, players=1)
    table = take_all(table, order[:-1])
    assert table.legal == ["take 6 on 5", "take 6 on 7"]
    return table


def test_n9_the_two_series_are_not_linked(implementation: Implementation) -> None:
    table = all_but_six(implementation).play("take 6 on 7")
    assert table.result == {"scores": [1], "ranks": [1]}, "1 to 5 stay apart"


def test_n10_series_of_six_are_put_away(implementation: Implementation) -> None:
    table = all_but_six(implementation).play("take 6 on 5")
    assert table.result == {"scores": [0], "ranks": [1]}


def test_n9_a_number_that_continues_nothing_opens_a_new_series(implementation: Implementation) -> None:
    """Series of three with a gap between: 1-2-3, 5-6-7 and so on; then each gap goes to the series below it."""
    threes = [pawn for pawn in range(1, 49) if pawn % 4 != 0]
    gaps = list(range(4, 45, 4))
    table = snake_table(implementation, [*threes, *gaps, 48], players=1)
    take_all(table, threes)
    for gap in gaps:
        table.play(f"take {gap} on {gap - 1}")
    assert table.play("take 48").result == {"scores": [12], "ranks": [1]}


def test_n10_single_pawns_left_count_too(implementation: Implementation) -> None:
    """The 1 stays alone: the 2 went to the 3."""
    order = [1, *range(3, 49), 2]
    table = take_all(snake_table(implementation, order, players=1), order[:-1])
    assert table.play("take 2 on 3").result == {"scores": [1], "ranks": [1]}


def test_n10_one_series_of_48_leaves_none(implementation: Implementation) -> None:
    order = list(range(1, 49))
    table = take_all(snake_table(implementation, order, players=1), order)
    assert table.result == {"scores": [0], "ranks": [1]}
