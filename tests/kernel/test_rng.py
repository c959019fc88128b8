"""Luck for playouts and imagined worlds: the same stream on every machine, and no outcome likelier than another."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rectoverso.kernel.cards import turned_over
from rectoverso.kernel.jit import COMPILED
from rectoverso.kernel.rng import below, chance, new_rng, shuffle, word

# Without the compiler a draw takes a hundred times as long.
DRAWS = 60_000 if COMPILED else 6_000


def chi_square(counts: list[int]) -> float:
    """How far counts are from being all equal, in standard deviations from what chance makes of it."""
    expected = sum(counts) / len(counts)
    freedom = len(counts) - 1
    square: float = sum((count - expected) ** 2 / expected for count in counts)
    return (square - freedom) / (2 * freedom) ** 0.5


def test_the_words_are_those_of_splitmix64() -> None:
    rng = new_rng(1234567)
    assert [int(word(rng)) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_same_seed_gives_the_same_luck() -> None:
    one, other = new_rng(7), new_rng(7)
    assert [below(one, 6) for _ in range(50)] == [below(other, 6) for _ in range(50)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 49, 66, 1000])
def test_below_is_below_and_fair(n: int) -> None:
    rng = new_rng(n)
    drawn = Counter(int(below(rng, n)) for _ in range(DRAWS))
    assert set(drawn) <= set(range(n))
    if n > 1:
        assert abs(chi_square([drawn[k] for k in range(n)])) < 5


def test_below_is_fair_where_words_must_be_dropped() -> None:
    """Two thirds of 2^32: taking a remainder would make the lower half twice as likely."""
    n, rng = (1 << 31) - 1, new_rng(3)
    low = sum(int(below(rng, n)) < n // 2 for _ in range(DRAWS))
    assert abs(low - DRAWS / 2) < 5 * (DRAWS / 4) ** 0.5


def test_chance_is_from_0_to_1() -> None:
    rng = new_rng(5)
    drawn = [chance(rng) for _ in range(2000)]
    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1


def test_turning_a_card_over_changes_its_faces() -> None:
    assert turned_over(7 | 9 << 8) == 9 | 7 << 8
    assert turned_over(turned_over(7 | 9 << 8)) == 7 | 9 << 8


@pytest.mark.parametrize("cards", [3, 4])
def test_every_order_is_equally_likely(cards: int) -> None:
    rng, orders, deck = new_rng(11), Counter[tuple[int, ...]](), np.arange(cards, dtype=np.int64)
    for _ in range(DRAWS // 2):
        shuffle(deck, False, rng)
        orders[tuple(deck.tolist())] += 1
    assert len(orders) == {3: 6, 4: 24}[cards]
    assert abs(chi_square(list(orders.values()))) < 5


@pytest.mark.parametrize("cards", [49, 54, 66])
def test_every_card_is_equally_likely_at_every_place(cards: int) -> None:
    rng = new_rng(cards)
    deck = np.arange(cards, dtype=np.int64)
    at = np.zeros((cards, cards), np.int64)
    for _ in range(DRAWS // 6):
        shuffle(deck, False, rng)
        at[np.arange(cards), deck] += 1
    assert sorted(deck.tolist()) == list(range(cards))
    assert abs(chi_square(at.ravel().tolist())) < 5


def test_every_card_lies_either_way_up_equally_often() -> None:
    rng, deck = new_rng(2), np.array([up | up + 100 << 8 for up in range(66)], np.int64)
    ups = np.zeros(66, np.int64)
    games = DRAWS // 10
    for _ in range(games):
        shuffle(deck, True, rng)
        faces = deck & 255
        ups[faces[faces < 100]] += 1
    assert np.all(np.abs(ups - games / 2) < 5 * (games / 4) ** 0.5)


def test_orders_and_orientations_are_independent() -> None:
    rng, observation = new_rng(4), Counter[tuple[int, ...]]()
    deck = np.array([0 | 8 << 8, 1 | 9 << 8], np.int64)
    for _ in range(DRAWS // 4):
        shuffle(deck, True, rng)
        observation[tuple(deck.tolist())] += 1
    assert len(observation) == 8
    assert abs(chi_square(list(observation.values()))) < 5
