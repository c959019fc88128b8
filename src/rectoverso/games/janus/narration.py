"""What is told of a move of Janus, as data and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ...words import YOU, say
from .board import Ending, JanusTop, Observation
from .moves import CLOSE, DISCARD, DRAW, END, TAKE
from .rules import ENDINGS, FRESH, OUT, PILE, RUNNING, STALLED


class _Told(msgspec.Struct, frozen=True, kw_only=True):
    """The seat that moved; those passed over then (J12); how the game ended, if it did (J13; stalled: `rounds`)."""

    seat: int
    passed: list[int]
    ending: Ending | None
    rounds: int | None


class _Drawn(_Told, frozen=True, kw_only=True, omit_defaults=True):
    """A card came into the hand. `triplet`: was one laid down (J11)? `symbol`: the drawer's side of the card.

    `outer`: its other side. Both are null for those who cannot see them. `laid`: with the option `after-drawing`, the
    symbol of the triplet; it need not be that of this card.
    """

    card: int
    symbol: str | None
    outer: str | None
    triplet: bool
    laid: str | None = None


class Drew(_Drawn, frozen=True, kw_only=True, tag="draw"):
    """J8: the pile's top card, and what the pile shows now."""

    next: JanusTop | None


class Took(_Drawn, frozen=True, kw_only=True, tag="take"):
    """J8: a card out of another hand."""

    other: int


class Discarded(_Told, frozen=True, kw_only=True, tag="discard"):
    """J10: a card under the pile, or `on_top` of it; everybody sees its own side."""

    card: int
    symbol: str | None
    on_top: bool


class Ended(_Told, frozen=True, kw_only=True, omit_defaults=True, tag="end"):
    """The turn is ended. With the option `after-drawing` a triplet may be laid down now (J11)."""

    triplet: bool = False
    laid: str | None = None


class Closed(_Told, frozen=True, kw_only=True, tag="close"):
    """J13: all have agreed to end the game."""


JanusTold = Drew | Took | Discarded | Ended | Closed


def narrate(before: Observation, after: Observation, move: int) -> JanusTold:
    """What the seat saw of a move."""
    common = _common(before.state, after.state)
    if move == CLOSE:
        return Closed(**common)
    if move == END:
        return Ended(**common, **_laid(before, after))
    if move >= DISCARD:
        card = move - DISCARD
        return Discarded(card=card + 1, symbol=after.front(card), on_top=after.state.discard != 0, **common)
    card = before.pile()[0] if move == DRAW else move - TAKE
    holder = before.state.place[card]
    common["card"] = card + 1
    common |= _laid(before, after)
    # J8: a drawer never sees the outer side; the robbed seat never sees the inner side; a watcher sees neither
    common["outer"] = None if after.seat in (-1, before.state.turn) else after.back(card)
    hidden = holder != PILE and after.state.place[card] < OUT and after.seat in (-1, holder)
    common["symbol"] = None if hidden else after.front(card)
    if move == DRAW:
        return Drew(next=after.top(), **common)
    return Took(other=holder + 1, **common)


def _laid(before: Observation, after: Observation) -> dict[str, Any]:
    """J11: was a triplet laid down, and, where that need not be clear, of which symbol?"""
    turn = before.state.turn
    if after.state.triplets[turn] == before.state.triplets[turn]:
        return {"triplet": False}
    places = zip(before.state.place, after.state.place, strict=True)
    tag = next(tag for tag, (was, now) in enumerate(places) if was < OUT <= now)
    return {"triplet": True, "laid": after.front(tag) if after.state.after_drawing else None}


def _common(before: Any, after: Any) -> dict[str, Any]:
    stalled = after.ending == STALLED
    return {
        "seat": before.turn + 1,
        "passed": _passed(before, after),
        "ending": ENDINGS[after.ending],
        "rounds": after.patience // after.players if stalled else None,
    }


def _passed(before: Any, after: Any) -> list[int]:
    """J12: the seats passed over when this turn ended, from 1. (If the game stalled there, the last one too.)"""
    if after.phase != FRESH or after.ending not in (RUNNING, STALLED):
        return []
    players, seat = before.players, before.turn
    skipped = (after.turn - seat - (0 if after.over else 1)) % players
    return [(seat + 1 + i) % players + 1 for i in range(skipped)]


def without_faces(told: JanusTold) -> JanusTold:
    """The same without the sides, which players have to remember."""
    match told:
        case Drew():
            following = None if told.next is None else JanusTop(told.next.tag, None)
            return replace(told, symbol=None, outer=None, laid=None, next=following)
        case Took():
            return replace(told, symbol=None, outer=None, laid=None)
        case Discarded():
            return replace(told, symbol=None)
        case Ended():
            return replace(told, laid=None)
        case _:
            return told


# ---- in words

_Sentence = tuple[str, dict[str, object]]


def in_words(told: JanusTold, lang: str, names: Sequence[str]) -> str:
    """The same in words; `names` by seat, the reader's own is `@you`."""
    sentences = [*_about_move(told, lang, names), *_about_end(told, names)]
    return " ".join(say(lang, f"janus_told_{key}", **values) for key, values in sentences)


def _symbol(lang: str, symbol: str) -> str:
    return say(lang, f"symbol_{symbol.lower()}")


def _about_move(told: JanusTold, lang: str, names: Sequence[str]) -> list[_Sentence]:
    values: dict[str, object] = {"player": names[told.seat - 1]}
    match told:
        case Drew():
            moved = _about_card("draw", told.symbol, lang, values)
            seen = [*_about_drawn(told.outer, lang), *_about_triplet(told, lang, values)]
            return [moved, *seen, *_about_pile(told, lang)]
        case Took():
            robbed = names[told.other - 1] == YOU  # they are told of their own side, which the others see now
            symbol, outer = (told.outer, None) if robbed else (told.symbol, told.outer)
            moved = _about_card("take", symbol, lang, {**values, "other": names[told.other - 1]})
            return [moved, *_about_drawn(outer, lang), *_about_triplet(told, lang, values)]
        case Discarded():
            key = "discard_top" if told.on_top and told.symbol else "discard"
            return [_about_card(key, told.symbol, lang, values)]
        case Ended():
            return _about_triplet(told, lang, values) or [("end", values)]
        case Closed():
            return []


def _about_card(key: str, symbol: str | None, lang: str, values: dict[str, object]) -> _Sentence:
    """The message that names the side, or the one for when that was not seen or is no longer told."""
    if symbol is None:
        return f"{key}_faded", values
    return key, {**values, "symbol": _symbol(lang, symbol)}


def _about_drawn(outer: str | None, lang: str) -> list[_Sentence]:
    """The side that the reader sees now."""
    return [("outer", {"symbol": _symbol(lang, outer)})] if outer else []


def _about_triplet(told: Drew | Took | Ended, lang: str, values: dict[str, object]) -> list[_Sentence]:
    """J11: the triplet; where it is not named it is of the drawn card's symbol."""
    symbol = told.laid if told.laid or isinstance(told, Ended) else told.symbol
    if not told.triplet:
        return []
    return [("triplet", {**values, "symbol": _symbol(lang, symbol)})] if symbol else [("triplet_faded", values)]


def _about_pile(told: Drew, lang: str) -> list[_Sentence]:
    if told.next is None:
        return [("pile_empty", {})]
    return [("pile", {"symbol": _symbol(lang, told.next.up)})] if told.next.up else []


def _about_end(told: JanusTold, names: Sequence[str]) -> list[_Sentence]:
    """J12, J13: who was passed over, and how the game ended."""
    sentences: list[_Sentence] = [("passed", {"player": names[seat - 1]}) for seat in told.passed]
    match told.ending:
        case "close":
            sentences.append(("close", {}))
        case "stall":
            sentences.append(("stall", {"count": told.rounds}))
        case "no-triplet-possible":
            sentences.append(("over", {}))
        case "no-card-left":
            sentences.append(("no_card_left", {}))
    return sentences
