"""Opening tables, sitting down, and the links to give away."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ...errors import BadInput, Refused
from ...games import game_named
from ...table.commands import CarryChair, TakeChair, TakeOpenChair
from ...table.player_names import clean, distinct
from ...table.setup import Place, Setup
from ...table.table import Table
from ..http.auth import CARRY_MS, Guest, Link
from ..messages import http as http_messages
from .room import Room
from .tables import Tables

HOUR_MS = 3600 * 1000
COMING_MS = 20_000
"""Whoever sat down so recently may still be on his way."""


async def room_of(tables: Tables, table: str) -> Room:
    """The room of a table; refuses if there is none."""
    room = await tables.room(table) if len(table) <= 40 else None
    if room is None:
        raise Refused("no-such-table")
    return room


async def moderate(tables: Tables, guest: Guest) -> None:
    """Nobody opens tables without end."""
    since = tables.now() - HOUR_MS
    if await asyncio.to_thread(tables.store.opened_by, guest.id, since) >= tables.settings.most_tables_an_hour:
        raise Refused("too-many-tables")


# ---- opening


async def open_table(tables: Tables, guest: Guest, asked: http_messages.OpenTable) -> http_messages.TableOpened:
    """A new table as somebody wishes it."""
    await moderate(tables, guest)
    setup = _setup(asked)
    room = await tables.open(setup, places(guest, asked.chairs), guest.id)
    return http_messages.TableOpened(room.id, room.table.chairs_of(guest.id), links(tables, room))


def _setup(asked: http_messages.OpenTable) -> Setup:
    game = game_named(asked.game)
    players = len(asked.chairs)
    options = game.changed_options(game.options_of(players, asked.options))
    if any(chair.kind == "bot" and chair.level is None for chair in asked.chairs):
        raise BadInput("chairs: a bot needs a level")
    return Setup(
        game=asked.game,
        players=players,
        options=options,
        memory=asked.memory,
        turn_seconds=asked.turn_seconds,
        grace_seconds=asked.grace_seconds,
        public=asked.public or any(chair.kind == "open" for chair in asked.chairs),
        watching=asked.watching,
        rounds=asked.rounds,
        random_seats=asked.random_seats,
    )


def places(guest: Guest, chairs: Sequence[http_messages.SeatFor]) -> list[Place]:
    """Who sits where to begin with; on a hot seat everybody has his own name."""
    made: list[Place] = []
    for chair in chairs:
        if chair.kind == "bot":
            made.append(Place("bot", level=chair.level))
        elif chair.kind == "me":
            name = clean(chair.name) if chair.name else guest.name
            called = distinct(name, [place.name for place in made]) if name else None
            made.append(Place("person", guest=guest.id, name=called))
        else:
            made.append(Place(chair.kind))
    return made


async def quick(tables: Tables, guest: Guest, asked: http_messages.QuickMatch) -> http_messages.Joined:
    """The public table that has waited longest; otherwise a new one."""
    game = game_named(asked.game)
    players = asked.players or next(number for number in game.players if number > 1)
    game.check_players(players)
    waiting = [
        room
        for room in tables.rooms.values()
        if _suits(room.table, guest, asked.game, players) and _all_here(room, tables.now())
    ]
    for room in sorted(waiting, key=lambda room: room.table.opened):
        try:
            return await join(tables, room, guest, None)
        except Refused:
            continue
    chairs = [http_messages.SeatFor("me"), *(http_messages.SeatFor("open") for _ in range(players - 1))]
    opened = await open_table(tables, guest, http_messages.OpenTable(asked.game, chairs, public=True))
    return http_messages.Joined(opened.table, opened.chairs[0])


def _suits(table: Table, guest: Guest, game: str, players: int) -> bool:
    setup = table.setup
    plain = not setup.options and setup.memory == "table" and setup.turn_seconds is None and setup.rounds == 1
    return (
        table.phase == "waiting"
        and setup.public
        and plain
        and setup.grace_seconds is not None
        and (setup.game, setup.players) == (game, players)
        and not table.chairs_of(guest.id)
        and any(chair.kind == "open" and not chair.taken for chair in table.chairs)
    )


def _all_here(room: Room, now: int) -> bool:
    """Is nobody who sits there gone? A stranger is not to wait for somebody who does not come back."""
    away = room.attendance.away_since
    return all(away.get(chair.number, now) > now - COMING_MS for chair in room.table.persons)


# ---- sitting down


async def join(tables: Tables, room: Room, guest: Guest, wanted: int | None) -> http_messages.Joined:
    """Sit down on an open chair."""
    if not room.table.chairs_of(guest.id):
        await moderate(tables, guest)

    await room.perform(TakeOpenChair(wanted, guest.name), guest.id)
    return http_messages.Joined(room.id, room.table.chairs_of(guest.id)[0])


# ---- links


def links(tables: Tables, room: Room) -> list[http_messages.SeatLink]:
    """The private links of the chairs that nobody has taken."""
    empty = [chair.number for chair in room.table.chairs if chair.kind == "person" and not chair.taken]
    return [_seat_link(tables, Link("sit", room.id, chair, "", 0)) for chair in empty]


def carry_link(tables: Tables, room: Room, chair: int) -> http_messages.SeatLink:
    """A link that carries a chair to another device: for one use, within the hour."""
    return _seat_link(tables, Link("carry", room.id, chair, tables.settings.id(), tables.now() + CARRY_MS))


def _seat_link(tables: Tables, link: Link) -> http_messages.SeatLink:
    text = tables.seals.link(link)
    return http_messages.SeatLink(link.chair, text, f"/join/{text}")


async def use_link(tables: Tables, guest: Guest, text: str) -> http_messages.Joined:
    """Sit down where a link leads, or go on with a chair on this device."""
    link = tables.seals.read_link(text, tables.now())
    room = await room_of(tables, link.table)
    if guest.id in room.table.chair(link.chair).guests:
        return http_messages.Joined(room.id, link.chair)
    carry = link.kind == "carry"
    await room.perform(CarryChair(link.chair, link.id) if carry else TakeChair(link.chair, guest.name), guest.id)
    return http_messages.Joined(room.id, link.chair)
