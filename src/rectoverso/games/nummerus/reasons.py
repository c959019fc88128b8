"""Why a move of Nummerus is good, in words. Every claim is computed from the board and the pawns taken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel.bits import members
from ...kernel.fixed_record import Record
from ...words import say
from ..lookahead import after, legal_moves
from .material import ALL_FIELDS, PAWNS, SERIES_PUT_AWAY
from .moves import END, TRADE, pawn_taken, pawns_traded
from .rules import TRADING, series_put_to, series_with

WORTH_SPOILING = 3  # shorter series of others are not worth mentioning


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


def on_board(state: Record) -> list[int]:
    """The pawns that nobody has taken yet."""
    return [int(state.at[field]) for field in members(int(state.pawns) & ALL_FIELDS)]


def missing_link(state: Record, pawn: int) -> tuple[int, int] | None:
    """A number still on the board that would link a pawn to one of mine; and that one."""
    mine, left = int(state.own[state.turn]), on_board(state)
    links = ((pawn + 1, pawn + 2), (pawn - 1, pawn - 2))
    return next(((between, own) for between, own in links if own > 0 and mine >> own & 1 and between in left), None)


def longest(own: int) -> int:
    """The length of the longest series; 1 without one."""
    return max(series_with(own, pawn) for pawn in members(own))


def most_for_next(state: Record, move: int) -> int:
    """The longest series that the next player can make by taking a pawn, if no pawns are exchanged before."""
    later = after(state, move)
    if later.phase == TRADING:
        later = after(later, END)
    if later.over:
        return 0
    own = int(later.own[later.turn])
    return max(series_with(own, pawn_taken(one)) for one in legal_moves(later))


# ---- taking


def _taking(state: Record, lang: str, move: int, names: Sequence[str]) -> str:
    """My series; else the series of others; else a link within reach; else what the next player gets."""
    me, pawn = int(state.turn), pawn_taken(move)
    if (count := series_with(int(state.own[me]), pawn)) > 1:
        return say(lang, "reason_nummerus_series", pawn=pawn, count=count)
    others = [(series_with(int(state.own[seat]), pawn), seat) for seat in range(int(state.players)) if seat != me]
    longest_one, other = max(others, key=lambda one: (one[0], -one[1]))
    if longest_one >= WORTH_SPOILING:
        return say(lang, "reason_nummerus_spoil", pawn=pawn, count=longest_one, other=names[other])
    if (link := missing_link(state, pawn)) is not None:
        return say(lang, "reason_nummerus_near", pawn=pawn, between=link[0], own=link[1])
    return _left_over(state, lang, move, pawn)


def _left_over(state: Record, lang: str, move: int, pawn: int) -> str:
    """What the next player can do with the Power pawn where it goes; else how the pawn can become a series."""
    least = most_for_next(state, move)
    most = max(most_for_next(state, one) for one in legal_moves(state))
    if least <= 1:
        return say(lang, "reason_nummerus_safe", pawn=pawn)
    if least < most:
        return say(lang, "reason_nummerus_less", pawn=pawn, count=least, most=most)
    beside = [number for number in (pawn - 1, pawn + 1) if number in on_board(state)]
    if len(beside) > 1:
        return say(lang, "reason_nummerus_room", pawn=pawn, lower=beside[0], upper=beside[1])
    if beside:
        return say(lang, "reason_nummerus_beside", pawn=pawn, beside=beside[0])
    return say(lang, "reason_nummerus_loose", pawn=pawn, count=least)


# ---- exchanging


def _trading(state: Record, lang: str, move: int, names: Sequence[str]) -> str:
    """N8: the series that the pawn I get makes, and the one that I break by giving."""
    give, get = pawns_traded(move)
    mine = int(state.own[state.turn])
    count, broken = series_with(mine & ~(1 << give), get), series_with(mine, give)
    if count > 1:
        key = "reason_nummerus_trade" if broken == 1 else "reason_nummerus_trade_broken"
        return say(lang, key, give=give, get=get, count=count, broken=broken)
    other = next(seat for seat in range(int(state.players)) if int(state.own[seat]) >> get & 1)
    theirs = int(state.own[other]) & ~(1 << get)
    key = "reason_nummerus_trade_loose" if series_with(theirs, give) == 1 else "reason_nummerus_trade_away"
    return say(lang, key, give=give, get=get, other=names[other])


def _keeping(state: Record, lang: str) -> str:
    """N8: no exchange makes my longest series longer; else a token is saved for later."""
    mine = int(state.own[state.turn])
    best = max((longest(exchanged(mine, move)) for move in legal_moves(state) if move >= TRADE), default=0)
    key = "reason_nummerus_end" if best <= longest(mine) else "reason_nummerus_keep"
    return say(lang, key, count=int(state.tokens[state.turn]))


def exchanged(mine: int, move: int) -> int:
    """N8: my pawns after an exchange."""
    give, get = pawns_traded(move)
    return mine ^ (1 << give) ^ (1 << get)


# ---- alone


def _alone(state: Record, lang: str, move: int) -> str:
    """N9: the series that the pawn is put to, or a new one and how far it can grow."""
    pawn = pawn_taken(move)
    if (count := series_put_to(state, pawn, move)) > 1:
        return say(lang, "reason_nummerus_alone", pawn=pawn, count=count)
    free = free_around(int(state.own[0]), pawn)
    key = "reason_nummerus_alone_new" if free >= SERIES_PUT_AWAY else "reason_nummerus_alone_short"
    return say(lang, key, pawn=pawn, count=free)


def free_around(own: int, pawn: int) -> int:
    """N9: how many numbers in a row, this one among them, are not taken yet."""
    low = high = pawn
    while low > 1 and not own >> low - 1 & 1:
        low -= 1
    while high < PAWNS and not own >> high + 1 & 1:
        high += 1
    return high - low + 1
