"""Why a move of Titus is good, in words. Every chance in them is one of the odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel.bits import has
from ...kernel.record import Record
from ...words import percent, say
from .material import COINS, SERIES_LENGTH, TOP_CARD
from .rules import DRAW, END, JOIN, MERGE, PLACE, SCORE, SWAP, TAKE


def reason(seen: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    """What a good player would say about a move."""
    state = seen.state
    if move == DRAW:
        return _drawing(seen, odds, lang)
    if move == END:
        return say(lang, "reason_titus_end")
    if move == PLACE:
        return say(lang, "reason_titus_place", coin=face(state, state.hand))
    if move < JOIN:
        card = move - TAKE
        return _turning(seen, odds, lang, "take", int(state.series_top[card]), card=TOP_CARD - card)
    if move < SWAP:
        return _joining(seen, lang, face(state, state.hand), move - JOIN)
    if move < SCORE:
        return _turning(seen, odds, lang, "swap", move - SWAP)
    if move < MERGE:
        points = TOP_CARD - int(state.cards_out)
        return say(lang, "reason_titus_score", group=_run(state, move - SCORE), count=points)
    lower, upper = divmod(move - MERGE, COINS)
    return say(lang, "reason_titus_merge", lower=_run(state, lower), upper=_run(state, upper))


def face(state: Record, coin: int) -> int:
    """The number that a coin shows."""
    return int(state.up[coin])


def top_of(state: Record, group: int) -> int:
    """The highest coin of a group."""
    return int(state.top[group])


def _numbers(low: int, high: int) -> str:
    return "-".join(str(number) for number in range(low, high + 1))


def _run(state: Record, group: int) -> str:
    """A group as players write it: 5-6-7."""
    return _numbers(face(state, group), face(state, top_of(state, group)))


def _fits(state: Record, number: int) -> int | None:
    """The longest of my groups that this number continues."""
    groups = int(state.groups[state.turn])
    mine = [coin for coin in range(COINS) if has(groups, coin)]
    fit = [c for c in mine if number in (face(state, c) - 1, face(state, top_of(state, c)) + 1)]
    return max(fit, key=lambda coin: (face(state, top_of(state, coin)) - face(state, coin), -coin), default=None)


def _joining(seen: Record, lang: str, number: int, group: int) -> str:
    """T6, T14: the coin continues a group, perhaps to a series."""
    state = seen.state
    length = face(state, top_of(state, group)) - face(state, group) + 2
    key = "reason_titus_join_series" if length >= SERIES_LENGTH else "reason_titus_join"
    return say(lang, key, coin=number, group=_run(state, group), count=length)


def _drawing(seen: Record, odds: dict[str, Any], lang: str) -> str:
    """T9: the pile's top fits; else something known will be exchanged for it, or the next coin may fit."""
    state = seen.state
    number = face(state, state.drawn)
    group = _fits(state, number)
    if group is not None:
        return say(lang, "reason_titus_draw_fits", coin=number, group=_run(state, group))
    shares = {face_: share for face_, share in (odds["next"] or {}).items() if _fits(state, int(face_)) is not None}
    if shares:
        return say(lang, "reason_titus_draw_next", coin=number, chance=percent(lang, min(sum(shares.values()), 1.0)))
    return say(lang, "reason_titus_draw", coin=number)


def _turning(seen: Record, odds: dict[str, Any], lang: str, how: str, coin: int, **values: object) -> str:
    """T9, T10: what a coin shows when it is turned over, for certain or by its odds; and what it joins."""
    state, tag = seen.state, f"#{coin + 1}"
    known = int(state.down[coin])
    shares = {known: 1.0} if known else {int(number): share for number, share in odds[tag].items()}
    fitting_ones = {number: share for number, share in shares.items() if _fits(state, number) is not None}
    number = max(fitting_ones or shares, key=lambda one: (shares[one], one))
    certain = shares[number] > 1 - 1e-9
    key = f"reason_titus_{how}{'_fits' if fitting_ones else ''}{'_known' if certain else ''}"
    group = _fits(state, number)
    return say(
        lang, key, tag=tag, coin=face(state, coin), number=number, chance=percent(lang, shares[number]),
        group="" if group is None else _run(state, group), **values,
    )  # fmt: skip
