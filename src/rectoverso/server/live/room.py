"""One table at work: one queue, one thing after the other. Decide, store, then tell."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import structlog
from msgspec import Struct

from ...errors import Refused
from ...table import decide, progress
from ...table import events as e
from ...table.progress import Here
from ...table.table import Table, replay
from ..messages.socket import Presence, Reacted, encode
from ..process import metrics
from ..storage.event_store import Writing
from ..storage.summaries import finished, holders, summary
from .reader import Reader
from .teller import Teller

if TYPE_CHECKING:
    from ..messages.common import Reaction
    from .tables import Tables

log = structlog.get_logger("room")

MAX_WAITING = 64
"""Requests that wait at a table; more are refused as busy."""
MAX_MISSED = 300
"""Who missed more events than that gets a fresh view."""

Action = Callable[[Table, int], Sequence[e.AnyEvent]]
"""What somebody wants: from the table and the time to events; or it refuses."""
Answer = Callable[[Refused | None, int], None]
"""Tells the asker: refused, or done as event number n; not called if an event with his `ref` tells him."""


class Asked(Struct):
    """A request in the queue."""

    action: Action
    answer: Answer
    reader: Reader | None = None
    id: str = ""
    ref: str = ""


class Room:
    """A table, its readers, its bots, and what is asked of it."""

    def __init__(self, id: str, table: Table, tables: Tables) -> None:
        self.id, self.table, self.tables = id, table, tables
        self.readers: list[Reader] = []
        now = tables.now()
        self._away = {chair.number: now for chair in table.chairs if chair.kind != "bot"}
        self.here = Here(self._away)
        self.teller = Teller(table, lambda: self.here, self.watchers)
        self._queue: deque[Asked] = deque()
        self._reactions: deque[str] = deque(maxlen=MAX_WAITING)
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: tuple[int, int] | None = None
        self.bots: dict[int, object] = {}
        self.touched = now

    # ---- who is here

    def watchers(self) -> int:
        """How many look on without a chair."""
        return sum(not self.table.chairs_of(reader.guest) for reader in self.readers)

    def enter(self, reader: Reader) -> None:
        """A window opens; whoever had left gets his chair back."""
        self.readers.append(reader)
        self.touched = self.tables.now()
        mine = self.table.chairs_of(reader.guest)
        for chair in mine:
            self._away.pop(chair, None)
            if self.table.chair(chair).ended == "left":
                self.submit(Asked(_hand_back(chair), _nobody))
        self._tell_presence()
        if mine or not self.table.persons:
            self.follow()

    def leave(self, reader: Reader) -> None:
        """A window closes."""
        if reader not in self.readers:
            return
        self.readers.remove(reader)
        still = {other.guest for other in self.readers}
        now = self.touched = self.tables.now()
        for chair in self.table.chairs:
            if chair.kind != "bot" and not still.intersection(chair.guests):
                self._away.setdefault(chair.number, now)
        self.teller.forget(self.readers)
        self._tell_presence()
        self.follow()

    def _sync_readers(self) -> None:
        """Whoever got up looks on from his chair no longer, and not at all where only players may."""
        for reader in list(self.readers):
            reader.chair = self.teller.chair(reader)
            if not self.table.setup.watching and not self.table.chairs_of(reader.guest):
                reader.bye("watching-forbidden")

    def _sync_presence(self) -> None:
        """After somebody sat down or got up."""
        there = {reader.guest for reader in self.readers}
        now = self.tables.now()
        for chair in self.table.chairs:
            if chair.kind == "bot" or there.intersection(chair.guests):
                self._away.pop(chair.number, None)
            else:
                self._away.setdefault(chair.number, now)

    def _tell_presence(self) -> None:
        present = [chair.kind == "bot" or chair.number not in self._away for chair in self.table.chairs]
        message = encode(Presence(present, self.watchers()))
        for reader in self.readers:
            reader.send(message)

    def react(self, chair: int, reaction: Reaction, ref: str) -> None:
        """A reaction goes to all who are here, once, and is not kept."""
        if ref in self._reactions:
            return
        self._reactions.append(ref)
        message = encode(Reacted(chair, reaction))
        for reader in self.readers:
            reader.send(message)

    # ---- what is asked

    def submit(self, asked: Asked) -> None:
        """Put a request into the queue; it is answered exactly once."""
        if len(self._queue) >= MAX_WAITING:
            asked.answer(Refused("busy"), 0)
            return
        self._queue.append(asked)
        if not self._busy:
            self._work()

    def _work(self) -> None:
        """Take the next request; only one is on its way to the disk at a time."""
        while self._queue and not self._busy:
            asked = self._queue.popleft()
            if asked.ref and (n := self.table.refs.get(asked.ref)) is not None:
                asked.answer(None, n)
                continue
            try:
                events = asked.action(self.table, self.tables.now())
            except Refused as refused:
                asked.answer(refused, self.table.n)
                continue
            except Exception:  # our bug, not the asker's: nothing has been stored, the table stands as it was
                log.exception("request failed", table=self.id)
                asked.answer(Refused("busy"), 0)
                continue
            if events:
                self._store(events, asked)
            else:
                asked.answer(None, self.table.n)

    def _store(self, events: Sequence[e.AnyEvent], asked: Asked | None) -> None:
        self._busy = True
        first = self.table.n + 1
        writing = Writing(self.id, first, events, partial(self._stored, events, asked))
        if not isinstance(events[0], e.Moved):
            phase = phase_after(self.table, events)
            if phase != self.table.phase:
                writing.summary = summary(self.table, phase, events[-1].t)
            writing.holders = holders(events)
            writing.finished = finished(self.table, events, self.id)
        self.tables.write(writing)

    def _stored(self, events: Sequence[e.AnyEvent], asked: Asked | None, stored: bool) -> None:
        """It is on the disk: now it has happened, and everybody hears of it."""
        self._busy = False
        self.touched = events[-1].t
        if not stored:
            self.tables.rebuild(self)
            if asked is not None:
                asked.answer(Refused("busy"), 0)
            return
        try:
            for event in events:
                self._happen(event, asked)
                asked = None if asked is not None and asked.reader is not None else asked
            if asked is not None:
                asked.answer(None, self.table.n)
        except Exception:  # our bug: the log is right, so this one table is made anew from it
            log.exception("telling failed", table=self.id)
            self.tables.rebuild(self)
            return
        self.follow()
        if self._queue:
            self._work()

    def _happen(self, event: e.AnyEvent, asked: Asked | None) -> None:
        if asked is None or asked.reader is None:
            self.teller.evolve(event, self.readers)
        else:
            self.teller.evolve(event, self.readers, asked.reader, asked.id)
            if asked.reader not in self.readers:
                asked.answer(None, self.table.n)
        if isinstance(event, e.Moved):
            metrics.MOVES.made += 1
        elif isinstance(event, e.ChairTaken | e.ChairLeft | e.BotSeated | e.ChairCarried):
            self._sync_readers()
            self._sync_presence()
        elif isinstance(event, e.Dealt | e.Undone):
            self.bots.clear()

    # ---- what happens by itself

    def follow(self) -> None:
        """Let happen what follows, wake up in time for what comes later, and let the bots think."""
        if self._busy:
            return
        table = self.table
        if table.phase == "playing" and self._quiet():
            return
        events = progress.following(table, self.here, self.tables.now(), self.tables.settings.seed)
        if events:
            self._store(events, None)
            return
        self._set_timer()
        self._let_bots_think()

    def _quiet(self) -> bool:
        """The common case, quickly: it is a person's turn, nothing is asked, no clock runs, all are here."""
        table = self.table
        round = table.round
        assert round is not None
        if round.turn is None or table.question is not None or table.setup.turn_seconds is not None or self._away:
            return False
        mover = table.to_move
        return mover is not None and not mover.bot_plays and self._timer is None

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        when = progress.wake_at(self.table, self.here)
        if when is not None:
            delay = max(0.0, min((when - self.tables.now()) / 1000, 86_400.0))
            self._timer = asyncio.get_running_loop().call_later(delay + 0.005, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self.follow()

    def _let_bots_think(self) -> None:
        """A bot gets what its seat knows, never the state."""
        table = self.table
        mover = table.to_move
        if mover is None or not mover.bot_plays or table.round is None:
            return
        if not self.readers and not table.persons:  # nobody to play for
            return
        key = (table.position_n, mover.number)
        if self._thinking == key:
            return
        self._thinking = key
        seat = table.seat_of(mover.number)
        assert seat is not None
        self.tables.bot_workers.think(self, key, mover.level or decide.TAKEOVER_LEVEL, table.round.observation(seat))

    def bot_plays(self, key: tuple[int, int], move: int) -> None:
        """A bot has thought; its move is one more request in the queue."""
        if self._thinking == key:
            self._thinking = None
        position, chair = key

        def action(table: Table, now: int) -> Sequence[e.AnyEvent]:
            if position != table.position_n:
                return []
            return decide.play_bot(table, table.chair(chair), position, table.game.texts[move], now)

        self.submit(Asked(action, self._bot_answered))

    def _bot_answered(self, refused: Refused | None, n: int) -> None:
        if refused is not None:
            log.warning("a bot was refused", table=self.id, code=refused.code)

    # ---- for those who come back

    def can_resume(self, reader: Reader, have: int, past: Sequence[e.AnyEvent]) -> bool:
        """Does `past`, the log, say all that a reader missed who has event `have`, and is that not too much?

        Who has got a chair since then sees more than before, and needs a fresh view.
        """
        known = 0 < have <= self.table.n <= len(past) and self.table.n - have <= MAX_MISSED
        return known and not any(
            isinstance(event, e.ChairTaken | e.ChairCarried) and event.guest == reader.guest for event in past[have:]
        )

    def tell_missed(self, reader: Reader, have: int, past: Sequence[e.AnyEvent]) -> None:
        """Tell a reader exactly what he would have been told since event `have`."""
        teller = Teller(replay(past[:have]), lambda: self.here, self.watchers)
        for event in past[have : self.table.n]:
            teller.evolve(event, [reader])

    def restart(self, table: Table) -> None:
        """Go on with the table that the log tells; everybody gets a fresh view."""
        self.table = table
        self.teller = Teller(table, lambda: self.here, self.watchers)
        self.bots.clear()
        self._thinking = None
        self._sync_presence()
        for reader in self.readers:
            reader.send(self.teller.snapshot(reader, self.tables.now()))
        self.follow()
        if not self._busy:
            self._work()

    def close(self) -> None:
        """No more timers; the log remembers everything."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def idle(self) -> bool:
        """Nobody looks on, nothing is on its way, and nothing will happen by itself."""
        waits = self._timer is None and self._thinking is None
        return not self.readers and not self._busy and not self._queue and waits


def phase_after(table: Table, events: Sequence[e.AnyEvent]) -> str:
    """The phase that a table will be in after events that are no moves."""
    phases = {
        e.Preparing: "committing", e.Opening: "opening", e.Dealt: "playing", e.RoundOver: "over", e.Closed: "void",
    }  # fmt: skip
    return next((phases[type(event)] for event in reversed(events) if type(event) in phases), table.phase)


def _hand_back(chair: int) -> Action:
    return lambda table, now: decide.back(table, table.chair(chair), now)


def _nobody(refused: Refused | None, n: int) -> None:
    """Nobody waits for the answer."""
