"""The cards of Quartus (Q1)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

SUITS = 7  # a suit is three numbers, 7 apart: 1-8-15, 2-9-16 … 7-14-21
KINDS = 3  # and three cards, one for each two of its numbers
CARDS = SUITS * KINDS
HAND = 5  # Q6: the cards that everybody gets
ROWS = range(3, 5)  # Q2: the option `row`
SEATS = 4
MAX_SCORE = HAND * 21  # Q4, Q7: no face is higher

# Q1: by pair, 3 · suit + kind, its two numbers.
LOWER: npt.NDArray[np.int64] = np.array([suit + 7 * low for suit in range(1, 8) for low in (0, 0, 1)], np.int64)
HIGHER: npt.NDArray[np.int64] = np.array([suit + 7 * high for suit in range(1, 8) for high in (1, 2, 2)], np.int64)
DECK: npt.NDArray[np.int64] = LOWER | HIGHER << 8

_CARDS = {
    f"{up}/{down}": up | down << 8
    for low, high in zip(LOWER.tolist(), HIGHER.tolist(), strict=True)
    for up, down in ((low, high), (high, low))
}


def write_card(card: int) -> str:
    """A card as it stands in a record: the face that lies up, the face that lies down."""
    return f"{card & 255}/{card >> 8}"


def read_card(written: object) -> int:
    """The card that stands in a record; ValueError where there is none such (Q1)."""
    if not isinstance(written, str) or written not in _CARDS:
        raise ValueError(
            f'a card is written "up/down", two numbers from 1 to 21 that differ by 7 or 14; not {str(written)[:60]!r}'
        )
    return _CARDS[written]
