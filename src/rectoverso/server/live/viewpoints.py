"""A round as one seat has seen it. Everything that a reader is told of a game comes from here.

Both classes hold observations (`Round.observed`), never the state: a reader gets nothing that their seat has not seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Raw, UnsetType

from ...games.generic import GenericBoard, generic_board
from ...games.round import Entry, Round, Seat
from ..messages.common import Language

NamesFor = Callable[[Seat, Language], list[str]]
"""The players' names by seat, as somebody who looks from a seat reads them."""


class SeenRound:
    """What a seat has seen of a round; in a game without private knowledge one serves all seats."""

    def __init__(self, round: Round, seat: Seat) -> None:
        self.seat = seat
        self.observed: Any = round.observed(seat)
        self.entries: list[Entry] = round.log(seat, "notes")
        self.board = Raw()

    def see_latest_move(self, round: Round) -> Entry:
        """Observe the move that was just made, unless another seat with the same knowledge already has."""
        at = len(round.numbers)
        if len(self.entries) < at:
            game, before, number = round.game, self.observed, round.numbers[-1]
            self.observed = round.observed(self.seat)
            self.entries.append(
                Entry(at, round.movers[-1], game.texts[number], game.narrate(before, self.observed, number))
            )
            self.board = Raw(game.board_json(self.observed))
        return self.entries[-1]


class Viewpoint:
    """A seat that readers look from: what it has seen, what of that the log still shows, and the log in words.

    `fades`: faces are to be remembered, so the log names only those since this seat's previous turn.
    """

    def __init__(self, round: Round, seat: Seat, seen: SeenRound, notes: bool, names: NamesFor) -> None:
        self.seat, self.seen, self.notes = seat, seen, notes
        self.fades = not notes and round.game.two_faced
        self._names_for, self._in_words = names, round.game.in_words
        self._faded_before = round.remembered_since(seat) if self.fades else 0
        self._names: dict[Language, list[str]] = {}
        self._worded: dict[tuple[Language, int], tuple[Any, str]] = {}

    def forget_names(self) -> None:
        """Somebody has another name now: the log has to be worded again."""
        self._names.clear()
        self._worded.clear()

    def in_words(self, entry: Entry, lang: Language) -> str:
        """A line of the log in words; kept, since most of a long log has been worded before."""
        worded = self._worded.get((lang, entry.at))
        if worded is None or worded[0] is not entry.told:
            worded = (entry.told, self._in_words(entry.told, lang, self.names(lang)))
            self._worded[lang, entry.at] = worded
        return worded[1]

    def names(self, lang: Language) -> list[str]:
        """The players' names by seat, as they are read from here."""
        if lang not in self._names:
            self._names[lang] = self._names_for(self.seat, lang)
        return self._names[lang]

    def generic_board(self, round: Round, legal: list[str], lang: Language) -> GenericBoard | UnsetType:
        """The position as groups of pieces, for a game that needs no board of its own."""
        if round.game.pieces is None:
            return UNSET
        return generic_board(round.game, self.seen.observed, legal, lang, self.names(lang))

    def log(self, round: Round) -> list[Entry]:
        """The log as it is shown now."""
        since = round.remembered_since(self.seat) if self.fades else 0
        entries = self.seen.entries
        return [round.fade(entry) for entry in entries[:since]] + entries[since:]

    def newly_faded(self, round: Round) -> list[Entry]:
        """The lines of the log that have just lost their faces."""
        since = round.remembered_since(self.seat)
        without_faces = round.game.without_faces
        lines = [
            entry
            for entry in self.seen.entries[self._faded_before : since]
            if without_faces(entry.told) is not entry.told
        ]
        self._faded_before = max(self._faded_before, since)
        return [round.fade(entry) for entry in lines]
