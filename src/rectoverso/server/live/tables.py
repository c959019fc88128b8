"""All tables of this server: opened, found, brought back after a restart, put away when nobody needs them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import structlog

from ...games import game_named
from ...table import events as e
from ...table.commands import VoidTable
from ...table.setup import Place, Setup
from ...table.table import Table, replay
from ..http.auth import Seals
from ..process import metrics
from ..process.settings import Settings
from ..storage.event_store import Writing
from ..storage.group_commit import GroupCommit
from ..storage.summaries import summary
from .bot_workers import BotWorkers
from .room import QueuedCommand, Room

log = structlog.get_logger("tables")

KEEP_IDLE_MS = 10 * 60 * 1000
MAX_LISTED = 60


class Tables:
    """Where the rooms are."""

    def __init__(self, settings: Settings) -> None:
        from ..storage.database import open_database

        self.settings = settings
        self.now = settings.now
        self.seals = Seals(settings.secret, settings.id)
        self.bot_workers = BotWorkers(settings)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._loop = asyncio.get_running_loop()
        self._group_commit = GroupCommit(open_database(settings.db))
        self.store, self.write = self._group_commit.store, self._group_commit.write
        self._chores = [self._loop.create_task(self._wake_up()), self._loop.create_task(self._tidy_up())]

    # ---- tables

    async def open(self, setup: Setup, places: Sequence[Place], host: str) -> Room:
        """A new table."""
        id = self.settings.id()
        now = self.now()
        opened = e.Opened(
            t=now, setup=setup, places=list(places), host=host, rules=game_named(setup.game).rules_version
        )
        table = Table(opened)
        stored: asyncio.Future[bool] = self._loop.create_future()
        sitting = {place.guest for place in places if place.guest} | {host}
        self.write(
            Writing(
                id, 1, [opened], partial(_settle, stored),
                summary=summary(table, table.phase, now), holders=[(guest, now) for guest in sorted(sitting)],
            )
        )  # fmt: skip
        if not await stored:
            raise RuntimeError("the database takes no new table")
        room = self._move_in(id, table)
        room.follow_up()
        return room

    async def room(self, id: str) -> Room | None:
        """The room of a table, brought back from its log if need be; None if there is no such table."""
        if (room := self.rooms.get(id)) is not None:
            room.touched = self.now()
            return room
        if id not in self._loading:
            self._loading[id] = self._loop.create_task(self._load(id))
        try:
            return await asyncio.shield(self._loading[id])
        finally:
            self._loading.pop(id, None)

    async def _load(self, id: str) -> Room | None:
        written = await asyncio.to_thread(self.store.written_log, id)
        if (room := self.rooms.get(id)) is not None or not written:
            return room
        table = self._rebuilt(id, written)
        if table is None:
            return None
        room = self._move_in(id, table)
        self._void_if_rules_are_gone(room)
        room.follow_up()
        return room

    def _rebuilt(self, id: str, written: Sequence[str]) -> Table | None:
        """The table that a log tells; None if not even its opening can be read."""
        try:
            return replay(map(e.decode, written))
        except Exception as error:  # other rules wrote this log: what can be told of it is that it is void
            log.error("a log cannot be replayed", table=id, error=type(error).__name__)
        try:
            opened = e.decode(written[0])
            assert isinstance(opened, e.Opened)
            table = Table(opened)
        except Exception as error:  # a game that is gone altogether
            log.error("a table cannot be opened any more", table=id, error=type(error).__name__)
            return None
        table.n, table.rules = len(written), -1
        return table

    def _void_if_rules_are_gone(self, room: Room) -> None:
        table = room.table
        if table.rules == table.game.rules_version or table.phase in ("over", "void"):
            return
        room.submit(QueuedCommand(VoidTable("rules-gone")))

    def _move_in(self, id: str, table: Table) -> Room:
        room = self.rooms[id] = Room(id, table, self)
        metrics.TABLES.set(len(self.rooms))
        return room

    def rebuild(self, room: Room) -> None:
        """Something went wrong in this room: its table is made anew from the log, and all get a fresh view."""
        metrics.ERRORS.inc()
        self._loop.create_task(self._rebuild(room)).add_done_callback(_complain)

    async def _rebuild(self, room: Room) -> None:
        if self.store.broken:
            await asyncio.sleep(1.0)
        table = self._rebuilt(room.id, await asyncio.to_thread(self.store.written_log, room.id))
        if table is not None:
            room.restart(table)

    # ---- chores

    async def _wake_up(self) -> None:
        """After a restart games go on by themselves."""
        for id in await asyncio.to_thread(self.store.running):
            try:
                await self.room(id)
            except Exception:  # one bad log must not keep the others asleep
                log.exception("a table does not wake up", table=id)
            await asyncio.sleep(0)

    async def _tidy_up(self) -> None:
        while True:
            await asyncio.sleep(60)
            long_ago = self.now() - KEEP_IDLE_MS
            for id, room in list(self.rooms.items()):
                if room.idle and room.touched < long_ago:
                    room.close()
                    del self.rooms[id]
            metrics.TABLES.set(len(self.rooms))

    async def close(self) -> None:
        """Stop: what was asked is stored, and nothing more begins."""
        for chore in self._chores:
            chore.cancel()
        self.bot_workers.close()
        for room in self.rooms.values():
            room.close()
        await self._group_commit.close()


def _settle(stored: asyncio.Future[bool], written: bool) -> None:
    """Whoever waits for it hears of it, unless he has given up waiting."""
    if not stored.done():
        stored.set_result(written)


def _complain(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a table could not be rebuilt", error=type(error).__name__)
