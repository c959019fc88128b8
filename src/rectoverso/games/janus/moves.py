"""The moves of Janus as numbers and as text, like `draw`, `take #23` or `discard #7`."""

from __future__ import annotations

import re

from .material import CARDS, HAND_LIMIT, MAX_SEATS

# Moves as numbers: draw · take #1 … #66 · discard #1 … #66 · end · close.
DRAW = 0
TAKE = 1
DISCARD = TAKE + CARDS
END = DISCARD + CARDS
CLOSE = END + 1
MOVES = CLOSE + 1
MAX_LEGAL_MOVES = (
    1 + (MAX_SEATS - 1) * HAND_LIMIT + HAND_LIMIT - 1
)  # draw; take any card of the others; discard any of three

_WORDS = {DRAW: "draw", END: "end", CLOSE: "close"}
_NUMBERS = {word: move for move, word in _WORDS.items()}
_WITH_CARD = re.compile(r"(take|discard) #([1-9][0-9]?)")


def tag_of(move: int) -> int | None:
    """The card that a move names: its tag less one; none for `draw`, `end` and `close`."""
    return (move - TAKE) % CARDS if TAKE <= move < END else None


def text(move: int) -> str:
    """A move as records and players write it."""
    tag = tag_of(move)
    if tag is None:
        return _WORDS[int(move)]
    return f"{'take' if move < DISCARD else 'discard'} #{tag + 1}"


def number(text: str) -> int:
    """The number of a move; ValueError if there is no such move in Janus."""
    if text in _NUMBERS:
        return _NUMBERS[text]
    parts = _WITH_CARD.fullmatch(text)
    if parts is None or not 1 <= int(parts[2]) <= CARDS:
        raise ValueError(
            f'{text!r} is no move of Janus; moves are "draw", "take #23", "discard #7", "end" and "close", '
            f"with cards from #1 to #{CARDS}"
        )
    return (TAKE if parts[1] == "take" else DISCARD) + int(parts[2]) - 1
