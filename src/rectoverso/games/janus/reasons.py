"""Why a move of Janus is good, in words. Every chance in them is one of the odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel.record import Record
from ...words import percent, say
from .material import TRIPLET
from .moves import DISCARD, DRAW, END, TAKE
from .view import Glance


def reason(seen: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    """What a good player would say about a move."""
    glance = Glance(seen)
    own = [glance.front(tag) for tag in glance.hand(glance.seat)]
    if move == DRAW:
        tag = glance.pile()[0]
        return _drawing(odds, lang, "draw", tag, glance.front(tag), own, "")
    if move < DISCARD:
        tag = move - TAKE
        return _drawing(odds, lang, "take", tag, glance.back(tag), own, names[glance.state.place[tag]])
    if move < END:
        return say(lang, "reason_janus_discard", symbol=_named(lang, glance.front(move - DISCARD)))
    pairs = sorted(str(symbol) for symbol in set(own) if own.count(symbol) == TRIPLET - 1)
    if pairs:
        return say(lang, "reason_janus_end_pair", symbol=_named(lang, pairs[0]))
    return say(lang, "reason_janus_end")


def _named(lang: str, letter: str | None) -> str:
    """A symbol's name. (None: a side that nobody may ask about, since its holder always sees it.)"""
    return say(lang, f"symbol_{str(letter).lower()}")


def _drawing(
    odds: dict[str, Any], lang: str, how: str, tag: int, symbol: str | None, own: list[str | None], other: str
) -> str:
    """J8, J11: what my side makes with my hand; and what the others will see, for certain or by its odds."""
    alike = own.count(symbol)
    what = "triplet" if alike == TRIPLET - 1 else "pair" if alike == 1 else "more"
    text = say(lang, f"reason_janus_{how}_{what}", symbol=_named(lang, symbol), other=other)
    shares = odds.get(f"#{tag + 1}")
    if what == "triplet" or not shares:
        return text
    likely = max(shares, key=lambda letter: (shares[letter], letter))
    outer = _named(lang, likely)
    if shares[likely] > 1 - 1e-9:
        return f"{text} {say(lang, 'reason_janus_outer_known', symbol=outer)}"
    return f"{text} {say(lang, 'reason_janus_outer', symbol=outer, chance=percent(lang, shares[likely]))}"
