"""Deals come from a seed by an unbiased shuffle that any language can repeat (docs/deals.md)."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named
from rectoverso.games.deal import DEAL_DOMAIN, Stream, deal_from_seed, shuffled

PAGE = (Path(__file__).parents[2] / "docs" / "deals.md").read_text(encoding="utf-8")
WORDS, NUMBERS, DEALS = (
    json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
)


def named(vector: dict[str, Any]) -> str:
    return " ".join(str(vector[key]) for key in ("game", "seed", "number", "below") if key in vector)


@pytest.mark.parametrize("vector", WORDS, ids=named)
def test_the_words_of_the_page_come_out(vector: dict[str, Any]) -> None:
    stream = Stream(DEAL_DOMAIN, vector["seed"], vector["number"])
    assert [stream.word() for _ in vector["words"]] == vector["words"]


@pytest.mark.parametrize("vector", NUMBERS, ids=named)
def test_words_past_the_last_full_multiple_are_dropped(vector: dict[str, Any]) -> None:
    stream = Stream(DEAL_DOMAIN, vector["seed"], vector["number"])
    assert [stream.below(vector["below"]) for _ in vector["numbers"]] == vector["numbers"]


@pytest.mark.parametrize("vector", DEALS, ids=named)
def test_t4_j2_n1_the_deals_of_the_page_come_out(vector: dict[str, Any]) -> None:
    game = game_named(vector["game"])
    deal = deal_from_seed(game.deck, game.two_faced, vector["seed"], vector["number"])
    assert [game.write_card(int(card)) for card in deal] == vector["deal"]


# ---- the page, followed to the letter by somebody who has only the page


def words_by_the_page(domain: str, seed: str, number: int) -> Iterator[int]:
    block = 0
    while True:
        text = domain.encode() + b"\0" + seed.encode() + b"\0" + number.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hashlib.sha256(text).digest()
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def deal_by_the_page(game: str, seed: str, number: int) -> list[Any]:
    words = words_by_the_page("rectoverso/deal/1", seed, number)

    def below(n: int) -> int:
        return next(word for word in words if word < 2**32 // n * n) % n

    letters = "ABCDEFGHIJK"
    decks: dict[str, list[Any]] = {
        "titus": [f"{a}/{b}" for a in range(1, 20) for b in range(1, 20) if 0 <= b - a <= 2],
        "janus": [f"{a}/{b}" for a in letters for b in letters if a <= b],
        "nummerus": list(range(49)),
    }
    cards = decks[game]
    for last in reversed(range(1, len(cards))):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    if game == "nummerus":
        return cards
    return ["/".join(reversed(card.split("/"))) if below(2) else card for card in cards]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_follows_the_page_gets_the_same_deals(game: str) -> None:
    described = game_named(game)
    for number in range(20):
        deal = deal_from_seed(described.deck, described.two_faced, "ein Regentag", number)
        assert [described.write_card(int(card)) for card in deal] == deal_by_the_page(game, "ein Regentag", number)


# ---- fairness


def far_from_chance(counts: list[int]) -> float:
    """Chi-square, in standard deviations from its mean."""
    expected, freedom = sum(counts) / len(counts), len(counts) - 1
    square: float = sum((count - expected) ** 2 / expected for count in counts)
    return abs(square - freedom) / (2 * freedom) ** 0.5


def test_every_order_and_orientation_of_a_small_deck_is_equally_likely() -> None:
    deck, stream = np.array([1 | 5 << 8, 2 | 6 << 8, 3 | 7 << 8], np.int64), Stream("test", "orders")
    observation = Counter(tuple(shuffled(deck, True, stream).tolist()) for _ in range(24_000))
    assert len(observation) == 6 * 8
    assert far_from_chance(list(observation.values())) < 5


def test_every_card_is_equally_likely_at_every_place() -> None:
    deck, stream = np.arange(20, dtype=np.int64), Stream("test", "places")
    at = np.zeros((20, 20), np.int64)
    for _ in range(4000):
        at[np.arange(20), shuffled(deck, False, stream)] += 1
    assert far_from_chance(at.ravel().tolist()) < 5


# ---- seeds


@pytest.mark.parametrize(
    "seed", ["", "0", "a\0b", "crème", "🃏", "\udc80 from a shell that does not speak UTF-8", b"\xff"]
)
def test_any_text_is_a_seed(seed: str | bytes) -> None:
    deck = np.arange(49, dtype=np.int64)
    assert sorted(deal_from_seed(deck, False, seed).tolist()) == list(range(49))


def test_seeds_numbers_and_domains_are_kept_apart() -> None:
    starts = {
        Stream(domain, seed, number).word()
        for domain in ("a", "b")
        for seed in ("", "0", "\0", "a")
        for number in (0, 1, 256)
    }
    assert len(starts) == 2 * 4 * 3


def test_half_a_character_is_no_seed() -> None:
    with pytest.raises(BadInput, match="lone surrogate"):
        Stream(DEAL_DOMAIN, "\ud800")


def test_the_same_seed_gives_the_same_luck_to_bots() -> None:
    assert int(Stream("x", "tea").rng()[0]) == int(Stream("x", "tea").rng()[0])
