"""What is told of a move of Quartus, as data and in words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from rectoverso.words import say

from .board import Observation
from .material import CARDS
from .moves import TURN


class Card(msgspec.Struct, frozen=True):
    """A card by its tag (from 1) and the face it shows; null where the log no longer tells the face."""

    tag: int
    face: int | None


class Took(msgspec.Struct, frozen=True, tag="take"):
    """Q3: a card as it lay. Q5: `new` is the card that came into the row."""

    seat: int
    card: Card
    new: Card | None
    over: bool


class Turned(msgspec.Struct, frozen=True, tag="turn"):
    """Q3: a card that was turned over: it showed `card`, and shows `back` now."""

    seat: int
    card: Card
    back: int | None
    new: Card | None
    over: bool


Told = Took | Turned


def narrate(before: Observation, after: Observation, move: int) -> Told:
    """What everybody saw of a move."""
    state, now = before.state, after.state
    card, seat, over = move % CARDS, state.turn + 1, bool(now.over)
    shown = Card(card + 1, state.up[card])
    new = Card(now.dealt, now.up[now.dealt - 1]) if now.dealt > state.dealt else None
    return Turned(seat, shown, now.up[card], new, over) if move >= TURN else Took(seat, shown, new, over)


def without_faces(told: Told) -> Told:
    """The same, but faces are to be remembered."""
    new = None if told.new is None else replace(told.new, face=None)
    faded = replace(told, card=replace(told.card, face=None), new=new)
    return replace(faded, back=None) if isinstance(faded, Turned) else faded


def in_words(told: Told, lang: str, names: Sequence[str]) -> str:
    """The same in words; `names` by seat, the reader's own is `@you`."""
    key = "quartus_told_turn" if isinstance(told, Turned) else "quartus_told_take"
    back = told.back if isinstance(told, Turned) else None
    sentences = [_about(lang, key, told.card, player=names[told.seat - 1], back=back)]
    if told.new is not None:
        sentences.append(_about(lang, "quartus_told_new", told.new))
    if told.over:
        sentences.append(say(lang, "quartus_told_over"))
    return " ".join(sentences)


def _about(lang: str, key: str, card: Card, **values: object) -> str:
    """The message that names the card's face or, where that is no longer told, its tag alone."""
    faded = "_faded" if card.face is None else ""
    return say(lang, key + faded, face=card.face, tag=f"#{card.tag}", **values)
