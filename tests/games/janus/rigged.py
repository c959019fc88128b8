"""Rigged Janus tables for the rule tests: wanted cards on top, and a deck that falls into triplets."""

from __future__ import annotations

from typing import Any

from tests.games.driver import Implementation, Table, rigged_cards
from tests.games.janus.oracle import SYMBOLS, all_cards


def janus(implementation: Implementation, top: str, players: int = 3, script: str = "", **options: Any) -> Table:
    """A table whose deal begins with these cards: two a seat, own/outer; then the pile, up/down, top first."""
    table = implementation.open("janus", players, rigged_cards(all_cards(), top), **options)
    return table.play(script) if script else table


def triplets() -> list[list[str]]:
    """The whole deck as 22 triplets: each symbol is up on its double and on its cards with the next five symbols."""
    found = []
    for place, symbol in enumerate(SYMBOLS):
        cards = [f"{symbol}/{SYMBOLS[(place + step) % len(SYMBOLS)]}" for step in range(6)]
        found += [cards[3:], cards[:3]]
    return found


def turned(card: str) -> str:
    return card[::-1]


# Three seats that are dealt a pair each and draw the third card, then draw a pair (both from the pile, J9) and
# the third card, and so on: after that many cycles everybody's hand is empty again.
FIRST_CYCLE = "draw; draw; draw"
LATER_CYCLE = "draw; draw; draw; draw; draw; draw; draw; draw; draw"


def falling_into_triplets(laid: list[list[str]], rest: list[str]) -> str:
    """A deal for three seats that plays as the cycles say: the triplets in order, three a cycle, then the rest."""
    cards = []
    for first in range(0, len(laid), 3):
        cycle = laid[first : first + 3]
        cards += [card for triplet in cycle for card in triplet[:2]]
        cards += [triplet[2] for triplet in cycle]
    return " ".join(cards + rest)
