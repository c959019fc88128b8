"""The moves of Quartus: a number for kernels, a text for people. Cards are named by their tags, from #1."""

from __future__ import annotations

from .material import CARDS, ROWS

TAKE, TURN = 0, CARDS
MOVES = 2 * CARDS
MAX_LEGAL_MOVES = 2 * ROWS[-1]

_TEXTS = [f"{word} #{card + 1}" for word in ("take", "turn") for card in range(CARDS)]
_NUMBERS = {text: number for number, text in enumerate(_TEXTS)}


def text(number: int) -> str:
    """The text of a move."""
    return _TEXTS[number]


def number(text: str) -> int:
    """The number of a move; ValueError where there is none such."""
    if text not in _NUMBERS:
        raise ValueError(f"no move of Quartus is written {text[:60]!r}")
    return _NUMBERS[text]
