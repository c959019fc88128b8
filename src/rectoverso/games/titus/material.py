"""The material of Titus: 54 coins with two faces, 12 point cards (T1 to T3)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

LOWEST, HIGHEST = 1, 19  # T1: the numbers on the faces
WIDEST = 2  # T1: the two faces of a coin differ by at most 2
SEATS = 4

# T2: every pair once.
PAIRS = [(a, b) for a in range(LOWEST, HIGHEST + 1) for b in range(a, min(a + WIDEST, HIGHEST) + 1)]
COINS = len(PAIRS)
DECK: npt.NDArray[np.int64] = np.array([a | b << 8 for a, b in PAIRS], np.int64)

# T3: point card k is worth 18 - k, the first one lies on top of the stack.
TOP_CARD = 18
POINT_CARDS = 12

SERIES_LENGTH = 4  # T14: a group of at least 4 can be scored
COINS_A_TURN = 3  # T12
GROUP_LEFT = 6  # T19: points for a group of at least 4 left in a reserve
FEWEST = ("cards", "points")  # T13: the option


def write_card(card: int) -> str:
    """A coin as it stands in a record."""
    return f"{card & 255}/{card >> 8}"


_CARDS = {f"{up}/{down}": up | down << 8 for a, b in PAIRS for up, down in ((a, b), (b, a))}


def read_card(written: object) -> int:
    """The coin that stands in a record; ValueError where there is none such (T1)."""
    if not isinstance(written, str) or written not in _CARDS:
        raise ValueError(
            f'a coin is written "up/down", two numbers from {LOWEST} to {HIGHEST} that differ by at most {WIDEST}, '
            f'like "7/9"; not {str(written)[:60]!r}'
        )
    return _CARDS[written]
