"""How long finished games, abandoned tables and idle guests are kept."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from .deletion import delete_guest, delete_table, empty_journal

if TYPE_CHECKING:
    from .tables import Tables

log = structlog.get_logger("retention")

INTERVAL_S = 3600.0
DAY_MS = 24 * 3600 * 1000
MAX_CLOCK_ERROR_MS = DAY_MS
"""If the system's clock has jumped by more than this, nothing is deleted: nobody knows which day it is."""
MAX_DELETED = 500
"""Games, and guests, that are deleted at a time."""


async def keep_deleting(tables: Tables) -> None:
    """Delete what is old, every hour; the first time an hour after the start."""
    while True:
        await asyncio.sleep(INTERVAL_S)
        try:
            if tables.peers.first:
                await delete_old(tables)
        except Exception:  # an outage, most likely: there is another hour
            log.exception("old games could not be deleted")


async def delete_old(tables: Tables) -> None:
    """Delete games and guests that are older than the host wants; an unfinished game is as old as its last event."""
    settings, now = tables.settings, tables.now()
    if abs(getattr(tables.now, "off_ms", 0)) > MAX_CLOCK_ERROR_MS:
        log.warning("nothing is deleted: the system's clock has jumped")
        return
    games = persons = 0
    if settings.keep_games_days is not None:
        before = now - settings.keep_games_days * DAY_MS
        for find_old in (tables.store.finished_before, tables.store.abandoned_before):
            for id in await asyncio.to_thread(find_old, before, MAX_DELETED):
                await delete_table(tables, id)
                games += 1
    if settings.keep_guests_days is not None:
        before = now - settings.keep_guests_days * DAY_MS
        for guest in await asyncio.to_thread(tables.store.idle_since, before, MAX_DELETED):
            await delete_guest(tables, guest)
            persons += 1
    if games or persons:
        await empty_journal(tables)
        log.info("old data deleted", games=games, persons=persons)
