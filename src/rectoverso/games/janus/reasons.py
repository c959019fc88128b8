"""Why a move of Janus is good, in words. Every chance in them comes from the odds, all else the seat can see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...kernel.fixed_record import Record
from ...words import percent, say
from .board import Observation
from .material import HAND_LIMIT, TRIPLET
from .moves import DISCARD, DRAW, END, TAKE
from .rules import PILE

CERTAIN = 1 - 1e-9


def reason(observation: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    """What a good player would say about a move."""
    observed = Observation(observation)
    own = [observed.front(tag) for tag in observed.hand(observed.seat)]
    if move == DRAW:
        tag = observed.pile()[0]
        return _drawing(observed, odds, lang, "draw", tag, observed.front(tag), own, "")
    if move < DISCARD:
        tag = move - TAKE
        return _drawing(observed, odds, lang, "take", tag, observed.back(tag), own, names[observed.state.place[tag]])
    if move < END:
        return _discarding(lang, observed.front(move - DISCARD), own)
    return _ending(lang, own)


def _named(lang: str, letter: str | None) -> str:
    """A symbol's name. (It is never None here: a seat sees the sides that it is told about.)"""
    return say(lang, f"symbol_{str(letter).lower()}")


def _drawing(
    observed: Observation,
    odds: dict[str, Any],
    lang: str,
    how: str,
    tag: int,
    symbol: str | None,
    own: list[str | None],
    other: str,
) -> str:
    """J8, J11: what the drawn side makes with the hand; and what the others will see, for certain or by its odds."""
    what = {TRIPLET - 1: "triplet", 1: "pair"}.get(own.count(symbol), "more")
    if how == "draw" and what == "more" and observed.state.cards[PILE] == 1:
        what = "last"
    if kept := _alike(own, TRIPLET):
        text = say(lang, "reason_janus_kept_triplet", symbol=_named(lang, kept[0]))
    else:
        text = say(lang, f"reason_janus_{how}_{what}", symbol=_named(lang, symbol), other=other)
    shares = odds.get(f"#{tag + 1}")
    if what == "triplet" or not shares:
        return text
    likely = max(shares, key=lambda letter: (shares[letter], letter))
    outer = _named(lang, likely)
    if shares[likely] > CERTAIN:
        return f"{text} {say(lang, 'reason_janus_outer_known', symbol=outer)}"
    return f"{text} {say(lang, 'reason_janus_outer', symbol=outer, chance=percent(lang, shares[likely]))}"


def _alike(own: list[str | None], cards: int) -> list[str]:
    """The symbols of which the hand has exactly this many."""
    return sorted(str(symbol) for symbol in set(own) if own.count(symbol) == cards)


def _discarding(lang: str, symbol: str | None, own: list[str | None]) -> str:
    """J9: a card that matches no other makes space in the hand; with a full hand nothing can be drawn."""
    key = "reason_janus_discard_single" if own.count(symbol) == 1 else "reason_janus_discard"
    full = len(own) == HAND_LIMIT
    return say(lang, f"{key}_full" if full else key, symbol=_named(lang, symbol))


def _ending(lang: str, own: list[str | None]) -> str:
    """J6, J9: what is kept, and for how many cards there is space. J11: with `after-drawing`, what is laid down now."""
    if kept := _alike(own, TRIPLET):
        return say(lang, "reason_janus_end_triplet", symbol=_named(lang, kept[0]))
    if pairs := _alike(own, TRIPLET - 1):
        return say(lang, "reason_janus_end_pair", symbol=_named(lang, pairs[0]))
    return say(lang, "reason_janus_end", count=HAND_LIMIT - len(own))
