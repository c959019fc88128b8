"""The registry of live tables: opens them, loads them from their logs, and unloads idle ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError

from ...errors import Refused
from ...games import game_named
from ...kernel.loaded_code import forget_llvm_code
from ...table import events as e
from ...table.commands import VoidTable
from ...table.recent_past import RecentPast
from ...table.setup import Place, Setup
from ...table.table import Table, replay
from ..process import metrics
from ..process.auth import TokenSigner
from ..process.blocks import Blocks
from ..process.compilation import Compilation
from ..process.freed_memory import give_back
from ..process.garbage_collection import tune_garbage_collection
from ..process.rate_limits import AddressLimits
from ..process.settings import Settings
from ..storage.deleted_guests import read_marks
from ..storage.group_commit import GroupCommit
from ..storage.health_check import HealthCheck
from ..storage.rows import table_row
from ..storage.table_write import Outcome, TableWrite
from .analyses import Analyses
from .bot_workers import BotWorkers
from .cluster import Cluster
from .computing_threads import ComputingThreads
from .loading import load, load_from_log
from .no_peers import NoPeers
from .one_per_client import OnePerClient
from .peers import Peers
from .queued_command import QueuedCommand
from .retention import keep_deleting
from .room import Room
from .tables_by_address import OpenedTable, TablesByAddress

log = structlog.get_logger("tables")

T = TypeVar("T")

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 2.0
"""After an outage a table tries again after these times, each twice as long as the one before."""
PAGES_CHECKED_EVERY_S = 3600.0
MEMORY_GIVEN_BACK_EVERY_S = 20.0
IDLE_TIMEOUT_MS = 10 * 60 * 1000
MAX_LISTED = 60
"""Tables in the lobby (waiting ones, and as many to watch), and in "my games"."""


class Tables:
    """All rooms of this server, and what they share: store, bot workers, signer, settings."""

    def __init__(self, settings: Settings, compilation: Compilation, blocks: Blocks) -> None:
        from ..storage.database import open_database

        self.settings, self.blocks = settings, blocks
        self.now = settings.now
        self.signer = TokenSigner([settings.secret, *settings.old_secrets], settings.new_id)
        self.address_limits = AddressLimits(settings)
        self.bot_workers = BotWorkers(settings)
        self.computing = ComputingThreads(settings)
        self.analyses = Analyses()
        self.greetings, self.deletions = OnePerClient(), OnePerClient()
        self.rooms: dict[str, Room] = {}
        metrics.TABLES.set_function(self.rooms.__len__)
        self._rebuilding: dict[str, asyncio.Task[None]] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._replaying = ThreadPoolExecutor(1, thread_name_prefix="replaying")
        self._loop = asyncio.get_running_loop()
        self.openings = TablesByAddress(settings, self._loop.time)
        self._group_commit = GroupCommit(open_database(settings.db))
        self.store, self.write = self._group_commit.store, self._group_commit.write
        self.signer.refuse_deleted(read_marks(self.store.engine))
        self.health_check = HealthCheck(self.store)
        shared = self.store.engine.dialect.name == "postgresql"
        self.peers: Peers = Cluster(self) if shared else NoPeers(self.store)
        self.compilation = compilation
        if not settings.compile_first:
            compilation.all_ready()
        self._background = [
            self._loop.create_task(task)
            for task in (
                self._get_games_ready(),
                self._resume_games(),
                self._unload_idle(),
                self._give_back_memory(),
                self._check_pages(),
                keep_deleting(self),
            )
        ]

    # ---- tables

    async def open(
        self, setup: Setup, places: Sequence[Place], host: str, address: str, then: Sequence[e.AnyEvent] = ()
    ) -> Room:
        """Open a new table for a guest at this address; `then`: what happens there at once."""
        self.compilation.check(setup.game)
        bots = any(place.kind == "bot" for place in places)
        with self.openings.opening(OpenedTable(address, host, setup.public, bots)):
            room = await self._open(setup, places, host, address, then)
        room.follow_up()
        return room

    async def _open(
        self, setup: Setup, places: Sequence[Place], host: str, address: str, then: Sequence[e.AnyEvent]
    ) -> Room:
        id = self.settings.new_id()
        now = self.now()
        opened = e.Opened(
            t=now, setup=setup, places=list(places), host=host, rules=game_named(setup.game).rules_version
        )
        events = [opened, *then]
        table = replay(events)
        stored: asyncio.Future[bool] = self._loop.create_future()
        sitting = {place.guest for place in places if place.guest} | {host}
        self.write(
            TableWrite(
                id, 1, events, partial(_settle, stored),
                table_row=table_row(table, table.phase, now), holders=[(guest, now) for guest in sorted(sitting)],
            )
        )  # fmt: skip
        if not await stored:
            raise Refused("busy")
        return self._add_room(id, table, RecentPast(table), address)

    async def room(self, id: str) -> Room | None:
        """The room of a table, loaded from its log if necessary; None if there is no such table."""
        if (room := self.rooms.get(id)) is not None:
            room.touched = self.now()
            await self.peers.refresh(room)
            return room
        if (loading := self._loading.get(id)) is None:
            loading = self._loading[id] = self._loop.create_task(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(loading)  # the first reader may leave; the others still get the same room

    async def _load(self, id: str) -> Room | None:
        stored = await asyncio.to_thread(self.store.stored_table, id)
        if (room := self.rooms.get(id)) is not None or stored is None:
            return room
        await self.compilation.wait(stored.game)
        loaded = await self._aside(load, id, stored, self.store.written_log)
        if loaded is None:
            return None
        room = self._add_room(id, *loaded)
        room.snapshot_n = 0 if stored.snapshot is None else stored.snapshot.n
        self.peers.loaded(room)
        self._void_if_rules_are_gone(room)
        room.follow_up()
        return room

    async def _aside(self, make: Callable[..., T], *arguments: Any) -> T:
        """In a separate thread: a long log holds up neither the event loop nor the threads that read the storage."""
        return await self._loop.run_in_executor(self._replaying, make, *arguments)

    def _void_if_rules_are_gone(self, room: Room) -> None:
        table = room.table
        if table.rules == table.game.rules_version or table.phase in ("over", "void"):
            return
        room.submit(QueuedCommand(VoidTable("rules-gone")))

    def _add_room(self, id: str, table: Table, past: RecentPast, opened_from: str = "") -> Room:
        room = self.rooms[id] = Room(id, table, past, self, opened_from)
        self.openings.add(room)
        return room

    def rebuild(self, room: Room) -> None:
        """After an error: rebuild the table from its log and send everybody a fresh view."""
        task = self._rebuilding[room.id] = self._loop.create_task(self._rebuild(room))
        task.add_done_callback(_log_failure)

    async def _rebuild(self, room: Room) -> None:
        written = await self._after_outage(partial(self.store.written_log, room.id))
        if not written:
            await self.drop(room)  # another process has deleted it
            return
        loaded = await self._aside(load_from_log, room.id, written)
        self._rebuilding.pop(room.id, None)
        if loaded is not None:
            room.restart(*loaded)

    async def _after_outage(self, read: Callable[[], T]) -> T:
        """Read something as soon as the database can be read and written, trying again after growing pauses."""
        pause_s = FIRST_PAUSE_S
        while True:
            if self.store.health.writing:
                try:
                    return await asyncio.to_thread(read)
                except SQLAlchemyError as error:
                    log.error("the database cannot be read", error=type(error).__name__)
                    if self.store.health.problem == "damaged":
                        raise
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    # ---- in the background

    async def _get_games_ready(self) -> None:
        if self.settings.compile_first:
            await self.compilation.run()
            forget_llvm_code()
            tune_garbage_collection()
            give_back()
            log.info("games are ready")

    async def _resume_games(self) -> None:
        """After a restart, load the games that were under way; those that are not ready yet hold up no others."""
        await asyncio.gather(*map(self.resume, await self._after_outage(self.peers.games_to_resume)))

    async def resume(self, id: str) -> None:
        """Load a game that is under way, as soon as it can be read."""
        while True:
            try:
                await self.room(id)
                return
            except SQLAlchemyError as error:
                log.error("a table cannot be read", table=id, error=type(error).__name__)
                if self.store.health.problem == "damaged":
                    return
                await asyncio.sleep(LONGEST_PAUSE_S)
            except Exception:  # one bad log must not stop the others
                log.exception("a table could not be loaded", table=id)
                return

    async def _check_pages(self) -> None:
        """Search the database for damaged pages now and then; errors are noted where they occur."""
        while True:
            with suppress(SQLAlchemyError):
                await asyncio.to_thread(self.store.check_pages)
            await asyncio.sleep(PAGES_CHECKED_EVERY_S)

    async def _unload_idle(self) -> None:
        while True:
            await asyncio.sleep(60)
            since = self.now() - IDLE_TIMEOUT_MS
            for id, room in list(self.rooms.items()):
                if room.idle and room.touched < since:
                    self.unload(id)

    async def _give_back_memory(self) -> None:
        """Return freed memory to the system every now and then."""
        while True:
            await asyncio.sleep(MEMORY_GIVEN_BACK_EVERY_S)
            await asyncio.to_thread(give_back)

    def unload(self, id: str) -> None:
        """Forget a room; its log stays."""
        room = self.rooms.pop(id)
        room.close()
        self.openings.remove(room)
        self.peers.unloaded(id)

    async def drop(self, room: Room) -> None:
        """Forget a room whose table is deleted; readers who still look on are told that there is no such table."""
        await room.end()
        if self.rooms.get(room.id) is room:
            self.unload(room.id)

    async def close(self) -> None:
        """Stop: queued writes are stored, nothing new begins."""
        for task in (*self._background, *self._rebuilding.values()):
            task.cancel()
        self.compilation.close()
        self.bot_workers.close()
        self.computing.close()
        self._replaying.shutdown(wait=False, cancel_futures=True)
        for room in self.rooms.values():
            room.close()
        await self.peers.close()
        await self._group_commit.close()


def _settle(stored: asyncio.Future[bool], outcome: Outcome) -> None:
    """Pass the outcome on, unless nobody waits for it any more."""
    if not stored.done():
        stored.set_result(outcome == "stored")


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a table could not be rebuilt", error=type(error).__name__)
