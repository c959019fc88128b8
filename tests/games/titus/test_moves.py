"""The moves and coins of Titus as they are written."""

from __future__ import annotations

import pytest

from rectoverso.games.titus.material import COINS, DECK, PAIRS, read_card, write_card
from rectoverso.games.titus.moves import MOVES, number, text

WRITTEN = [
    "draw",
    "take 18",
    "take 7",
    "place",
    "join #5",
    "swap #17",
    "merge #5 #9",
    "merge #54 #1",
    "score #54",
    "end",
]


@pytest.mark.parametrize("words", WRITTEN)
def test_moves_are_written_as_in_the_rules(words: str) -> None:
    assert text(number(words)) == words


def test_every_number_is_one_move() -> None:
    assert len({text(move) for move in range(MOVES)}) == MOVES


@pytest.mark.parametrize(
    "words", ["take 19", "take 6", "join 5", "join #0", "join #55", "join #05", "merge #5", "pass"]
)
def test_what_is_no_move_is_refused_with_examples(words: str) -> None:
    with pytest.raises(ValueError, match="is no move of Titus; moves are draw, take 18"):
        number(words)


@pytest.mark.parametrize("move", [-1, MOVES])
def test_a_number_out_of_range_is_no_move(move: int) -> None:
    with pytest.raises(ValueError, match="is no move of Titus"):
        text(move)


def test_t2_each_pair_of_faces_exists_once() -> None:
    assert COINS == len(set(PAIRS)) == 54
    assert [write_card(int(card)) for card in DECK[:4]] == ["1/1", "1/2", "1/3", "2/2"]


def test_a_coin_is_read_either_way_up() -> None:
    assert write_card(read_card("7/9")) == "7/9"
    assert write_card(read_card("9/7")) == "9/7"


@pytest.mark.parametrize("written", ["7/10", "0/1", "19/20", "07/8", "7-8", "7", "", "7/8/9", 7, None, ["7", "8"]])
def test_t1_what_is_no_coin_is_refused(written: object) -> None:
    with pytest.raises(ValueError, match="differ by at most 2"):
        read_card(written)
