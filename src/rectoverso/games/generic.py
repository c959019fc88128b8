"""The generic board: a game without a board of its own, as groups of pieces and moves in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..words import has, say
from .game import Game, Group


class GenericPiece(msgspec.Struct, frozen=True):
    """One thing on the table and what it shows, in words."""

    id: str
    text: str
    hidden: bool
    """Does it lie with an unknown face up?"""


class GenericGroup(msgspec.Struct, frozen=True):
    """Pieces that lie together."""

    label: str
    owner: int | None
    """The seat whose pieces they are; None: nobody's."""
    pieces: list[GenericPiece]


class GenericBoard(msgspec.Struct, frozen=True):
    """A position in the reader's language, for a page that has no board for the game."""

    groups: list[GenericGroup]
    moves: list[str]
    """What to write on the buttons: one text for each legal move, in the same order."""


def generic_board(game: Game, observed: Any, legal: Sequence[str], lang: str, names: Sequence[str]) -> GenericBoard:
    """What a seat is shown, in words; `names` are the players as this reader calls them."""
    assert game.pieces is not None
    groups = [_group(group, lang, names) for group in game.pieces(observed)]
    return GenericBoard(groups, [move_label(game, move, lang) for move in legal])


def _group(group: Group, lang: str, names: Sequence[str]) -> GenericGroup:
    player = {} if group.owner is None else {"player": names[group.owner - 1]}
    pieces = [GenericPiece(one.id, _said(lang, one.text, one.values), one.hidden) for one in group.pieces]
    return GenericGroup(_said(lang, group.label, player | group.values), group.owner, pieces)


def _said(lang: str, text: str, values: Mapping[str, Any]) -> str:
    """A message if there is one of that name, else the text itself."""
    return say(lang, text, **values) if has(text) else text


def move_label(game: Game, move: str, lang: str) -> str:
    """`take #7` as the message `<game>_move_take` says it, with `what` for the rest; else the move's own text."""
    word, _, what = move.partition(" ")
    key = f"{game.name}_move_{word.replace('-', '_')}"
    return say(lang, key, what=what) if has(key) else move
