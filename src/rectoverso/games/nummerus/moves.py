"""The moves of Nummerus as numbers and as text: `take 17`, `take 32 on 31`, `trade 12 30`, `end`."""

from __future__ import annotations

import re

from .material import PAWNS

# Moves as numbers: take 17 · take 32 on 31 · take 32 on 33 · end · trade 12 30.
TAKE, ON_LOW, ON_HIGH = 0, PAWNS, 2 * PAWNS
END = 3 * PAWNS
TRADE = END + 1
MOVES = TRADE + PAWNS * PAWNS
MAX_LEGAL_MOVES = 1 + PAWNS * PAWNS // 4  # end; or give one of k pawns and get one of at most 48 - k

_PAWN = r"([1-9]|[1-3][0-9]|4[0-8])"
_TAKE = re.compile(rf"take {_PAWN}")
_TAKE_ON = re.compile(rf"take {_PAWN} on ([0-9]|[1-4][0-9])")
_TRADE = re.compile(rf"trade {_PAWN} {_PAWN}")


def text(move: int) -> str:
    """A move as records and players write it."""
    if move == END:
        return "end"
    if move >= TRADE:
        give, get = pawns_traded(move)
        return f"trade {give} {get}"
    pawn = pawn_taken(move)
    if move < ON_LOW:
        return f"take {pawn}"
    return f"take {pawn} on {pawn - 1 if move < ON_HIGH else pawn + 1}"


def number(text: str) -> int:
    """The number of a move; ValueError if there is no such move in Nummerus."""
    if text == "end":
        return END
    if found := _TAKE.fullmatch(text):
        return TAKE + int(found[1]) - 1
    if found := _TRADE.fullmatch(text):
        return TRADE + (int(found[1]) - 1) * PAWNS + int(found[2]) - 1
    if found := _TAKE_ON.fullmatch(text):
        pawn, neighbour = int(found[1]), int(found[2])
        if abs(pawn - neighbour) == 1:
            return (ON_LOW if neighbour < pawn else ON_HIGH) + pawn - 1
    raise ValueError(f"{text[:60]!r} is no move; moves are like take 17, take 32 on 31, trade 12 30 or end")


def pawn_taken(move: int) -> int:
    """The pawn that a `take` takes."""
    return move % PAWNS + 1


def pawns_traded(move: int) -> tuple[int, int]:
    """The pawns that a `trade` gives and gets."""
    give, get = divmod(move - TRADE, PAWNS)
    return give + 1, get + 1
