"""Tells each reader what happened, from what their seat has seen.

Every board and every log line of a live table goes through here. `SeenRound` and `Viewpoint` hold observations
(`Round.observed`), never the state: a reader gets nothing that their seat has not seen. The teller never changes a
table. What several readers share is computed and encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import UNSET, Raw, UnsetType

from ...games.generic_board import GenericBoard, generic_board
from ...games.round import WATCHER, Entry, Round, Seat, noted_odds, view_of
from ...table import events as e
from ...table.attendance import Attendance
from ...table.automatic import turn_ends_at
from ...table.decide import may_ask
from ...table.player_names import A_GUEST
from ...table.table import Table
from ...table.table_parts import Step
from ...words import YOU, say
from ..messages import common
from ..messages.common import Language, LogLine, Note, Position
from ..messages.socket import Changed, Moved, Snapshot, What, encode
from .reader import Reader
from .table_message import for_everybody, for_guest, table_message

_WHAT: dict[type, What] = {
    e.ChairTaken: "seat-taken",
    e.ChairCarried: "carried",
    e.DeviceRevoked: "revoked",
    e.GuestDeleted: "deleted",
    e.ChairLeft: "seat-left",
    e.BotSeated: "bot-seated",
    e.Renamed: "renamed",
    e.Preparing: "preparing",
    e.Redrawn: "redrawn",
    e.Committed: "committed",
    e.Opening: "opening",
    e.NonceOpened: "opened",
    e.Dealt: "dealt",
    e.Undone: "undone",
    e.TakenOver: "taken-over",
    e.WantsStop: "stop",
    e.HandedBack: "handed-back",
    e.VoteCalled: "asked",
    e.Voted: "voted",
    e.VoteFailed: "vote-failed",
    e.RoundOver: "over",
    e.WantsAgain: "again",
    e.Closed: "closed",
}
_NEW_NAMES = (e.ChairTaken, e.GuestDeleted, e.ChairLeft, e.BotSeated, e.Renamed, e.Dealt)
NEW_POSITION = (e.Preparing, e.Dealt, e.Undone, e.RoundOver, e.Closed)
"""Events after which everybody is told the whole position."""


NamesFor = Callable[[Seat, Language, int | None], list[str]]
"""The players' names by seat, as somebody who looks from a seat reads them: now, or in the line about one move."""


class SeenRound:
    """What a seat has seen of a round; in a game without private knowledge one serves all seats."""

    def __init__(self, round: Round, seat: Seat) -> None:
        self.seat = seat
        self.observed: Any = round.observed(seat)
        self.entries: list[Entry] = round.log(seat, "notes")
        self.board = Raw(round.game.board_json(self.observed))

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
            worded = (entry.told, self._in_words(entry.told, lang, self._names_for(self.seat, lang, entry.at)))
            self._worded[lang, entry.at] = worded
        return worded[1]

    def names(self, lang: Language) -> list[str]:
        """The players' names by seat, as they are read from here."""
        if lang not in self._names:
            self._names[lang] = self._names_for(self.seat, lang, None)
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


class Teller:
    """Speaks for one table."""

    def __init__(self, table: Table, attendance: Attendance, watchers: Callable[[], int]) -> None:
        self.table = table
        self._attendance, self._watchers = attendance, watchers
        self._viewpoints: dict[int | None, Viewpoint] = {}
        self._names: dict[tuple[Seat, Language], list[str]] = {}

    # ---- viewpoints

    def chair(self, reader: Reader) -> int | None:
        """The chair a reader looks from: one that they hold, or none."""
        chair = reader.chair
        return chair if chair is not None and reader.guest in self.table.chairs[chair - 1].guests else None

    def seat(self, reader: Reader) -> Seat:
        """The seat a reader looks from."""
        chair = self.chair(reader)
        return self.table.order.index(chair) + 1 if chair is not None and self.table.order else WATCHER

    def viewpoints(self, readers: Sequence[Reader]) -> list[Viewpoint]:
        """What each reader has seen of the round so far."""
        known = self._viewpoints
        return [known.get(self.chair(reader)) or self._viewpoint(reader) for reader in readers]

    def _viewpoint(self, reader: Reader) -> Viewpoint:
        chair = self.chair(reader)
        found = self._viewpoints.get(chair)
        if found is None:
            round, seat = self.table.round, self.seat(reader)
            assert round is not None
            notes = self.table.setup.memory == "notes"
            found = Viewpoint(round, seat, self._seen_round(round, seat), notes, self.names)
            self._viewpoints[chair] = found
        return found

    def _seen_round(self, round: Round, seat: Seat) -> SeenRound:
        if round.game.private:
            return SeenRound(round, seat)
        others = iter(self._viewpoints.values())
        return next((other.seen for other in others), None) or SeenRound(round, WATCHER)

    def keep_viewpoints_of(self, readers: Sequence[Reader]) -> None:
        """Drop the viewpoints that nobody has any more."""
        used = {self.chair(reader) for reader in readers}
        self._viewpoints = {chair: viewpoint for chair, viewpoint in self._viewpoints.items() if chair in used}

    def names(self, seat: Seat, lang: Language, at: int | None = None) -> list[str]:
        """The players' names by seat; the reader's own seat is `@you`. `at`: as the line about that move has them."""
        names = self._names.get((seat, lang)) or self._new_names(seat, lang)
        if at is None or not self.table.steps[at - 1].bot:
            return names
        return self._names_for_bot_move(names, self.table.steps[at - 1], lang)

    def _new_names(self, seat: Seat, lang: Language) -> list[str]:
        names = [_player_name(self.table, chair, lang) for chair in self.table.order]
        self._names[seat, lang] = [YOU if number == seat else name for number, name in enumerate(names, 1)]
        return self._names[seat, lang]

    def _names_for_bot_move(self, names: list[str], step: Step, lang: Language) -> list[str]:
        """Where a bot made the move for a person, it is named so."""
        if self.table.chair(step.chair).kind == "bot":
            return names
        bot = say(lang, "player_bot_for", name=_player_name(self.table, step.chair, lang))
        mover = self.table.order.index(step.chair) + 1
        return [bot if number == mover else name for number, name in enumerate(names, 1)]

    # ---- everything, fresh

    def snapshot(self, reader: Reader, now: int) -> bytes:
        """The whole table as a reader may see it."""
        table = self.table
        shown = table_message(table, reader.guest, self._attendance, self._watchers())
        position = self.position(reader) if table.round is not None else None
        notes = [Note(note.n, note.at, note.what, note.chair) for note in table.notes]
        return encode(
            Snapshot(n=table.n, chair=self.chair(reader), table=shown, position=position, notes=notes, now=now)
        )

    def position(self, reader: Reader) -> Position:
        """The game as a reader's seat sees it."""
        round = self.table.round
        assert round is not None
        viewpoint = self._viewpoint(reader)
        log, seen = viewpoint.log(round), viewpoint.seen
        view = view_of(round, viewpoint.seat, self.table.setup.memory, log, seen.observed, seen.board)
        said = [viewpoint.in_words(entry, reader.lang) for entry in log]
        return Position(view, said, viewpoint.generic_board(round, view.legal, reader.lang))

    # ---- what happened

    def tell(
        self,
        event: e.AnyEvent,
        readers: Sequence[Reader],
        before: Sequence[Viewpoint],
        asker: Reader | None = None,
        id: str | UnsetType = UNSET,
    ) -> None:
        """Tell all readers of an event that has happened. `before`: the viewpoints that they had until then.

        The reader who asked for it is also told the `id` of their request.
        """
        if isinstance(event, e.Moved):
            self._tell_move(event, readers, before, asker, id)
        else:
            self._tell_change(event, readers, asker, id)

    def _tell_move(
        self,
        event: e.Moved,
        readers: Sequence[Reader],
        before: Sequence[Viewpoint],
        asker: Reader | None,
        id: str | UnsetType,
    ) -> None:
        round = self.table.round
        assert round is not None
        report = _MoveReport(self.table, self._attendance, event, round)
        for reader, viewpoint in zip(readers, before, strict=True):
            reader.send(report.message(viewpoint, reader.lang, id if reader is asker else UNSET))
        if len(self._viewpoints) > len(report.drafts):  # a viewpoint that was not told of the move is out of date
            self.keep_viewpoints_of(readers)

    def _tell_change(
        self, event: e.AnyEvent, readers: Sequence[Reader], asker: Reader | None, id: str | UnsetType
    ) -> None:
        if isinstance(event, _NEW_NAMES):
            self._names.clear()
            for viewpoint in self._viewpoints.values():
                viewpoint.forget_names()
        if isinstance(event, NEW_POSITION) and not self._seen_to_the_end(event):
            self._viewpoints.clear()
        shared = for_everybody(self.table, self._attendance, self._watchers())
        for reader in readers:
            reader.send(encode(self._changed(event, reader, shared, id if reader is asker else UNSET)))

    def _seen_to_the_end(self, event: e.AnyEvent) -> bool:
        """A round that ends by its last move has been seen with it; one that is stopped now shows all its faces."""
        round = self.table.round
        return isinstance(event, e.RoundOver) and round is not None and round.stopped is None

    def _changed(self, event: e.AnyEvent, reader: Reader, shared: common.Table, id: str | UnsetType) -> Changed:
        table = self.table
        position = isinstance(event, NEW_POSITION) and table.round is not None
        return Changed(
            n=table.n,
            what=_WHAT[type(event)],
            chair=getattr(event, "chair", None),
            table=for_guest(reader.guest, table, shared),
            ref=id,
            position=self.position(reader) if position else UNSET,
        )


class _MoveReport:
    """One move, told to all readers. Parts that several readers share are made once."""

    def __init__(self, table: Table, attendance: Attendance, event: e.Moved, round: Round) -> None:
        self.table, self.round = table, round
        self._generic = round.game.pieces is not None
        self.by: Literal["person", "bot"] = "bot" if event.bot else "person"
        undo = table.undoable()
        self.undo = undo[0] if undo else None
        self.deadline, self.may_close = turn_ends_at(table, attendance), may_ask(table)
        self.drafts: dict[Seat, Moved] = {}
        self._sent: dict[tuple[Seat, Language, str | UnsetType], bytes] = {}

    def message(self, viewpoint: Viewpoint, lang: Language, id: str | UnsetType) -> bytes:
        """The message for a reader with this viewpoint and language."""
        key = (viewpoint.seat, lang, id)
        message = self._sent.get(key)
        if message is None:
            draft = self.drafts.get(viewpoint.seat) or self._draft(viewpoint)
            draft.line.text = viewpoint.in_words(draft.line.entry, lang)
            for line in draft.faded or ():
                line.text = viewpoint.in_words(line.entry, lang)
            if self._generic:
                draft.generic = viewpoint.generic_board(self.round, draft.legal, lang)
            draft.ref = id
            message = self._sent[key] = encode(draft)
        return message

    def _draft(self, viewpoint: Viewpoint) -> Moved:
        """The message for a seat, not yet in words."""
        table, round, seen, seat = self.table, self.round, viewpoint.seen, viewpoint.seat
        game, notes = round.game, viewpoint.notes
        draft = self.drafts[seat] = Moved(
            n=table.n,
            line=LogLine(seen.see_latest_move(round), ""),
            by=self.by,
            to_move=round.turn,
            legal=table.legal() if seat == round.turn else [],
            board=seen.board,
            deadline=self.deadline,
            undo=self.undo,
            may_close=self.may_close,
            faded=_unworded(viewpoint.newly_faded(round)) if viewpoint.fades else UNSET,
            known=game.known(seen.observed) if notes else UNSET,
            odds=noted_odds(game, round.observation(seat), seat) if notes else UNSET,
            result=UNSET if round.turn is not None else round.result or UNSET,
        )
        return draft


def _unworded(entries: list[Entry]) -> list[LogLine] | UnsetType:
    """Lines of the log that are not yet in words."""
    return [LogLine(entry, "") for entry in entries] if entries else UNSET


def _player_name(table: Table, number: int, lang: Language) -> str:
    """A person's name; a bot is called by its level, with a number where there are several."""
    chair = table.chair(number)
    if chair.kind != "bot":
        return (
            say(lang, "player_deleted")
            if chair.name == A_GUEST
            else chair.name or say(lang, "player_seat", seat=number)
        )
    alike = [other.number for other in table.chairs if other.kind == "bot" and other.level == chair.level]
    name = say(lang, "player_bot", level=say(lang, f"level_{chair.level}"))
    return name if len(alike) == 1 else f"{name} {alike.index(number) + 1}"
