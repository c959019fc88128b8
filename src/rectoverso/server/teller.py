"""Tells each reader what happened, from what his seat has seen: the only way from a table to the outside.

Everything is computed from SEEN records (`Round.seen`), so a reader gets nothing that his seat has not seen.
What several readers share is computed and encoded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Raw

from ..games.round import WATCHER, Entry, Round, Seat, noted_odds, view_of
from ..kernel.record import Record
from ..table import events as e
from ..table.progress import Here
from ..table.table import Table
from ..words import YOU, say
from .describe import describe
from .nouns import Language, Line, Position
from .people import Reader
from .protocol import Changed, Moved, Snapshot, What, encode

_WHAT: dict[type, What] = {
    e.SeatTaken: "seat-taken",
    e.SeatCarried: "carried",
    e.SeatLeft: "seat-left",
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
_NEW_NAMES = (e.SeatTaken, e.SeatLeft, e.BotSeated, e.Renamed, e.Dealt)
_NEW_POSITION = (e.Preparing, e.Dealt, e.Undone, e.RoundOver, e.Closed)


class Onlooker:
    """What a seat has seen so far and was told, while somebody looks from it."""

    def __init__(self, table: Table, round: Round, seat: Seat) -> None:
        self.seat = seat
        self.seen: Record = round.seen(seat if round.game.private else WATCHER)
        self.entries: list[Entry] = round.log(seat, "notes")
        self.notes = table.setup.memory == "notes"
        self.since = 0 if self.notes else round.remembered_since(seat)
        self.spoken: dict[tuple[Language, int], tuple[Any, str]] = {}

    def said(self, entry: Entry, lang: Language, names: list[str], round: Round) -> str:
        """A line of the log in words; most of a long log has been said before."""
        known = self.spoken.get((lang, entry.at))
        if known is None or known[0] is not entry.told:
            known = (entry.told, round.game.said(entry.told, lang, names))
            self.spoken[lang, entry.at] = known
        return known[1]

    def log(self, round: Round) -> list[Entry]:
        """The log as it is shown now: faces only as far back as this seat's previous turn."""
        since = 0 if self.notes else round.remembered_since(self.seat)
        return [round.fade(entry) for entry in self.entries[:since]] + self.entries[since:]

    def paled(self, round: Round) -> list[Entry]:
        """The lines that have just lost their faces."""
        since = round.remembered_since(self.seat)
        faceless = round.game.faceless
        lines = [entry for entry in self.entries[self.since : since] if faceless(entry.told) is not entry.told]
        self.since = max(self.since, since)
        return [round.fade(entry) for entry in lines]


class Teller:
    """Speaks for one table."""

    def __init__(self, table: Table, here: Callable[[], Here], watchers: Callable[[], int]) -> None:
        self.table = table
        self._here, self._watchers = here, watchers
        self._onlookers: dict[Seat, Onlooker] = {}
        self._names: dict[tuple[Seat, Language], list[str]] = {}

    # ---- points of view

    def seat(self, reader: Reader) -> Seat:
        """The seat a reader looks from."""
        if reader.chair is None or not self.table.order:
            return WATCHER
        return self.table.order.index(reader.chair) + 1

    def _onlooker(self, seat: Seat) -> Onlooker:
        found = self._onlookers.get(seat)
        if found is None:
            assert self.table.round is not None
            found = self._onlookers[seat] = Onlooker(self.table, self.table.round, seat)
        return found

    def forget(self, readers: Sequence[Reader]) -> None:
        """Keep only the points of view that somebody still has."""
        used = {self.seat(reader) for reader in readers}
        self._onlookers = {seat: onlooker for seat, onlooker in self._onlookers.items() if seat in used}

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
        return encode(Snapshot(n=table.n, chair=reader.chair, table=shown, position=position, now=now))

    def position(self, reader: Reader) -> Position:
        """The game as a reader's seat sees it."""
        round = self.table.round
        assert round is not None
        seat = self.seat(reader)
        onlooker = self._onlooker(seat)
        names = self.names(seat, reader.lang)
        log = onlooker.log(round)
        view = view_of(round, seat, self.table.setup.memory, log)
        return Position(view, [onlooker.said(entry, reader.lang, names, round) for entry in log])

    # ---- what happened

    def evolve(
        self, event: e.AnyEvent, readers: Sequence[Reader], asker: Reader | None = None, ref: str | None = None
    ) -> None:
        """Let an event happen, and tell all readers; the one who asked for it hears which request it answers."""
        if isinstance(event, e.Moved) and self.table.round is not None:
            self._moved(event, readers, asker, ref)
            return
        self.table.evolve(event)
        if isinstance(event, _NEW_NAMES):
            self._names.clear()
            for onlooker in self._onlookers.values():
                onlooker.spoken.clear()
        if isinstance(event, _NEW_POSITION) and not isinstance(event, e.RoundOver):
            self._onlookers.clear()
        for reader in readers:
            reader.send(encode(self._changed(event, reader, ref if reader is asker else None)))

    def _changed(self, event: e.AnyEvent, reader: Reader, ref: str | None) -> Changed:
        table = self.table
        position = isinstance(event, _NEW_POSITION) and table.round is not None
        return Changed(
            n=table.n,
            what=_WHAT[type(event)],
            chair=getattr(event, "chair", None),
            table=describe(table, reader.guest, self._here(), self._watchers()),
            ref=UNSET if ref is None else ref,
            position=self.position(reader) if position else UNSET,
        )

    def _moved(self, event: e.Moved, readers: Sequence[Reader], asker: Reader | None, ref: str | None) -> None:
        table, round = self.table, self.table.round
        assert round is not None
        watching: dict[Seat, list[Reader]] = {}
        for reader in readers:
            watching.setdefault(self.seat(reader), []).append(reader)
        for seat in watching:
            self._onlooker(seat)
        mover = round.turn or 0
        table.evolve(event)
        report = _Report(self, event, round, mover)
        for seat, there in watching.items():
            report.tell(self._onlookers[seat], there, asker, ref)
        if len(self._onlookers) > len(watching):
            self._onlookers = {seat: self._onlookers[seat] for seat in watching}


class _Report:
    """One move, told to all: what is the same for several seats is made once."""

    def __init__(self, teller: Teller, event: e.Moved, round: Round, mover: int) -> None:
        table = teller.table
        self.teller, self.event, self.round, self.mover = teller, event, round, mover
        self.game, self.n = round.game, table.n
        self.at, self.number = len(round.numbers), round.numbers[-1]
        self.to_move = round.turn
        self.deadline = table.deadline
        undo = table.undoable()
        self.undo = undo[0] if undo else None
        self.may_close = table.phase == "playing" and bool(self.game.extra_moves) and table.question is None
        self.result = round.result if self.to_move is None else UNSET
        self._seen: Record = None
        self._told: Any = None
        self._board: Raw | None = None

    def tell(self, onlooker: Onlooker, readers: list[Reader], asker: Reader | None, ref: str | None) -> None:
        """Tell all readers of one seat."""
        seat, game = onlooker.seat, self.game
        seen = self._seen_from(seat)
        entry = Entry(self.at, self.mover, self.event.move, self._what(onlooker.seen, seen))
        onlooker.seen = seen
        onlooker.entries.append(entry)
        paled = [] if onlooker.notes else onlooker.paled(self.round)
        legal = self.teller.table.legal() if seat == self.to_move else []
        board = self._board_of(seen)
        spoken: dict[Language, Moved] = {}
        sent: dict[Language, bytes] = {}
        for reader in readers:
            lang = reader.lang
            if lang not in spoken:
                names = self.teller.names(seat, lang)
                spoken[lang] = Moved(
                    n=self.n,
                    line=Line(entry, onlooker.said(entry, lang, names, self.round)),
                    by="bot" if self.event.bot else "person",
                    to_move=self.to_move,
                    legal=legal,
                    board=board,
                    deadline=self.deadline,
                    undo=self.undo,
                    may_close=self.may_close,
                    faded=[Line(line, game.said(line.told, lang, names)) for line in paled] or UNSET,
                    known=game.known(seen) if onlooker.notes else UNSET,
                    odds=noted_odds(game, seen, seat) if onlooker.notes else UNSET,
                    result=UNSET if self.result is None else self.result,
                )
            if reader is asker and ref is not None:
                reader.send(encode(msgspec.structs.replace(spoken[lang], ref=ref)))
            else:
                if lang not in sent:
                    sent[lang] = encode(spoken[lang])
                reader.send(sent[lang])

    def _seen_from(self, seat: Seat) -> Record:
        """In a game without private knowledge all see what a watcher sees: then one look is enough."""
        if self.game.private:
            return self.round.seen(seat)
        if self._seen is None:
            self._seen = self.round.seen(WATCHER)
        return self._seen

    def _what(self, before: Record, after: Record) -> Any:
        if self.game.private:
            return self.game.told(before, after, self.number)
        if self._told is None:
            self._told = self.game.told(before, after, self.number)
        return self._told

    def _board_of(self, seen: Record) -> Raw:
        if self.game.private:
            return Raw(encode(self.game.table(seen)))
        if self._board is None:
            self._board = Raw(encode(self.game.table(seen)))
        return self._board


def _called(table: Table, chair: int, lang: Language) -> str:
    """A person's name; a bot is called by its level, with a number where there are several."""
    sitting = table.chair(chair)
    if sitting.kind != "bot":
        return sitting.name or say(lang, "player_seat", seat=chair)
    alike = [other.number for other in table.chairs if other.kind == "bot" and other.level == sitting.level]
    name = say(lang, "player_bot", level=say(lang, f"level_{sitting.level}"))
    return name if len(alike) == 1 else f"{name} {alike.index(chair) + 1}"
