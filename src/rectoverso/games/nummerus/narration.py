"""What is told of a move of Nummerus, as data and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ...words import say
from .board import Observation
from .moves import END, ON_HIGH, ON_LOW, TRADE, pawn_taken, pawns_traded


class Took(msgspec.Struct, frozen=True, tag="take"):
    """A pawn taken from a field (`start`: where the Power pawn slid from; fields from 0).

    `free`: there was none in line (N4). `on`: the neighbour to whose series it was put (N9).
    """

    seat: int
    pawn: int
    start: int
    field: int
    free: bool
    on: int | None
    over: bool


class Traded(msgspec.Struct, frozen=True, tag="trade"):
    """N8: a pawn given to another seat, and one got from it."""

    seat: int
    other: int
    given: int
    taken: int
    over: bool


class Ended(msgspec.Struct, frozen=True, tag="end"):
    """N8: no exchange this turn."""

    seat: int
    over: bool


NummerusTold = Took | Traded | Ended


def narrate(before: Observation, after: Observation, move: int) -> NummerusTold:
    """What everybody saw of a move."""
    state = before.state
    seat, over = state.turn + 1, after.state.over != 0
    if move == END:
        return Ended(seat, over)
    if move >= TRADE:
        given, taken = pawns_traded(move)
        owner = next(other for other, own in enumerate(state.own, 1) if own >> taken & 1)
        return Traded(seat, owner, given, taken, over)
    pawn = pawn_taken(move)
    on = None if move < ON_LOW else pawn - 1 if move < ON_HIGH else pawn + 1
    free = state.free_choice != 0
    return Took(seat, pawn, state.power - 1, state.field[pawn] - 1, free, on, over)


def in_words(told: NummerusTold, lang: str, names: Sequence[str]) -> str:
    """The same in words; `names` by seat, the reader's own is `@you`."""
    player = names[told.seat - 1]
    match told:
        case Took():
            key = "take_on" if told.on is not None else "take_free" if told.free else "take"
            text = say(lang, f"nummerus_told_{key}", player=player, pawn=told.pawn, on=told.on)
        case Traded():
            text = say(
                lang, "nummerus_told_trade",
                player=player, other=names[told.other - 1], given=told.given, taken=told.taken,
            )  # fmt: skip
        case Ended():
            text = say(lang, "nummerus_told_end", player=player)
    return f"{text} {say(lang, 'nummerus_told_over')}" if told.over else text


def without_faces(told: Any) -> Any:
    """No face was hidden, so none is forgotten."""
    return told
