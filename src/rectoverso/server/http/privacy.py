"""What is stored about a guest: for how long, and which devices hold their chairs."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from ...errors import Refused
from ...table.commands import RevokeDevice
from ..live.room import Room
from ..live.tables import MAX_LISTED, Tables
from ..messages import http as http_messages
from ..process.auth import Guest


async def privacy(tables: Tables, guest: Guest) -> http_messages.Privacy:
    """How long things are kept here, and the other devices that hold a chair of this guest."""
    carried = await _carried(tables, guest)
    since = await asyncio.to_thread(tables.store.held_since, {one.room.id for one in carried})
    devices: dict[str, http_messages.Device] = {}
    for one in carried:
        at = since.get((one.room.id, one.device), one.room.table.opened)
        found = devices.get(one.device) or http_messages.Device(tables.signer.device(one.device), at, 0, False)
        devices[one.device] = http_messages.Device(
            found.device, min(found.since, at), found.chairs + 1, found.revocable or one.mine
        )
    latest_first = sorted(devices.values(), key=lambda device: -device.since)
    return http_messages.Privacy(tables.settings.keep_games_days, tables.settings.keep_guests_days, latest_first)


async def revoke(tables: Tables, guest: Guest, device: str) -> http_messages.Privacy:
    """Take all chairs of this guest away from another device."""
    mine = [one for one in await _carried(tables, guest) if one.mine]
    named = {other for other in {one.device for one in mine} if tables.signer.device(other) == device}
    if not named:
        raise Refused("not-found")
    for one in mine:
        if one.device in named:
            await one.room.perform(RevokeDevice(one.chair, one.device), guest.id)
    return await privacy(tables, guest)


class _Carried(NamedTuple):
    """A chair that a guest shares with another device."""

    room: Room
    chair: int
    device: str
    """The guest there."""
    mine: bool
    """Whether the guest who asks sat down there."""


async def _carried(tables: Tables, guest: Guest) -> list[_Carried]:
    """The chairs that this guest shares with other devices."""
    found = []
    for id in await asyncio.to_thread(tables.store.tables_of, guest.id, MAX_LISTED):
        room = await tables.room(id)
        if room is None:
            continue
        for chair in room.table.chairs_of(guest.id):
            guests = room.table.chair(chair).guests
            mine = guests[0] == guest.id
            found += [_Carried(room, chair, other, mine) for other in guests if other != guest.id]
    return found
