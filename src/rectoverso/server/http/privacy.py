"""What is stored about a guest: for how long, and which devices hold their chairs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from ...errors import Refused
from ...table.commands import RevokeDevice
from ..live.room import Room
from ..live.tables import MAX_LISTED, Tables
from ..messages import http as http_messages
from ..process.auth import Guest


async def privacy(tables: Tables, guest: Guest) -> http_messages.Privacy:
    """How long things are kept here, and the other devices that hold a chair of this guest."""
    devices: dict[str, http_messages.Device] = {}
    async for room, chair, device in _carried(tables, guest):
        since = (await asyncio.to_thread(tables.store.held_since, room.id)).get(device, room.table.opened)
        name = tables.signer.device(device)
        mine = room.table.chair(chair).guests[0] == guest.id
        found = devices.get(name) or http_messages.Device(name, since, 0, False)
        devices[name] = http_messages.Device(name, min(found.since, since), found.chairs + 1, found.revocable or mine)
    latest_first = sorted(devices.values(), key=lambda device: -device.since)
    return http_messages.Privacy(tables.settings.keep_games_days, tables.settings.keep_guests_days, latest_first)


async def revoke(tables: Tables, guest: Guest, device: str) -> http_messages.Privacy:
    """Take all chairs of this guest away from another device."""
    found = [
        (room, chair, other)
        async for room, chair, other in _carried(tables, guest)
        if tables.signer.device(other) == device and room.table.chair(chair).guests[0] == guest.id
    ]
    if not found:
        raise Refused("not-found")
    for room, chair, other in found:
        await room.perform(RevokeDevice(chair, other), guest.id)
    return await privacy(tables, guest)


async def _carried(tables: Tables, guest: Guest) -> AsyncIterator[tuple[Room, int, str]]:
    """The chairs that this guest shares with another device, and the guest there."""
    for id in await asyncio.to_thread(tables.store.tables_of, guest.id, MAX_LISTED):
        room = await tables.room(id)
        if room is None:
            continue
        for chair in room.table.chairs_of(guest.id):
            for other in list(room.table.chair(chair).guests):
                if other != guest.id:
                    yield room, chair, other
