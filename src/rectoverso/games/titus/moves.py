"""The moves of Titus as numbers and as text, like `draw`, `take 18`, `join #5` or `merge #5 #9`."""

from __future__ import annotations

from .material import COINS, POINT_CARDS, TOP_CARD

# Moves as numbers: draw · end · place · take · join · swap · score · merge.
DRAW, END, PLACE = 0, 1, 2
TAKE = 3
JOIN = TAKE + POINT_CARDS
SWAP = JOIN + COINS
SCORE = SWAP + COINS
MERGE = SCORE + COINS
MOVES = MERGE + COINS * COINS
MAX_LEGAL_MOVES = 512  # each number shows on at most 5 coins: 18 · 5 · 5 merges, 13 groups of four, 12 takes, draw, end

_PLAIN = {DRAW: "draw", END: "end", PLACE: "place"}
_ONE_TAG = {"join": JOIN, "swap": SWAP, "score": SCORE}
_EXAMPLES = "draw, take 18, place, join #5, swap #17, merge #5 #9, score #5, end"


def text(move: int) -> str:
    """A move as records and players write it."""
    if move in _PLAIN:
        return _PLAIN[move]
    if TAKE <= move < TAKE + POINT_CARDS:
        return f"take {TOP_CARD - (move - TAKE)}"
    for word, first in _ONE_TAG.items():
        if first <= move < first + COINS:
            return f"{word} #{move - first + 1}"
    if MERGE <= move < MOVES:
        lower, upper = divmod(move - MERGE, COINS)
        return f"merge #{lower + 1} #{upper + 1}"
    raise ValueError(f"{move} is no move of Titus; moves are numbers from 0 to {MOVES - 1}")


_NUMBERS = {text(move): move for move in range(MOVES)}


def number(text: str) -> int:
    """The number of a move; ValueError if there is no such move in Titus."""
    try:
        return _NUMBERS[text]
    except KeyError:
        raise ValueError(f"{text[:60]!r} is no move of Titus; moves are {_EXAMPLES}") from None
