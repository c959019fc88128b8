"""Several processes share a PostgreSQL database (docs/decisions/0014): leases, and what processes tell each other.

Everything here runs in the event loop's thread; database queries run in separate threads.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ..process import metrics
from ..storage import notices
from ..storage.ended_process import end
from ..storage.leases import ALIVE_S, Beat, Leases
from ..storage.notices import Deleted, EventsWritten, Here, Notice, ReactedElsewhere, Started, Stopping, WhoIsHere
from ..storage.shared_log import LogReader
from ..storage.table_write import TableWrite

if TYPE_CHECKING:
    from ..messages.common import Reaction
    from .room import Room
    from .tables import Tables

log = structlog.get_logger("cluster")

BEAT_S = 1.0
"""How often a process says that it is alive, looks for leases of dead ones, and for events that it was not told of."""
LOOK_FOR_UNLEASED = 10
"""How many beats there are between two searches for tables that nobody has a lease of."""
MAX_PUBLIC = 240
"""Public tables of other processes that are loaded for the lobby."""

T = TypeVar("T")


class Cluster:
    """This process among those that share the database."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store = tables, tables.store
        self.process = tables.settings.process
        self._leases = Leases(self._store.engine, self.process)
        self._held: set[str] = set()
        self._asked_for: dict[str, Room] = {}
        self._held_elsewhere: set[str] = set()
        """Tables whose leases were asked for and not given; asked for again when a process has ended."""
        self._others: set[str] = set()
        self._outbox: list[Notice] = []
        self._behind: list[Room] = []
        self._public_read_at = float("-inf")
        self._beats, self._begun, self._outage = 0, False, False
        self._patient_until = 0.0
        self._loop = asyncio.get_running_loop()
        self._beating = ThreadPoolExecutor(1, thread_name_prefix="cluster-beating")
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="cluster-writing")
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="cluster-reading")
        self._errors = (SQLAlchemyError, self._store.engine.dialect.loaded_dbapi.Error)
        self._beat_now, self._send_now, self._read_now, self._take_now = (asyncio.Event() for _ in range(4))
        with self._store.engine.connect() as connection:
            self._channel = notices.channel_of(connection)
        self._store.announcement = self._announcement
        self._log = LogReader(self._store.engine)
        self._listener = notices.Listener(self._store.engine, self._hear_in_thread, self._reconnected_in_thread)
        self._tasks: set[asyncio.Task[None]] = set()
        self._start(self._keep_beating())
        for asked, work in (
            (self._send_now, self._send_outbox),
            (self._read_now, self._read_logs),
            (self._take_now, self._take_leases),
        ):
            self._start(self._keep_doing(asked, work))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep_doing(self, asked: asyncio.Event, work: Callable[[], Awaitable[None]]) -> None:
        """Do the work each time it is asked for."""
        while True:
            await asked.wait()
            asked.clear()
            try:
                await work()
            except Exception:  # our bug, which must not end this
                log.exception("work of the cluster failed")

    # ---- leases

    def games_to_resume(self) -> list[str]:
        """None: games are loaded with their leases."""
        return []

    def runs(self, table: str) -> bool:
        """Whether this process has the lease."""
        return table in self._held

    def ask_to_run(self, room: Room) -> None:
        """Ask for the lease, unless another process is known to have it."""
        if room.id not in self._held_elsewhere:
            self._asked_for[room.id] = room
            self._take_now.set()

    async def _take_leases(self) -> None:
        wanted, self._asked_for = self._asked_for, {}
        try:
            taken = await self._write(self._leases.take, wanted)
        except self._errors:
            self._asked_for = wanted | self._asked_for
            self._loop.call_later(BEAT_S, self._take_now.set)
            return
        self._held_elsewhere |= wanted.keys() - taken
        self._note_taken(taken, "opened")
        for id in taken:
            if self._tables.rooms.get(id) is wanted[id]:
                wanted[id].run_here()

    async def _keep_beating(self) -> None:
        while True:
            try:
                await self._beat()
            except self._errors as error:
                self._outage = True
                log.warning("no beat", error=type(error).__name__)
            except Exception:  # our bug, which must not end this
                log.exception("a beat failed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._beat_now.wait(), BEAT_S)
            self._beat_now.clear()

    async def _beat(self) -> None:
        """Say that we are alive; once games can be played here, take over what nobody else does."""
        beat = await self._loop.run_in_executor(self._beating, self._leases.beat)
        self._note(beat)
        if self._loop.time() >= self._patient_until and self._tables.compilation.complete:
            self._take_over(await self._write(self._leases.take_from_dead))
            if self._beats % LOOK_FOR_UNLEASED == 0:
                self._held_elsewhere.clear()
                self._take_over(await self._write(self._leases.take_unleased))
            self._beats += 1
        await self._look_for_events()

    def _note(self, beat: Beat) -> None:
        others = beat.alive - {self.process}
        for process in self._others - others:
            self._ended(process)
        if others - self._others:
            self._others |= others
            self._tell_everything()
        if beat.mine is not None:
            if self._begun:
                lost = self._held - beat.mine
                log.warning("silent for too long", leases_lost=len(lost))
                metrics.LEASES.labels("lost").inc(len(lost))
                if self._outage:  # of the database: give other processes time to recover
                    self._patient_until = self._loop.time() + ALIVE_S
            self._held &= beat.mine
        self._begun, self._outage = True, False

    def _ended(self, process: str) -> None:
        self._others.discard(process)
        self._held_elsewhere.clear()
        for room in list(self._tables.rooms.values()):
            room.readers_elsewhere(process, None)

    def _take_over(self, taken: set[str]) -> None:
        """Run the bots and clocks of tables that nobody runs."""
        self._note_taken(taken, "taken-over")
        if taken:
            log.info("leases taken over", leases=len(taken), tables=sorted(taken)[:20])
        for id in taken:
            if (room := self._tables.rooms.get(id)) is not None:
                room.run_here()
            else:
                self._start(self._tables.resume(id))

    def _note_taken(self, taken: set[str], how: str) -> None:
        self._held |= taken
        metrics.LEASES_HELD.set(len(self._held))
        metrics.LEASES.labels(how).inc(len(taken))

    def loaded(self, room: Room) -> None:
        """Ask who reads this table elsewhere."""
        if self._others:
            self._say(WhoIsHere(room.id))

    def unloaded(self, table: str) -> None:
        """Give the lease back."""
        self._asked_for.pop(table, None)
        if table in self._held:
            self._held.discard(table)
            metrics.LEASES_HELD.set(len(self._held))
            metrics.LEASES.labels("given-back").inc()
            self._start(self._give_back(table))

    async def _give_back(self, table: str) -> None:
        with suppress(*self._errors):  # after an outage it is still ours, and goes to the process that loads the table
            await self._write(self._leases.give_back, [table])

    # ---- the log

    may_be_behind = True
    """Another process may have begun a moment ago, and written what it could not tell us yet."""

    @property
    def knows_others(self) -> bool:
        """Whether this process knows of others."""
        return bool(self._others)

    @property
    def first(self) -> bool:
        """The one with the lowest id."""
        return all(self.process < other for other in self._others)

    def _announcement(self, writes: list[TableWrite]) -> tuple[str, list[str]]:
        """For each commit: how far the logs go. Called in the writer's thread."""
        if not self._others:
            return "", []
        written = [EventsWritten(write.table, write.first + len(write.events) - 1) for write in writes]
        return self._channel, notices.payloads(self.process, written)

    def read_log(self, room: Room) -> None:
        """With those of other rooms, in one query."""
        self._behind.append(room)
        self._read_now.set()

    async def _read_logs(self) -> None:
        rooms, self._behind = self._behind, []
        known = {room.id: room.table.n for room in rooms}
        try:
            found = await self._read(self._log.events_after, known)
        except Exception as error:  # an outage, or an event that cannot be decoded
            log.error("a log cannot be read", error=type(error).__name__, tables=len(rooms))
            for room in rooms:
                room.cannot_catch_up()
        else:
            for room in rooms:
                room.catch_up(found[room.id])

    async def _look_for_events(self) -> None:
        """Hints may have got lost; the log has not."""
        if not self._others:
            return
        known = {room.id: room.table.n for room in self._tables.rooms.values()}
        for table, n in (await self._read(self._log.later_numbers, known)).items():
            self._note_written(table, n)

    def _note_written(self, table: str, n: int) -> None:
        if (room := self._tables.rooms.get(table)) is not None:
            room.note_written(n)

    async def refresh(self, *rooms: Room) -> None:
        """Ask the log how far it goes; while it cannot be read, use what is known."""
        with suppress(*self._errors):
            later = await self._read(self._log.later_numbers, {room.id: room.table.n for room in rooms})
            await asyncio.gather(*(room.reach(later[room.id]) for room in rooms if room.id in later))

    async def load_public(self) -> None:
        """Load the public tables of other processes; once loaded, they are kept up to date by hints."""
        if not self._others or self._loop.time() < self._public_read_at + BEAT_S / 4:
            return
        self._public_read_at = self._loop.time()
        for id in await self._read(self._store.public_tables, MAX_PUBLIC):
            if id not in self._tables.rooms:
                await self._tables.room(id)

    # ---- notices

    def deleted(self, table: str) -> None:
        """Others may have it in memory."""
        self._say(Deleted(table))

    def tell_presence(self, room: Room) -> None:
        """Who reads a table here."""
        if self._others:
            self._say(self._here(room))

    def _here(self, room: Room) -> Here:
        table = room.table
        guests = sorted({reader.guest for reader in room.readers if table.chairs_of(reader.guest)})
        resumed_at = room.attendance.resumed_at if self.runs(room.id) else 0
        return Here(room.id, guests, room.watchers_here(), resumed_at)

    def tell_reaction(self, room: Room, chair: int, reaction: Reaction, ref: str) -> None:
        """Readers in other processes see it too."""
        if self._others:
            self._say(ReactedElsewhere(room.id, chair, reaction, ref))

    def _tell_everything(self) -> None:
        """To a process that has just begun, or after notices may have got lost: also that somebody has left."""
        rooms = self._tables.rooms.values()
        here = (self._here(room) for room in rooms)
        self._say(Started(), *(WhoIsHere(room.id) for room in rooms), *here)

    def _say(self, *notices: Notice) -> None:
        self._outbox.extend(notices)
        self._send_now.set()

    async def _send_outbox(self) -> None:
        notices, self._outbox = self._outbox, []
        with suppress(*self._errors):  # after an outage everything is told again
            await self._write(self._send, notices)

    def _send(self, sent: Iterable[Notice]) -> None:
        with self._store.engine.begin() as connection:
            notices.send(connection, self._channel, notices.payloads(self.process, sent))

    def _hear_in_thread(self, sender: str, heard: list[Notice]) -> None:
        if sender != self.process:
            self._in_loop(lambda: self._hear(sender, heard))

    def _reconnected_in_thread(self) -> None:
        self._in_loop(self._reconnected)

    def _in_loop(self, call: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # closing: nobody left to tell
            self._loop.call_soon_threadsafe(call)

    def _reconnected(self) -> None:
        if self._begun:
            self._tell_everything()
            self._beat_now.set()

    def _hear(self, sender: str, heard: list[Notice]) -> None:
        for notice in heard:
            if isinstance(notice, Stopping):
                self._ended(sender)
                self._beat_now.set()
                return
            self._others.add(sender)
            if isinstance(notice, Started):
                continue
            if (room := self._tables.rooms.get(notice.table)) is not None:
                self._take(sender, notice, room)
            elif isinstance(notice, WhoIsHere):
                self._say(Here(notice.table, [], 0, 0))

    def _take(self, sender: str, notice: Notice, room: Room) -> None:
        match notice:
            case EventsWritten():
                room.note_written(notice.n)
            case Here():
                room.readers_elsewhere(sender, notice)
            case WhoIsHere():
                self._say(self._here(room))
            case ReactedElsewhere():
                room.reacted(notice.chair, notice.reaction, notice.ref)
            case Deleted():
                self._start(self._tables.drop(room))

    # ---- threads

    async def _write(self, call: Callable[..., T], *arguments: object) -> T:
        return await self._loop.run_in_executor(self._writing, call, *arguments)

    async def _read(self, call: Callable[..., T], *arguments: object) -> T:
        return await self._loop.run_in_executor(self._reading, call, *arguments)

    async def close(self) -> None:
        """Let the other processes take over at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.to_thread(self._listener.close)
        with suppress(*self._errors):
            await self._loop.run_in_executor(self._beating, end, self._store.engine, self.process)
        await self._read(self._log.close)
        for threads in (self._beating, self._writing, self._reading):
            threads.shutdown(wait=False, cancel_futures=True)
