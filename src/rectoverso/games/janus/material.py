"""The material of Janus: 66 cards with a symbol on both sides (J1); the numbers in the rules."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

SYMBOLS = 11
LETTERS = "ABCDEFGHIJK"  # how records write the symbols 1 to 11; 0 is a side nobody has seen
CARDS = 66
MAX_SEATS = 6
DEALT = 2  # J2: cards dealt to each player
HAND_LIMIT = 4  # J5: cards in a hand at most
CARDS_A_TURN = 2  # J6: cards drawn or discarded in a turn at most
TRIPLET = 3  # J11: cards with one symbol
MAX_SCORE = CARDS // TRIPLET  # J15: all triplets

SIDE_BITS = 8  # a card is `up | down << 8`
SIDE = (1 << SIDE_BITS) - 1

# J1: each pair of symbols, equal ones included, exists exactly once.
DECK: npt.NDArray[np.int64] = np.array(
    [a | b << SIDE_BITS for a in range(1, SYMBOLS + 1) for b in range(a, SYMBOLS + 1)], np.int64
)


def write_card(card: int) -> str:
    """A card as a record writes it: `own/outer` in a hand, `up/down` in the pile."""
    return f"{LETTERS[(card & SIDE) - 1]}/{LETTERS[(card >> SIDE_BITS) - 1]}"


def read_card(text: object) -> int:
    """The card that a record names; ValueError if there is no such card."""
    sides = text.split("/") if isinstance(text, str) else []
    if len(sides) != 2 or any(len(side) != 1 or side not in LETTERS for side in sides):
        raise ValueError(f'{str(text)[:20]!r} is no card; a card is two letters from A to K, like "A/C"')
    up, down = (LETTERS.index(side) + 1 for side in sides)
    return up | down << SIDE_BITS
