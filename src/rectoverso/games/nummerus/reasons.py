"""Why a move of Nummerus is good, in words. All that they claim is computed from the board and the pawns taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel.bits import members
from ...kernel.record import Record
from ...words import say
from ..lookahead import after, legal_moves
from .material import ALL_FIELDS, PAWNS
from .moves import END, ON_HIGH, ON_LOW, TRADE, pawn_taken
from .rules import SERIES_PUT_AWAY, TRADING

WORTH_SPOILING = 3  # shorter series of others are not worth a word


def reason(observation: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    """What a good player would say about a move."""
    state = observation.state
    if move == END:
        return _keeping(state, lang)
    if move >= TRADE:
        return _trading(state, lang, move, names)
    if state.players == 1:
        return _alone(state, lang, move)
    return _taking(state, lang, move, names)


# ---- pawns and series


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


def longest(own: int) -> int:
    """N5, N6: how many pawns the longest series has; a pawn by itself counts 1 here. Each step shortens all by one."""
    length = 0
    while own:
        own &= own >> 1
        length += 1
    return length


def on_board(state: Record) -> list[int]:
    """The pawns that nobody has taken yet."""
    return [int(state.at[field]) for field in members(int(state.pawns) & ALL_FIELDS)]


def missing_link(state: Record, pawn: int) -> tuple[int, int] | None:
    """N5: a number still on the board that would link a pawn to one of mine; and that one."""
    mine, left = int(state.own[state.turn]), on_board(state)
    links = ((pawn + 1, pawn + 2), (pawn - 1, pawn - 2))
    return next(((between, own) for between, own in links if has(mine, own) and between in left), None)


def most_for_next(state: Record, move: int) -> int:
    """N3: the longest series that the next player can make by taking a pawn, if no pawns are exchanged before."""
    later = after(state, move)
    if later.phase == TRADING:
        later = after(later, END)
    if later.over:
        return 0
    own = int(later.own[later.turn])
    return max(series_with(own, pawn_taken(one)) for one in legal_moves(later))


# ---- taking


def _taking(state: Record, lang: str, move: int, names: Sequence[str]) -> str:
    """N5: my series, then the series of others, then a link in reach, then what is left to the next player."""
    me, pawn = int(state.turn), pawn_taken(move)
    if (count := series_with(int(state.own[me]), pawn)) > 1:
        return say(lang, "reason_nummerus_series", pawn=pawn, count=count)
    others = [(series_with(int(state.own[p]), pawn), p) for p in range(int(state.players)) if p != me]
    longest_one, other = max(others, key=lambda one: (one[0], -one[1]))
    if longest_one >= WORTH_SPOILING:
        return say(lang, "reason_nummerus_spoil", pawn=pawn, count=longest_one, other=names[other])
    if (link := missing_link(state, pawn)) is not None:
        return say(lang, "reason_nummerus_near", pawn=pawn, between=link[0], own=link[1])
    return _left_over(state, lang, move, pawn)


def _left_over(state: Record, lang: str, move: int, pawn: int) -> str:
    """What the next player can do with the Power pawn where it goes."""
    least = most_for_next(state, move)
    most = max(most_for_next(state, one) for one in legal_moves(state))
    if least <= 1:
        return say(lang, "reason_nummerus_safe", pawn=pawn)
    return say(
        lang, "reason_nummerus_less" if least < most else "reason_nummerus_loose", pawn=pawn, count=least, most=most
    )


# ---- exchanging


def _trading(state: Record, lang: str, move: int, names: Sequence[str]) -> str:
    """N8: what the pawn that I get makes with mine, and what the one that I give was to me."""
    give, get = (move - TRADE) // PAWNS + 1, (move - TRADE) % PAWNS + 1
    mine = int(state.own[state.turn])
    count, broken = series_with(mine & ~(1 << give), get), series_with(mine, give)
    if count > 1:
        key = "reason_nummerus_trade" if broken == 1 else "reason_nummerus_trade_broken"
        return say(lang, key, give=give, get=get, count=count, broken=broken)
    other = next(p for p in range(int(state.players)) if has(int(state.own[p]), get))
    theirs = int(state.own[other]) & ~(1 << get)
    key = "reason_nummerus_trade_loose" if series_with(theirs, give) == 1 else "reason_nummerus_trade_away"
    return say(lang, key, give=give, get=get, other=names[other])


def _keeping(state: Record, lang: str) -> str:
    """N8: no exchange makes my longest series longer; or at least a token is saved."""
    mine = int(state.own[state.turn])
    best = max((longest(exchanged(mine, move)) for move in legal_moves(state) if move >= TRADE), default=0)
    key = "reason_nummerus_end" if best <= longest(mine) else "reason_nummerus_keep"
    return say(lang, key, count=int(state.tokens[state.turn]))


def exchanged(mine: int, move: int) -> int:
    """N8: my pawns after an exchange."""
    return mine ^ (1 << (move - TRADE) // PAWNS + 1) ^ (1 << (move - TRADE) % PAWNS + 1)


# ---- alone


def _alone(state: Record, lang: str, move: int) -> str:
    """N9: the series that the pawn is put to, or a new one and how far it can grow."""
    pawn = pawn_taken(move)
    if (count := put_to(state, move)) > 1:
        return say(lang, "reason_nummerus_alone", pawn=pawn, count=count)
    room = room_around(int(state.own[0]), pawn)
    key = "reason_nummerus_alone_new" if room >= SERIES_PUT_AWAY else "reason_nummerus_alone_short"
    return say(lang, key, pawn=pawn, count=room)


def put_to(state: Record, move: int) -> int:
    """N9: how long the series is that the pawn is put to, with the pawn."""
    own, bonds, pawn = int(state.own[0]), int(state.bonds), pawn_taken(move)
    low = high = pawn
    if move < ON_HIGH and has(own, pawn - 1):
        low = pawn - 1
        while has(bonds, low - 1):
            low -= 1
    elif (move < ON_LOW or move >= ON_HIGH) and has(own, pawn + 1):
        high = pawn + 1
        while has(bonds, high):
            high += 1
    return high - low + 1


def room_around(own: int, pawn: int) -> int:
    """N9: how many numbers in a row, this one among them, are not taken yet."""
    low = high = pawn
    while low > 1 and not has(own, low - 1):
        low -= 1
    while high < PAWNS and not has(own, high + 1):
        high += 1
    return high - low + 1
