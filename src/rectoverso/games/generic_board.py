"""The generic board: a game without a board of its own, as groups of pieces and moves in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from .. import art
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
    shown = {piece.id: piece.text for group in groups for piece in group.pieces}
    return GenericBoard(groups, [_move(game, move, shown, lang) for move in legal])


def _group(group: Group, lang: str, names: Sequence[str]) -> GenericGroup:
    player = {} if group.owner is None else {"player": names[group.owner - 1]}
    pieces = [GenericPiece(one.id, _said(lang, one.text, one.values), one.hidden) for one in group.pieces]
    return GenericGroup(_said(lang, group.label, player | group.values), group.owner, pieces)


def _said(lang: str, text: str, values: Mapping[str, Any]) -> str:
    """A message if there is one of that name, else the text itself."""
    return say(lang, text, **values) if has(text) else text


def _move(game: Game, move: str, shown: Mapping[str, str], lang: str) -> str:
    """`take #7` as the message `<game>_move_take` says it; a game that has no such message shows the move itself.

    The message gets `#7` as `what` and, where that is the id of a piece, its text as `piece`.
    """
    word, _, what = move.partition(" ")
    message = f"move_{word.replace('-', '_')}"
    return game.said(message, lang, what=what, piece=shown.get(what, what)) or move


# ---- pictures


def written(groups: Sequence[Group]) -> str:
    """The table in letters, a line for each group."""
    return "\n".join(f"{label}: {'  '.join(texts) or '–'}" for label, texts in _in_english(groups))


def drawn(title: str, groups: Sequence[Group]) -> str:
    """The table as SVG, a row of cards for each group."""
    rows = _in_english(groups)
    widest = max((len(texts) for _, texts in rows), default=0)
    ink, card, table = (art.colour(name) for name in ("ink", "surface", "page"))
    parts = []
    for row, (label, texts) in enumerate(rows):
        parts.append(_text(label, 0, _ROW * row + _LABEL - 8, "start", ink))
        for column, text in enumerate(texts):
            x, y = _CARD * column, _ROW * row + _LABEL
            size = f'width="{_CARD - 8}" height="{_ROW - _LABEL - 8}"'
            parts.append(f'<rect x="{x}" y="{y}" {size} rx="6" fill="{card}" stroke="{ink}"/>')
            parts.append(_text(text, x + (_CARD - 8) / 2, y + 34, "middle", ink))
    height = max(_ROW * len(rows), 1)
    return art.page("".join(parts), max(_CARD * widest, 3 * _CARD), height, title=title, background=table)


_CARD, _ROW, _LABEL = 120, 100, 30  # in a drawing: the width of a card, the height of a row and of its label


def _text(text: str, x: float, y: float, anchor: str, ink: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="16" fill="{ink}">{art.escaped(text)}</text>'


def _in_english(groups: Sequence[Group]) -> list[tuple[str, list[str]]]:
    """Labels and texts, the players called by their seats."""
    seats = max((group.owner or 0 for group in groups), default=0)
    names = [say("en", "player_seat", seat=seat) for seat in range(1, seats + 1)]
    shown = [_group(group, "en", names) for group in groups]
    return [(group.label, [piece.text for piece in group.pieces]) for group in shown]
