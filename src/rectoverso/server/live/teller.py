"""Tells each reader what happened, from what his seat has seen: the only way from a table to the outside.

Everything is computed from SEEN records (`Round.seen`), so a reader gets nothing that his seat has not seen.
What several readers share is computed and encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import UNSET, Raw, UnsetType

from ...games.generic import GenericBoard, generic_board
from ...games.round import WATCHER, Entry, Round, Seat, noted_odds, view_of
from ...table import events as e
from ...table.decide import may_ask
from ...table.progress import Here
from ...table.table import Table
from ...words import YOU, say
from ..messages import common
from ..messages.common import Language, LogLine, Position
from ..messages.socket import Changed, Moved, Snapshot, What, encode
from .description import describe, described_to, description
from .reader import Reader

_WHAT: dict[type, What] = {
    e.ChairTaken: "seat-taken",
    e.ChairCarried: "carried",
    e.ChairLeft: "seat-left",
    e.BotSeated: "bot-seated",
    e.Renamed: "renamed",
    e.Preparing: "preparing",
    e.Committed: "committed",
    e.Opening: "opening",
    e.NonceOpened: "opened",
    e.Dealt: "dealt",
    e.Undone: "undone",
    e.TakenOver: "taken-over",
    e.HandedBack: "handed-back",
    e.Asked: "asked",
    e.Voted: "voted",
    e.VoteFailed: "vote-failed",
    e.RoundOver: "over",
    e.WantsAgain: "again",
    e.Closed: "closed",
}
_NEW_NAMES = (e.ChairTaken, e.ChairLeft, e.BotSeated, e.Renamed, e.Dealt)
_NEW_POSITION = (e.Preparing, e.Dealt, e.Undone, e.RoundOver, e.Closed)


Names = Callable[[Seat, Language], list[str]]
"""By seat, what the players are called by somebody who looks from there."""


class Viewpoint:
    """What can be seen of a round from one seat, and was told; in a game without private knowledge one serves all."""

    def __init__(self, round: Round, seat: Seat) -> None:
        self.seat = seat
        self.observed: Any = round.observed(seat)
        self.entries: list[Entry] = round.log(seat, "notes")
        self.board = Raw()

    def follow(self, round: Round) -> Entry:
        """See the latest move; whoever looks first does it for all."""
        at = len(round.numbers)
        if len(self.entries) < at:
            game, before, number = round.game, self.observed, round.numbers[-1]
            self.observed = round.observed(self.seat)
            self.entries.append(
                Entry(at, round.movers[-1], game.texts[number], game.narrate(before, self.observed, number))
            )
            self.board = Raw(game.board_json(self.observed))
        return self.entries[-1]


class Onlooker:
    """A seat that somebody looks from. `fades`: faces are to be remembered, and the log tells only the latest ones."""

    def __init__(self, table: Table, round: Round, seat: Seat, viewpoint: Viewpoint, names: Names) -> None:
        self.seat, self.viewpoint, self._names, self._said = seat, viewpoint, names, round.game.in_words
        self.notes = table.setup.memory == "notes"
        self.fades = not self.notes and round.game.two_faced
        self.since = round.remembered_since(seat) if self.fades else 0
        self._called: dict[Language, list[str]] = {}
        self._spoken: dict[tuple[Language, int], tuple[Any, str]] = {}

    def forget_names(self) -> None:
        """Somebody is called otherwise: all is to be said anew."""
        self._called.clear()
        self._spoken.clear()

    def in_words(self, entry: Entry, lang: Language) -> str:
        """A line of the log in words; most of a long log has been said before."""
        known = self._spoken.get((lang, entry.at))
        if known is None or known[0] is not entry.told:
            known = (entry.told, self._said(entry.told, lang, self.names(lang)))
            self._spoken[lang, entry.at] = known
        return known[1]

    def names(self, lang: Language) -> list[str]:
        """By seat, what the players are called from here."""
        if lang not in self._called:
            self._called[lang] = self._names(self.seat, lang)
        return self._called[lang]

    def generic(self, round: Round, legal: list[str], lang: Language) -> GenericBoard | UnsetType:
        """The position as groups of pieces, for a game that needs no board of its own."""
        if round.game.pieces is None:
            return UNSET
        return generic_board(round.game, self.viewpoint.observed, legal, lang, self.names(lang))

    def log(self, round: Round) -> list[Entry]:
        """The log as it is shown now: faces only as far back as this seat's previous turn."""
        since = round.remembered_since(self.seat) if self.fades else 0
        entries = self.viewpoint.entries
        return [round.fade(entry) for entry in entries[:since]] + entries[since:]

    def paled(self, round: Round) -> list[Entry]:
        """The lines that have just lost their faces."""
        since = round.remembered_since(self.seat)
        without_faces = round.game.without_faces
        lines = [
            entry for entry in self.viewpoint.entries[self.since : since] if without_faces(entry.told) is not entry.told
        ]
        self.since = max(self.since, since)
        return [round.fade(entry) for entry in lines]


class Teller:
    """Speaks for one table."""

    def __init__(self, table: Table, here: Callable[[], Here], watchers: Callable[[], int]) -> None:
        self.table = table
        self._here, self._watchers = here, watchers
        self._onlookers: dict[int | None, Onlooker] = {}
        self._names: dict[tuple[Seat, Language], list[str]] = {}

    # ---- points of view

    def chair(self, reader: Reader) -> int | None:
        """The chair a reader looks from: one that he holds, or none."""
        chair = reader.chair
        return chair if chair is not None and reader.guest in self.table.chairs[chair - 1].guests else None

    def seat(self, reader: Reader) -> Seat:
        """The seat a reader looks from."""
        chair = self.chair(reader)
        return self.table.order.index(chair) + 1 if chair is not None and self.table.order else WATCHER

    def _onlooker(self, reader: Reader) -> Onlooker:
        """What a reader's seat sees; by chair, which is quicker to find."""
        chair = self.chair(reader)
        found = self._onlookers.get(chair)
        if found is None:
            round, seat = self.table.round, self.seat(reader)
            assert round is not None
            found = Onlooker(self.table, round, seat, self._sight(round, seat), self.names)
            self._onlookers[chair] = found
        return found

    def _sight(self, round: Round, seat: Seat) -> Viewpoint:
        if round.game.private:
            return Viewpoint(round, seat)
        others = iter(self._onlookers.values())
        return next((other.viewpoint for other in others), None) or Viewpoint(round, WATCHER)

    def forget(self, readers: Sequence[Reader]) -> None:
        """Keep only the points of view that somebody still has."""
        used = {self.chair(reader) for reader in readers}
        self._onlookers = {chair: onlooker for chair, onlooker in self._onlookers.items() if chair in used}

    def names(self, seat: Seat, lang: Language) -> list[str]:
        """By seat, what the players are called; the reader himself is `@you`."""
        key = (seat, lang)
        if key not in self._names:
            table = self.table
            called = [_called(table, chair, lang) for chair in table.order]
            self._names[key] = [YOU if number == seat else name for number, name in enumerate(called, 1)]
        return self._names[key]

    # ---- everything, fresh

    def snapshot(self, reader: Reader, now: int) -> bytes:
        """The whole table as a reader may see it."""
        table = self.table
        shown = describe(table, reader.guest, self._here(), self._watchers())
        position = self.position(reader) if table.round is not None else None
        return encode(Snapshot(n=table.n, chair=self.chair(reader), table=shown, position=position, now=now))

    def position(self, reader: Reader) -> Position:
        """The game as a reader's seat sees it."""
        round = self.table.round
        assert round is not None
        onlooker = self._onlooker(reader)
        log = onlooker.log(round)
        view = view_of(round, onlooker.seat, self.table.setup.memory, log)
        said = [onlooker.in_words(entry, reader.lang) for entry in log]
        return Position(view, said, onlooker.generic(round, view.legal, reader.lang))

    # ---- what happened

    def evolve(
        self, event: e.AnyEvent, readers: Sequence[Reader], asker: Reader | None = None, ref: str | UnsetType = UNSET
    ) -> None:
        """Let an event happen, and tell all readers; the one who asked for it hears which request it answers."""
        if isinstance(event, e.Moved) and self.table.round is not None:
            self._moved(event, readers, asker, ref)
            return
        self.table.evolve(event)
        if isinstance(event, _NEW_NAMES):
            self._names.clear()
            for onlooker in self._onlookers.values():
                onlooker.forget_names()
        if isinstance(event, _NEW_POSITION) and not isinstance(event, e.RoundOver):
            self._onlookers.clear()
        shown = description(self.table, self._here(), self._watchers())
        for reader in readers:
            reader.send(encode(self._changed(event, reader, shown, ref if reader is asker else UNSET)))

    def _changed(self, event: e.AnyEvent, reader: Reader, shown: common.Table, ref: str | UnsetType) -> Changed:
        table = self.table
        position = isinstance(event, _NEW_POSITION) and table.round is not None
        return Changed(
            n=table.n,
            what=_WHAT[type(event)],
            chair=getattr(event, "chair", None),
            table=described_to(reader.guest, table, shown),
            ref=ref,
            position=self.position(reader) if position else UNSET,
        )

    def _moved(self, event: e.Moved, readers: Sequence[Reader], asker: Reader | None, ref: str | UnsetType) -> None:
        round = self.table.round
        assert round is not None
        looking = [self._onlooker(reader) for reader in readers]  # what they had seen before the move
        self.table.evolve(event)
        report = _Report(self.table, event, round)
        for reader, onlooker in zip(readers, looking, strict=True):
            reader.send(report.message(onlooker, reader.lang, ref if reader is asker else UNSET))
        if len(self._onlookers) > len(report.drafts):  # who was not told of the move is not up to date
            self.forget(readers)


class _Report:
    """One move, told to all: what is the same for several readers is made once."""

    def __init__(self, table: Table, event: e.Moved, round: Round) -> None:
        self.table, self.round = table, round
        self.by: Literal["person", "bot"] = "bot" if event.bot else "person"
        undo = table.undoable()
        self.undo = undo[0] if undo else None
        self.deadline, self.may_close = table.deadline, may_ask(table)
        self.drafts: dict[Seat, Moved] = {}
        self._sent: dict[tuple[Seat, Language, str | UnsetType], bytes] = {}

    def message(self, onlooker: Onlooker, lang: Language, ref: str | UnsetType) -> bytes:
        """What a reader is sent who looks from there in this language."""
        view = (onlooker.seat, lang, ref)
        if view not in self._sent:
            draft = self.drafts.get(onlooker.seat) or self._draft(onlooker)
            draft.line.text = onlooker.in_words(draft.line.entry, lang)
            for line in draft.faded or ():
                line.text = onlooker.in_words(line.entry, lang)
            draft.generic = onlooker.generic(self.round, draft.legal, lang)
            draft.ref = ref
            self._sent[view] = encode(draft)
        return self._sent[view]

    def _draft(self, onlooker: Onlooker) -> Moved:
        """A seat sees the move: what it is told of it, but for the words."""
        table, round, viewpoint, seat = self.table, self.round, onlooker.viewpoint, onlooker.seat
        game, notes = round.game, onlooker.notes
        draft = self.drafts[seat] = Moved(
            n=table.n,
            line=LogLine(viewpoint.follow(round), ""),
            by=self.by,
            to_move=round.turn,
            legal=table.legal() if seat == round.turn else [],
            board=viewpoint.board,
            deadline=self.deadline,
            undo=self.undo,
            may_close=self.may_close,
            faded=_lines(onlooker.paled(round)) if onlooker.fades else UNSET,
            known=game.known(viewpoint.observed) if notes else UNSET,
            odds=noted_odds(game, round.observation(seat), seat) if notes else UNSET,
            result=UNSET if round.turn is not None else round.result or UNSET,
        )
        return draft


def _lines(entries: list[Entry]) -> list[LogLine] | UnsetType:
    """Lines of the log that are yet to be put into words."""
    return [LogLine(entry, "") for entry in entries] if entries else UNSET


def _called(table: Table, chair: int, lang: Language) -> str:
    """A person's name; a bot is called by its level, with a number where there are several."""
    sitting = table.chair(chair)
    if sitting.kind != "bot":
        return sitting.name or say(lang, "player_seat", seat=chair)
    alike = [other.number for other in table.chairs if other.kind == "bot" and other.level == sitting.level]
    name = say(lang, "player_bot", level=say(lang, f"level_{sitting.level}"))
    return name if len(alike) == 1 else f"{name} {alike.index(chair) + 1}"
