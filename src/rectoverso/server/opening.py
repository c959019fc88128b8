"""Opening tables, sitting down, and the links to give away."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ..errors import BadInput, Refused
from ..games import game_named
from ..table import decide
from ..table import events as e
from ..table.setup import Place, Setup
from ..table.table import Table
from . import forms, names
from .auth import CARRY_MS, Guest, Link
from .house import House
from .room import Action, Asked, Room

HOUR_MS = 3600 * 1000
COMING_MS = 20_000
"""Whoever sat down so recently may still be on his way."""


async def do(room: Room, action: Action) -> int:
    """Ask a table for something, and wait until it is stored; refuses as the table does."""
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def answer(refused: Refused | None, n: int) -> None:
        if done.done():
            return
        if refused is None:
            done.set_result(n)
        else:
            done.set_exception(refused)

    room.submit(Asked(action, answer))
    return await done


async def room_of(house: House, table: str) -> Room:
    """The room of a table; refuses if there is none."""
    room = await house.room(table) if len(table) <= 40 else None
    if room is None:
        raise Refused("no-such-table")
    return room


async def moderate(house: House, guest: Guest) -> None:
    """Nobody opens tables without end."""
    since = house.now() - HOUR_MS
    if await asyncio.to_thread(house.store.opened_by, guest.id, since) >= house.settings.most_tables_an_hour:
        raise Refused("too-many-tables")


# ---- opening


async def open_table(house: House, guest: Guest, asked: forms.OpenTable) -> forms.TableOpened:
    """A new table as somebody wishes it."""
    await moderate(house, guest)
    setup = _setup(asked)
    room = await house.open(setup, places(guest, asked.chairs), guest.id)
    return forms.TableOpened(room.id, room.table.chairs_of(guest.id), links(house, room))


def _setup(asked: forms.OpenTable) -> Setup:
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


def places(guest: Guest, chairs: Sequence[forms.SeatFor]) -> list[Place]:
    """Who sits where to begin with; on a hot seat everybody has his own name."""
    made: list[Place] = []
    for chair in chairs:
        if chair.kind == "bot":
            made.append(Place("bot", level=chair.level))
        elif chair.kind == "me":
            name = names.clean(chair.name) if chair.name else guest.name
            called = names.distinct(name, [place.name for place in made]) if name else None
            made.append(Place("person", guest=guest.id, name=called))
        else:
            made.append(Place(chair.kind))
    return made


async def quick(house: House, guest: Guest, asked: forms.QuickMatch) -> forms.Joined:
    """The public table that has waited longest; otherwise a new one."""
    game = game_named(asked.game)
    players = asked.players or next(number for number in game.players if number > 1)
    game.check_players(players)
    waiting = [
        room
        for room in house.rooms.values()
        if _suits(room.table, guest, asked.game, players) and _all_here(room, house.now())
    ]
    for room in sorted(waiting, key=lambda room: room.table.opened):
        try:
            return await join(house, room, guest, None)
        except Refused:
            continue
    chairs = [forms.SeatFor("me"), *(forms.SeatFor("open") for _ in range(players - 1))]
    opened = await open_table(house, guest, forms.OpenTable(asked.game, chairs, public=True))
    return forms.Joined(opened.table, opened.chairs[0])


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
    away = room.here.away_since
    return all(away.get(chair.number, now) > now - COMING_MS for chair in room.table.persons)


# ---- sitting down


async def join(house: House, room: Room, guest: Guest, wanted: int | None) -> forms.Joined:
    """Sit down on an open chair."""
    if not room.table.chairs_of(guest.id):
        await moderate(house, guest)

    def action(table: Table, now: int) -> Sequence[e.AnyEvent]:
        if table.chairs_of(guest.id):
            return []
        return decide.take(table, guest.id, _open_chair(table, wanted), called(table, guest), now)

    await do(room, action)
    return forms.Joined(room.id, room.table.chairs_of(guest.id)[0])


def _open_chair(table: Table, wanted: int | None) -> int:
    decide.in_phase(table, "waiting")
    if wanted is None:
        free = [chair.number for chair in table.chairs if chair.kind == "open" and not chair.taken]
        if not free:
            raise Refused("table-full")
        return free[0]
    if not 1 <= wanted <= len(table.chairs):
        raise Refused("no-such-chair", chair=wanted)
    if table.chair(wanted).kind != "open":
        raise Refused("chair-taken", chair=wanted)
    return wanted


def called(table: Table, guest: Guest) -> str | None:
    """A guest's name as it is used at this table."""
    return names.distinct(guest.name, [chair.name for chair in table.chairs]) if guest.name else None


# ---- links


def links(house: House, room: Room) -> list[forms.SeatLink]:
    """The private links of the chairs that nobody has taken."""
    empty = [chair.number for chair in room.table.chairs if chair.kind == "person" and not chair.taken]
    return [_seat_link(house, Link("sit", room.id, chair, "", 0)) for chair in empty]


def carry_link(house: House, room: Room, chair: int) -> forms.SeatLink:
    """A link that carries a chair to another device: for one use, within the hour."""
    return _seat_link(house, Link("carry", room.id, chair, house.settings.id(), house.now() + CARRY_MS))


def _seat_link(house: House, link: Link) -> forms.SeatLink:
    text = house.seals.link(link)
    return forms.SeatLink(link.chair, text, f"/join/{text}")


async def use_link(house: House, guest: Guest, text: str) -> forms.Joined:
    """Sit down where a link leads, or go on with a chair on this device."""
    link = house.seals.read_link(text, house.now())
    room = await room_of(house, link.table)
    if guest.id in room.table.chair(link.chair).guests:
        return forms.Joined(room.id, link.chair)

    def action(table: Table, now: int) -> Sequence[e.AnyEvent]:
        if link.kind == "carry":
            return decide.carry(table, guest.id, link.chair, link.id, now)
        return decide.take(table, guest.id, link.chair, called(table, guest), now)

    await do(room, action)
    return forms.Joined(room.id, link.chair)
