"""Nummerus: the board, series and results (N1 to N7)."""

from __future__ import annotations

import random

import pytest

from tests.games.driver import Implementation, Table
from tests.games.nummerus.oracle import fresh_deal
from tests.games.nummerus.rigged import collect, snake_table, take_all


def lying(power: int) -> list[int]:
    """The pawns in reading order, with Power on the field of this number (the fields are counted from 0)."""
    pawns = list(range(1, 49))
    return [*pawns[:power], 0, *pawns[power:]]


def pawns(table: Table) -> list[int]:
    return sorted(int(text.split()[1]) for text in table.offers("take"))


@pytest.mark.parametrize("wrong", [49, 2, -1])
def test_n1_the_pawns_1_to_48_and_the_power_pawn(implementation: Implementation, wrong: int) -> None:
    deal = lying(0)
    assert implementation.accepts("nummerus", 2, deal)
    assert not implementation.accepts("nummerus", 2, [0, wrong, *deal[2:]])
    assert not implementation.accepts("nummerus", 2, deal[:-1])


@pytest.mark.parametrize("players", range(6))
def test_nummerus_is_for_one_to_four_players(implementation: Implementation, players: int) -> None:
    assert implementation.accepts("nummerus", players, lying(0)) == (1 <= players <= 4)


# The fields (counted from 0 in reading order) around some fields of the classic board.
CLASSIC_NEIGHBOURS = [
    (0, [1, 3, 4, 5]),  # the left end of the first row, three fields
    (3, [0, 4, 8, 9, 10]),  # the left end of the second row, five fields
    (8, [3, 9, 15, 16]),  # the left end of the third row, seven fields
    (15, [8, 9, 16, 22]),  # above the notch: straight below there is no field
    (22, [15, 16, 17, 23, 27, 28, 29]),  # the left end of the middle row, five fields
    (24, [17, 18, 19, 23, 25, 29, 30, 31]),  # the middle of the board
    (27, [22, 28, 34, 35]),  # below the notch
    (48, [43, 44, 45, 47]),  # the right end of the last row
]


@pytest.mark.parametrize(("power", "around"), CLASSIC_NEIGHBOURS)
def test_n2_the_classic_board_has_nine_centred_rows(
    implementation: Implementation, power: int, around: list[int]
) -> None:
    deal = lying(power)
    table = implementation.open("nummerus", 2, deal)
    assert pawns(table) == [deal[field] for field in around]


SQUARE_NEIGHBOURS = [
    (0, [1, 7, 8]),
    (6, [5, 12, 13]),
    (7, [0, 1, 8, 14, 15]),
    (24, [16, 17, 18, 23, 25, 30, 31, 32]),
    (48, [40, 41, 47]),
]


@pytest.mark.parametrize(("power", "around"), SQUARE_NEIGHBOURS)
def test_n2_option_square_is_seven_by_seven(implementation: Implementation, power: int, around: list[int]) -> None:
    deal = lying(power)
    table = implementation.open("nummerus", 2, deal, board="square")
    assert pawns(table) == [deal[field] for field in around]


def test_n2_the_board_is_classic_unless_told_otherwise(implementation: Implementation) -> None:
    told = implementation.open("nummerus", 2, lying(0), board="classic")
    assert told.legal == implementation.open("nummerus", 2, lying(0)).legal
    assert not implementation.accepts("nummerus", 2, lying(0), board="round")


def square(implementation: Implementation, *takes: int) -> Table:
    """The square board in reading order with Power in the first corner, and then these pawns taken."""
    table = implementation.open("nummerus", 2, lying(0), board="square")
    for pawn in takes:
        table.play(f"take {pawn}")
    return table


def test_n3_the_power_pawn_stays_on_the_field_of_the_pawn_taken(implementation: Implementation) -> None:
    assert pawns(square(implementation, 8)) == [1, 2, 7, 9, 14, 15, 16]


def test_n3_it_slides_over_empty_fields_to_the_nearest_pawn(implementation: Implementation) -> None:
    table = square(implementation, 8, 16, 17, 9)
    # Row 1 is 7 P 10 with 8 and 9 taken; the diagonal down right is 17, taken, then 25; down left is 15.
    assert pawns(table) == [1, 2, 3, 7, 10, 15, 23, 25]


def test_n3_only_the_nearest_pawn_of_a_line_can_be_taken(implementation: Implementation) -> None:
    table = square(implementation, 8)
    assert table.refuses("take 24")
    assert table.refuses("take 3")


def test_n3_a_pawn_that_is_gone_cannot_be_taken(implementation: Implementation) -> None:
    assert square(implementation, 8, 9).refuses("take 8")


def test_n3_a_line_ends_at_the_notches_of_the_classic_board(implementation: Implementation) -> None:
    """Power stands above the notch, with everything to the right of it still there: the pawn below is out of reach."""
    table = implementation.open("nummerus", 2, lying(15))
    assert 27 not in pawns(table)
    assert table.refuses("take 27")


ALONE = [7, 8, 15, 9, 17, 16, 10, 22, 14, 18, 26, 27, 19, 12, 24, 25, 32, 31, 37, 43, 44, 42, 35, 36, 38, 45, 3, 4]
ALONE += [28, 29, 23, 21]


def test_n4_with_no_pawn_on_any_line_they_take_any_pawn(implementation: Implementation) -> None:
    """Power stands at the left end of the fourth row:

    .  1  2  .  .  5  6
    .  .  .  . 11  . 13
    .  .  .  .  .  . 20
    P  .  .  .  .  .  .
    .  . 30  .  . 33 34
    .  .  .  . 39 40 41
    .  .  .  . 46 47 48
    """
    table = square(implementation, *ALONE)
    assert pawns(table) == [1, 2, 5, 6, 11, 13, 20, 30, 33, 34, 39, 40, 41, 46, 47, 48]


def test_n4_and_the_power_pawn_goes_to_its_field(implementation: Implementation) -> None:
    assert pawns(square(implementation, *ALONE, 40)) == [33, 34, 39, 41, 46, 47, 48]


def test_seats_take_turns(implementation: Implementation) -> None:
    table = snake_table(implementation, list(range(1, 49)), players=3)
    seats = []
    for pawn in range(1, 5):
        seats.append(table.turn)
        table.play(f"take {pawn}")
    assert seats == [1, 2, 3, 1]


def hands(*lengths: int, first: int = 1) -> list[list[int]]:
    """Who collects what: runs of these lengths from 1 up, then singles; the two seats in turn, `first` first."""
    both: list[list[int]] = [[], []]
    seat, number = first - 1, 1
    for length in [*lengths, *([1] * (48 - sum(lengths)))]:
        both[seat] += range(number, number + length)
        seat, number = 1 - seat, number + length
    assert len(both[0]) == len(both[1]) == 24
    return both


def test_n5_series_join_by_themselves(implementation: Implementation) -> None:
    mine, other = hands(5, 5)
    mine[:5] = [1, 5, 2, 4, 3]  # 1-2 and 4-5 are joined by the 3
    assert collect(implementation, [mine, other]).result == {"scores": [5, 5], "ranks": [1, 1]}


def test_n5_a_single_pawn_is_no_series(implementation: Implementation) -> None:
    assert collect(implementation, hands()).result == {"scores": [0, 0], "ranks": [1, 1]}


def test_n5_two_pawns_are(implementation: Implementation) -> None:
    assert collect(implementation, hands(2, 2)).result == {"scores": [2, 2], "ranks": [1, 1]}


def test_n6_the_game_ends_when_the_board_is_empty(implementation: Implementation) -> None:
    order = list(range(1, 49))
    table = take_all(snake_table(implementation, order), order[:-1])
    assert (table.turn, table.legal, table.result) == (2, ["take 48"], None)
    assert table.play("take 48").over
    assert table.legal == []


def test_n6_the_longest_series_wins(implementation: Implementation) -> None:
    assert collect(implementation, hands(5, 8, 3, 1, 2)).result == {"scores": [5, 8], "ranks": [2, 1]}


def test_n6_a_tie_goes_to_the_second_longest(implementation: Implementation) -> None:
    """4 and 3 against 4 and 2."""
    assert collect(implementation, hands(1, 4, 4, 3, 2, first=2)).result == {"scores": [4, 4], "ranks": [1, 2]}


def test_n6_the_booklets_example_two_series_of_4_beat_one_of_4_and_one_of_3(implementation: Implementation) -> None:
    """Seat 1 has 1 to 4 and 9 to 12, seat 2 has 5 to 8 and 13 to 15 (and a pair that does not matter any more)."""
    assert collect(implementation, hands(4, 4, 4, 3, 1, 2)).result == {"scores": [4, 4], "ranks": [1, 2]}


def test_n6_a_tie_goes_on_to_the_third_longest(implementation: Implementation) -> None:
    """4, 3 and 3 against 4, 3 and 2."""
    both = hands(1, 4, 4, 3, 3, 3, 2, first=2)
    assert collect(implementation, both).result == {"scores": [4, 4], "ranks": [1, 2]}


def test_n6_a_missing_series_counts_as_shorter(implementation: Implementation) -> None:
    """4 against 4 and 2."""
    assert collect(implementation, hands(1, 4, 4, 2)).result == {"scores": [4, 4], "ranks": [2, 1]}


def test_n6_all_equal_is_shared(implementation: Implementation) -> None:
    assert collect(implementation, hands(4, 4, 2, 2)).result == {"scores": [4, 4], "ranks": [1, 1]}


def test_n7_a_series_of_k_pawns_scores_k_times_k_plus_1_half(implementation: Implementation) -> None:
    """15 + 6 + 3 against 36; single pawns score nothing."""
    table = collect(implementation, hands(5, 8, 3, 1, 2), scoring="points")
    assert table.result == {"scores": [24, 36], "ranks": [2, 1]}


def test_n7_the_formula_goes_on(implementation: Implementation) -> None:
    table = collect(implementation, hands(24, 24), scoring="points")
    assert table.result == {"scores": [300, 300], "ranks": [1, 1]}


def test_n7_most_points_win_not_the_longest_series(implementation: Implementation) -> None:
    """5 and 5 against 6, 2 and 2."""
    both = hands(6, 5, 2, 5, 2, first=2)
    assert collect(implementation, both, scoring="points").result == {"scores": [30, 27], "ranks": [1, 2]}
    assert collect(implementation, both).result == {"scores": [5, 6], "ranks": [2, 1]}


def test_n7_equal_points_share_whatever_the_lengths(implementation: Implementation) -> None:
    """3 and 2 (6 + 3) against 2, 2 and 2: nine points each."""
    both = hands(3, 2, 2, 2, 1, 2)
    assert collect(implementation, both, scoring="points").result == {"scores": [9, 9], "ranks": [1, 1]}
    assert collect(implementation, both).result == {"scores": [3, 2], "ranks": [1, 2]}


def test_n7_option_scoring_is_longest_or_points(implementation: Implementation) -> None:
    deal = fresh_deal(2, random.Random(1))
    assert implementation.accepts("nummerus", 2, deal, scoring="longest")
    assert not implementation.accepts("nummerus", 2, deal, scoring="shortest")
    assert not implementation.accepts("nummerus", 1, deal, scoring="points"), "not for one player"
