"""Sitting down at a table: on an open chair, or by a private link."""

from __future__ import annotations

import asyncio
import re

from ...errors import Refused
from ...table.commands import CarryChair, TakeChair, TakeOpenChair
from ..live.room import Room
from ..live.tables import Tables
from ..messages import http as http_messages
from ..messages.common import TABLE_ID
from ..process.auth import CARRY_MS, Guest, Link

HOUR_MS = 3600 * 1000
_is_table_id = re.compile(TABLE_ID).fullmatch


async def existing_room(tables: Tables, table: str) -> Room:
    """The room of a table; refuses if there is no such table, or the text cannot be its id: PostgreSQL takes no NUL."""
    room = await tables.room(table) if _is_table_id(table) else None
    if room is None:
        raise Refused("no-such-table")
    return room


async def check_may_sit(tables: Tables, guest: Guest) -> None:
    """Refuse a guest whose name is blocked, or who has sat down at too many tables within the hour."""
    tables.blocks.check_name(guest.name)
    since = tables.now() - HOUR_MS
    if await asyncio.to_thread(tables.store.tables_joined, guest.id, since) >= tables.settings.max_tables_per_hour:
        raise Refused("too-many-tables")


async def join(tables: Tables, room: Room, guest: Guest, chair: int | None) -> http_messages.Joined:
    """Sit down on an open chair; None: any."""
    if not room.table.chairs_of(guest.id):
        await check_may_sit(tables, guest)
    await room.perform(TakeOpenChair(chair, guest.name), guest.id)
    return http_messages.Joined(room.id, room.table.chairs_of(guest.id)[0])


# ---- private links


def seat_links(tables: Tables, room: Room) -> list[http_messages.SeatLink]:
    """The private links of the chairs that nobody has taken."""
    empty = [chair.number for chair in room.table.chairs if chair.kind == "person" and not chair.taken]
    return [_seat_link(tables, Link("sit", room.id, chair, "", 0)) for chair in empty]


def carry_link(tables: Tables, room: Room, chair: int) -> http_messages.SeatLink:
    """A link that carries a chair to another device: for one use, within the hour."""
    return _seat_link(tables, Link("carry", room.id, chair, tables.settings.new_id(), tables.now() + CARRY_MS))


def _seat_link(tables: Tables, link: Link) -> http_messages.SeatLink:
    text = tables.signer.link(link)
    return http_messages.SeatLink(link.chair, text, f"/join/{text}")


async def invitation_to(tables: Tables, text: str, guest: Guest | None = None) -> http_messages.Invitation:
    """What an invitation says to anybody who has the link. Looking at it takes no chair."""
    link = tables.signer.read_link(text, tables.now())
    room = await existing_room(tables, link.table)
    table, chair = room.table, room.table.chair(link.chair)
    hosts = [other.name for other in table.chairs if table.host in other.guests]
    shown = table.phase == "waiting" or table.setup.watching or (guest is not None and bool(table.chairs_of(guest.id)))
    return http_messages.Invitation(
        table=room.id,
        chair=link.chair,
        carries=link.kind == "carry",
        mine=guest is not None and guest.id in chair.guests,
        free=table.phase == "waiting" and not chair.taken,
        host=hosts[0] if hosts else None,
        setup=table.setup,
        names=[other.name if shown else None for other in table.chairs],
        here=sum(other.taken for other in table.chairs),
    )


async def use_link(tables: Tables, guest: Guest, text: str) -> http_messages.Joined:
    """Sit down where a link leads, or go on with a chair on this device."""
    link = tables.signer.read_link(text, tables.now())
    room = await existing_room(tables, link.table)
    if guest.id not in room.table.chair(link.chair).guests:
        await check_may_sit(tables, guest)
        carry = link.kind == "carry"
        await room.perform(CarryChair(link.chair, link.id) if carry else TakeChair(link.chair, guest.name), guest.id)
    return http_messages.Joined(room.id, link.chair)
