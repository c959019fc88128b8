"""The material of Titus: 54 coins with two faces and 12 point cards (T1 to T3); the numbers in the rules."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

LOWEST, HIGHEST = 1, 19  # T1: the numbers on the faces
MAX_DIFFERENCE = 2  # T1: the two faces of a coin differ by at most 2
MAX_SEATS = 4

# T2: every pair once.
PAIRS = [(a, b) for a in range(LOWEST, HIGHEST + 1) for b in range(a, min(a + MAX_DIFFERENCE, HIGHEST) + 1)]
COINS = len(PAIRS)
DECK: npt.NDArray[np.int64] = np.array([a | b << 8 for a, b in PAIRS], np.int64)

# T3: point card k is worth 18 - k; card 0 lies on top of the stack.
TOP_CARD = 18
POINT_CARDS = 12

SERIES_LENGTH = 4  # T14: a group of at least 4 can be scored
COINS_A_TURN = 3  # T12: the taking is over after this many coins
GROUP_LEFT = 6  # T19: points for a group of at least 4 left in a reserve
# T19: no seat gets more than all point cards, and all coins in such groups.
MAX_SCORE = sum(range(TOP_CARD - POINT_CARDS + 1, TOP_CARD + 1)) + GROUP_LEFT * (COINS // SERIES_LENGTH)


def write_card(card: int) -> str:
    """A coin as a record writes it: `up/down`."""
    return f"{card & 255}/{card >> 8}"


_CARDS = {f"{up}/{down}": up | down << 8 for a, b in PAIRS for up, down in ((a, b), (b, a))}


def read_card(written: object) -> int:
    """The coin that a record names; ValueError if there is no such coin (T1)."""
    if not isinstance(written, str) or written not in _CARDS:
        raise ValueError(
            f'a coin is written "up/down", two numbers from {LOWEST} to {HIGHEST} that differ by at most '
            f'{MAX_DIFFERENCE}, like "7/9"; not {str(written)[:60]!r}'
        )
    return _CARDS[written]
