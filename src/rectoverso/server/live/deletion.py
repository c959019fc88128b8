"""Deleting a guest: their tables go, and at tables where others play they become "a guest"."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import structlog

from ...table import events as e
from ...table.anonymise import without_guest
from ...table.commands import DeleteGuest
from ...table.round_record import round_record
from ...table.table import Table
from ...table.table_parts import DELETED
from ..storage import deleted_guests, erasing

if TYPE_CHECKING:
    from .room import Room
    from .tables import Tables

log = structlog.get_logger("deletion")

JOURNAL_ATTEMPTS, JOURNAL_PAUSE_S = 10, 0.2
"""A backup, or another long read, can hold up the emptying of SQLite's journal."""


async def delete_guest(tables: Tables, guest: str) -> None:
    """Forget a guest. What an outage interrupts can be asked for again."""
    for id in await asyncio.to_thread(tables.store.all_tables_of, guest):
        room = await tables.room(id)
        if room is None or not _others_play(room.table, guest):
            await delete_table(tables, id)
        else:
            await _forget_at(tables, room, guest)


async def empty_journal(tables: Tables) -> None:
    """Once something has been erased: no file of the database holds it any more."""
    for _ in range(JOURNAL_ATTEMPTS):
        if await asyncio.to_thread(erasing.empty_journal, tables.store.engine):
            return
        await asyncio.sleep(JOURNAL_PAUSE_S)
    log.warning("the journal could not be emptied: somebody reads all the time")


async def end_cookies(tables: Tables, guest: str) -> None:
    """Refuse every copy of the guest's cookie. Last, so that a deletion that was interrupted can be asked for again."""
    mark = tables.signer.mark(guest)
    await asyncio.wrap_future(tables.store.run(partial(deleted_guests.remember, mark=mark, now=tables.now())))
    tables.signer.refuse_deleted([mark])


def _others_play(table: Table, guest: str) -> bool:
    return any(chair.guests[0] not in (guest, DELETED) for chair in table.persons)


async def _forget_at(tables: Tables, room: Room, guest: str) -> None:
    """First an event, which everybody at the table is told; then the older log is rewritten."""
    await room.perform(DeleteGuest(), guest)
    log = await asyncio.to_thread(tables.store.log, room.id)
    events, guests = without_guest(log, guest)
    changed = {n: e.encode(event).decode() for n, event in events.items()}
    records = {
        finished.number: msgspec.json.encode(round_record(room.table, finished, room.id)).decode()
        for finished in room.table.finished
    }
    erase = partial(erasing.rewrite, table=room.id, events=changed, records=records, guests=guests)
    await asyncio.wrap_future(tables.store.run(erase))


async def delete_table(tables: Tables, id: str) -> None:
    """Remove a table for good; readers who still look on are told that there is no such table."""
    if (room := tables.rooms.get(id)) is not None:
        await tables.drop(room)
    await asyncio.wrap_future(tables.store.run(partial(erasing.delete_table, table=id)))
    tables.peers.deleted(id)
