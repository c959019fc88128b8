"""Why a move of Nummerus is good, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel.record import Record
from ...words import say
from .material import PAWNS
from .rules import END, ON_HIGH, ON_LOW, TRADE

WORTH_SPOILING = 3  # a series of so many pawns is worth keeping from an opponent


def reason(seen: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    """What a good player would say about a move."""
    state = seen.state
    me = int(state.turn)
    mine = int(state.own[me])
    if move == END:
        return say(lang, "reason_nummerus_end")
    if move >= TRADE:
        give, get = (move - TRADE) // PAWNS + 1, (move - TRADE) % PAWNS + 1
        count = series_with(mine & ~(1 << give), get)
        if count == 1:
            return say(lang, "reason_nummerus_trade_loose", give=give, get=get)
        return say(lang, "reason_nummerus_trade", give=give, get=get, count=count)
    pawn = move % PAWNS + 1
    if state.players == 1:
        return _alone(state, pawn, move, lang)
    if (count := series_with(mine, pawn)) > 1:
        return say(lang, "reason_nummerus_series", pawn=pawn, count=count)
    others = [(series_with(int(state.own[p]), pawn), p) for p in range(int(state.players)) if p != me]
    longest, other = max(others, key=lambda one: (one[0], -one[1]))
    if longest >= WORTH_SPOILING:
        return say(lang, "reason_nummerus_spoil", pawn=pawn, count=longest, other=names[other])
    return say(lang, "reason_nummerus_near" if _near(mine, pawn) else "reason_nummerus_safe", pawn=pawn)


def has(own: int, pawn: int) -> bool:
    """Is a pawn in a set?"""
    return pawn >= 0 and bool(own >> pawn & 1)


def series_with(own: int, pawn: int) -> int:
    """N5: how long the series is that a pawn would lie in."""
    low = high = pawn
    while has(own, low - 1):
        low -= 1
    while has(own, high + 1):
        high += 1
    return high - low + 1


def _near(own: int, pawn: int) -> bool:
    """Would one more pawn link it to one of mine?"""
    return has(own, pawn + 2) or has(own, pawn - 2)


def _alone(state: Record, pawn: int, move: int, lang: str) -> str:
    """N9: the series that the pawn is put to, or a new one."""
    own, bonds = int(state.own[0]), int(state.bonds)
    length = 1
    if move < ON_HIGH and has(own, pawn - 1):
        low = pawn - 1
        while has(bonds, low - 1):
            low -= 1
        length += pawn - low
    elif (move < ON_LOW or move >= ON_HIGH) and has(own, pawn + 1):
        high = pawn + 1
        while has(bonds, high):
            high += 1
        length += high - pawn
    if length == 1:
        return say(lang, "reason_nummerus_alone_new", pawn=pawn)
    return say(lang, "reason_nummerus_series", pawn=pawn, count=length)
