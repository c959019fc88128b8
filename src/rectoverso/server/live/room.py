"""One live table and its queue: a command becomes events, events are stored, then applied, then told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import structlog

from ...errors import Refused
from ...table import automatic
from ...table import events as e
from ...table.attendance import Attendance
from ...table.commands import Back, Command, PlayBot, SeatBot, ref_of
from ...table.decide import decide
from ...table.recent_past import RecentPast
from ...table.table import Table
from ..messages.socket import Presence, Reacted, encode
from ..process import metrics
from ..storage.rows import new_holders, round_row, snapshot_row, table_row
from ..storage.table_write import Outcome, TableWrite
from .apply_and_tell import apply_and_tell, can_resume
from .awaited_numbers import AwaitedNumbers
from .queued_command import QueuedCommand
from .reactions import Reactions
from .reader import Reader
from .remote_readers import RemoteReaders
from .table_bots import TableBots
from .teller import Teller

if TYPE_CHECKING:
    from ..messages.common import Reaction
    from ..storage.notices import Here
    from .tables import Tables

log = structlog.get_logger("room")

MAX_QUEUED = 64
"""Commands that may wait at a table; more are refused as busy."""
_CHAIRS_CHANGE = {e.ChairTaken, e.ChairLeft, e.BotSeated, e.ChairCarried, e.DeviceRevoked, e.GuestDeleted}
"""Events after which other guests may hold the chairs."""
_COURSE_CHANGES = {e.Dealt, e.Undone}
"""Events after which what bots have thought so far is of no use."""


class Room:
    """A table, its readers, and its queue of commands."""

    def __init__(self, id: str, table: Table, past: RecentPast, tables: Tables, opened_from: str = "") -> None:
        self.id, self.table, self.tables = id, table, tables
        self._past = past
        self.opened_from = opened_from
        """The address that the table was opened from; empty if that was before the server started."""
        self.readers: list[Reader] = []
        self.remote_readers = RemoteReaders()
        self._ahead = max(0, table.changed - tables.now())
        self.touched = self.now()
        self.attendance = Attendance()
        self._update_attendance()
        if tables.peers.runs(id):
            self.attendance.resume(self.now())
        self.teller = Teller(table, self.attendance, self.watchers)
        self._queue: deque[QueuedCommand] = deque()
        self._reactions = Reactions(tables.settings)
        self._busy = self._rebuilding = self._overtaken = False
        self._last_written = 0
        """The highest number that another process has told of."""
        self.snapshot_n = 0
        """The number of the last event before the latest snapshot of the table."""
        self._awaited = AwaitedNumbers()
        self._timer: asyncio.TimerHandle | None = None
        self._bots = TableBots(self)

    def now(self) -> int:
        """The time at this table, which never runs backwards: if its log is ahead of the clock, it stays ahead."""
        return self.tables.now() + self._ahead

    # ---- who is here

    def watchers(self) -> int:
        """How many look on without a chair."""
        return self.watchers_here() + self.remote_readers.watchers

    def watchers_here(self) -> int:
        """How many of them are connected to this process."""
        return sum(not self.table.chairs_of(reader.guest) for reader in self.readers)

    def enter(self, reader: Reader) -> None:
        """A connection opens; a player who had left gets the chair back."""
        self.readers.append(reader)
        self.touched = self.now()
        self._update_attendance()
        self._give_back(reader)
        self._tell_presence()
        if self.table.chairs_of(reader.guest) or not self.table.persons:
            self.follow_up()

    def _give_back(self, reader: Reader) -> None:
        """Give a player who had left their chairs back."""
        for chair in self.table.chairs_of(reader.guest):
            if self.table.chair(chair).ended == "left":
                self.submit(QueuedCommand(Back("", chair), reader.guest))

    def leave(self, reader: Reader) -> None:
        """A connection closes."""
        if reader not in self.readers:
            return
        self.readers.remove(reader)
        self.touched = self.now()
        self._update_attendance()
        self.teller.keep_viewpoints_of(self.readers)
        self._tell_presence()
        self.follow_up()

    def _update_attendance(self) -> None:
        guests = {reader.guest for reader in self.readers} | self.remote_readers.guests
        self.attendance.update(self.table.chairs, guests, self.now())

    def _update_readers(self) -> None:
        """A reader without a chair looks on as a watcher, and is disconnected where watching is off."""
        for reader in list(self.readers):
            before, reader.chair = reader.chair, self.teller.chair(reader)
            if before is not None and reader.chair is None:  # what they saw from there is no longer theirs to see
                reader.send(self.teller.snapshot(reader, self.now()))
            if not self.table.setup.watching and not self.table.chairs_of(reader.guest):
                reader.bye("watching-forbidden")

    def _tell_presence(self) -> None:
        self._tell_presence_here()
        self.tables.peers.tell_presence(self)

    def _tell_presence_here(self) -> None:
        present = [self.attendance.present(chair) for chair in self.table.chairs]
        self._send_all(encode(Presence(present, self.watchers())))

    def readers_elsewhere(self, process: str, here: Here | None) -> None:
        """Another process tells who reads there, and since when the table goes on; None: it has ended."""
        if here is not None and here.resumed_at:
            self.attendance.resumed_at = here.resumed_at
        if self.remote_readers.forget(process) if here is None else self.remote_readers.note(process, here):
            self._update_attendance()
            self._tell_presence_here()
            self.follow_up()

    def react(self, chair: int, reaction: Reaction, ref: str) -> None:
        """A player reacts."""
        self._reactions.check(chair, ref, asyncio.get_running_loop().time())
        self.reacted(chair, reaction, ref)
        self.tables.peers.tell_reaction(self, chair, reaction, ref)

    def reacted(self, chair: int, reaction: Reaction, ref: str) -> None:
        """A reaction goes to all readers, once, and is not stored."""
        if self._reactions.is_new(ref):
            self._send_all(encode(Reacted(chair, reaction)))

    def _send_all(self, message: bytes) -> None:
        for reader in self.readers:
            reader.send(message)

    # ---- commands

    async def perform(self, command: Command, guest: str) -> int:
        """Submit a command and wait until its events are stored; returns the table's event number, or refuses."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.submit(QueuedCommand(command, guest, done=done))
        return await done

    def submit(self, request: QueuedCommand) -> None:
        """Queue a request; it is answered exactly once."""
        if self._rebuilding or len(self._queue) >= MAX_QUEUED:
            self._refuse(request, Refused("busy"))
            return
        self._queue.append(request)
        if not self._busy:
            self._work()

    def _work(self) -> None:
        """Decide the queued commands; only one is on its way to the disk at a time."""
        while self._queue and not self._busy:
            request = self._queue.popleft()
            ref = ref_of(request.command, request.guest)
            if ref and (n := self.table.refs.get(ref)) is not None:
                self._acknowledge(request, n)
                continue
            try:
                if isinstance(request.command, SeatBot):
                    self.tables.openings.check_bots(self)
                events = decide(self.table, request.command, request.guest, self.now())
            except Refused as refused:
                if self.tables.peers.may_be_behind and not request.log_was_read:
                    request.log_was_read = True
                    self._read_log(request)
                    return
                self._refuse(request, refused)
                continue
            except Exception:  # our bug, not the player's: nothing has been stored, the table stands as it was
                log.exception("command failed", table=self.id, n=self.table.n, command=type(request.command).__name__)
                metrics.ERRORS.inc()
                self._refuse(request, Refused("busy"))
                continue
            if events:
                events[0].ref = ref
                self._store(events, request)
            else:
                self._acknowledge(request, self.table.n)

    def _acknowledge(self, request: QueuedCommand, n: int) -> None:
        if request.reader is not None:
            request.reader.acknowledge(request.id, n)
        elif request.done is not None and not request.done.done():
            request.done.set_result(n)

    def _refuse(self, request: QueuedCommand, refused: Refused) -> None:
        if request.reader is not None:
            request.reader.refuse(refused, request.id)
        elif request.done is not None and not request.done.done():
            request.done.set_exception(refused)
        elif isinstance(request.command, PlayBot):
            log.warning("a bot was refused", table=self.id, n=self.table.n, code=refused.code)

    # ---- events

    def _store(self, events: Sequence[e.AnyEvent], request: QueuedCommand | None) -> None:
        table = self.table
        write = TableWrite(self.id, table.n + 1, events, partial(self._stored, events, request))
        if not isinstance(events[0], e.Moved):
            phase = table.phase_after(events)
            if phase != table.phase:
                write.table_row = table_row(table, phase, events[-1].t)
            write.holders = new_holders(events)
            write.round_row = round_row(table, events, self.id)
            write.snapshot_row = snapshot_row(table, events, self.snapshot_n)
            if write.snapshot_row is not None:
                self.snapshot_n = write.snapshot_row.n
        self._busy = True
        self.tables.write(write)

    def _stored(self, events: Sequence[e.AnyEvent], request: QueuedCommand | None, outcome: Outcome) -> None:
        """The events are on the disk, so they have happened; or another process was first, and all is decided again."""
        self._busy = False
        self.touched = events[-1].t
        if outcome == "stored":
            if isinstance(events[0], e.Moved):
                metrics.MOVES.made += 1
            if self._happened(events, request):
                self._go_on()
        elif outcome == "overtaken":
            self._overtaken = True
            self._read_log(request)
        else:
            if request is not None:
                self._refuse(request, Refused("busy"))
            self._rebuild()

    def _happened(self, events: Sequence[e.AnyEvent], request: QueuedCommand | None = None) -> bool:
        """Apply stored events and tell everybody; False if that failed, and the table is being rebuilt."""
        answered = request is not None and request.reader in self.readers
        try:
            for number, event in enumerate(events):
                asked = request if answered and number == 0 else None
                apply_and_tell(self.table, self.teller, event, self.readers, asked)
                self._past.add(event, self.table)
                self._after(event)
        except Exception:  # our bug: the log is right, so this one table is rebuilt from it
            log.exception("telling failed", table=self.id, n=self.table.n)
            metrics.ERRORS.inc()
            self._rebuild()
            return False
        if request is not None:
            if not answered:
                self._acknowledge(request, self.table.n)
            if isinstance(events[0], e.Moved):
                metrics.MOVE_SECONDS.observe(perf_counter() - request.asked_at)
        return True

    def _go_on(self) -> None:
        """After events have happened: what follows from them, and what waits in the queue."""
        self._awaited.reached(self.table.n)
        if self._last_written > self.table.n:
            self._read_log()
            return
        self.follow_up()
        if self._queue:
            self._work()

    # ---- what other processes write

    def note_written(self, n: int) -> None:
        """Another process has written events up to this number."""
        self._last_written = max(self._last_written, n)
        if n > self.table.n and not self._busy and not self._rebuilding:
            self._read_log()

    async def reach(self, n: int) -> None:
        """Wait until event number `n`, which another process has written, has happened here."""
        if self.table.n < n:
            self.note_written(n)
            await self._awaited.wait_for(n)

    def _read_log(self, request: QueuedCommand | None = None) -> None:
        """Read what others have written before anything else is decided; then this request comes first."""
        if request is not None:
            self._queue.appendleft(request)
        self._busy = True
        self.tables.peers.read_log(self)

    def catch_up(self, events: Sequence[e.AnyEvent]) -> None:
        """Apply events that other processes have stored."""
        self._busy = False
        overtaken, self._overtaken = self._overtaken, False
        if overtaken and not events:  # its log has gone, or is not ours to write
            self._rebuild()
        elif self._happened(events):
            self._ahead = max(self._ahead, self.table.changed - self.tables.now())
            self._last_written = max(self._last_written, self.table.n) if events else self.table.n
            self._go_on()

    def cannot_catch_up(self) -> None:
        """The log cannot be read now: the table is rebuilt as soon as it can."""
        self._busy = self._overtaken = False
        self._rebuild()

    def _rebuild(self) -> None:
        """Refuse everything until the table has been rebuilt from its log."""
        self._rebuilding = True
        while self._queue:
            self._refuse(self._queue.popleft(), Refused("busy"))
        self.tables.rebuild(self)

    def _after(self, event: e.AnyEvent) -> None:
        """What an event changes in the room."""
        kind = type(event)
        if kind in _CHAIRS_CHANGE:
            self._update_readers()
            self._update_attendance()
            self.tables.peers.tell_presence(self)
        elif kind in _COURSE_CHANGES:
            self.tables.bot_workers.forget(self.id)

    # ---- what happens without a command

    def follow_up(self) -> None:
        """Store the events that are due, set a timer for the next ones, and let a bot think."""
        if self._busy or self._rebuilding:
            return
        if not self.tables.peers.runs(self.id):
            self.tables.peers.ask_to_run(self)
            return
        table = self.table
        if table.phase == "playing" and self._nothing_due():
            return
        new_seed = partial(self.tables.settings.new_seed, self.id, table.n)
        events = automatic.events_due(table, self.attendance, self.now(), new_seed)
        if events:
            self._store(events, None)
            return
        self._set_timer()
        self._bots.let_think()

    def _nothing_due(self) -> bool:
        """The common case, quickly: it is a person's turn, no vote is open, no clock runs, nobody is away."""
        table = self.table
        round = table.round
        assert round is not None
        if round.turn is None or table.vote is not None or table.resigned or table.setup.turn_seconds is not None:
            return False
        mover = table.to_move
        return self.attendance.complete and mover is not None and not mover.bot_plays and self._timer is None

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due_at = automatic.next_due_at(self.table, self.attendance)
        if due_at is not None:
            delay = max(0.0, min((due_at - self.now()) / 1000, 86_400.0))
            self._timer = asyncio.get_running_loop().call_later(delay + 0.005, self._timer_fired)

    def _timer_fired(self) -> None:
        self._timer = None
        self.follow_up()

    @property
    def bots_wait(self) -> bool:
        """A bot is to move, but no player is connected."""
        return self._bots.wait

    # ---- readers who come back

    def can_resume(self, reader: Reader, have: int) -> bool:
        """Can a reader who has event `have` go on from there?"""
        return can_resume(self._past, self.table.n, reader, have)

    def tell_missed(self, reader: Reader, have: int) -> None:
        """Tell a reader exactly what they would have been told since event `have`."""
        if have == self.table.n:
            return
        table = self._past.at(have)
        teller = Teller(table, self.attendance, self.watchers)
        for event in self._past.since(have):
            apply_and_tell(table, teller, event, [reader])

    def restart(self, table: Table, past: RecentPast) -> None:
        """Go on with a table rebuilt from the log; everybody gets a fresh view."""
        self.table, self._past, self._rebuilding = table, past, False
        self.teller = Teller(table, self.attendance, self.watchers)
        self.tables.bot_workers.forget(self.id)
        self._bots.thinking = None
        self._update_attendance()
        if self.tables.peers.runs(self.id):
            self.attendance.resume(self.now())
            self.tables.peers.tell_presence(self)
        for reader in self.readers:
            reader.send(self.teller.snapshot(reader, self.now()))
            self._give_back(reader)
        self._go_on()

    def run_here(self) -> None:
        """This process runs the bots and clocks from now on; the one before it may have ended some time ago."""
        self.attendance.resume(self.now())
        self.tables.peers.tell_presence(self)
        self.follow_up()

    async def end(self) -> None:
        """The table is about to be deleted: accept nothing more, and let what is on its way to the disk arrive."""
        self._rebuilding = True
        for reader in list(self.readers):
            reader.bye("no-such-table")
        while self._busy:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        """Stop the timer and forget the bots; the log keeps everything."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.tables.bot_workers.forget(self.id)
        self._awaited.reached(float("inf"))

    @property
    def idle(self) -> bool:
        """Nobody looks on, nothing is under way, and nothing is due later."""
        waits = self._timer is None and self._bots.thinking is None and not self._rebuilding
        read_elsewhere = bool(self.remote_readers) and self.tables.peers.runs(self.id)
        return not self.readers and not read_elsewhere and not self._busy and not self._queue and waits
