"""Moves of Nummerus as text and as numbers."""

from __future__ import annotations

import pytest

from rectoverso.games.nummerus.moves import MOVES, number, text


def test_every_number_has_a_text_of_its_own_and_back() -> None:
    texts = [text(move) for move in range(MOVES)]
    assert len(set(texts)) == MOVES
    assert [number(written) for written in texts] == list(range(MOVES))


@pytest.mark.parametrize("written", ["take 1", "take 48", "take 32 on 31", "take 32 on 33", "trade 12 30", "end"])
def test_moves_are_written_as_in_the_rules(written: str) -> None:
    assert text(number(written)) == written


@pytest.mark.parametrize(
    "written",
    ["", "take", "take 0", "take 49", "take 017", "take 17 ", "Take 17", "take ١٧", "take 32 on 34", "take 32 on 32",
     "take 32 on", "trade 12", "trade 0 30", "trade 12 30 5", "end 1", "draw"],
)  # fmt: skip
def test_anything_else_is_no_move(written: str) -> None:
    with pytest.raises(ValueError, match="is no move; moves are like take 17"):
        number(written)
