"""Opening a table, and the quick match that joins a waiting table or opens one."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import BadInput, Refused
from ...games import game_named
from ...table.player_names import clean, distinct
from ...table.setup import Place, Setup
from ...table.table import Table
from ..live.room import Room
from ..live.tables import Tables
from ..messages import http as http_messages
from ..process.auth import Guest
from . import daily
from .joining_tables import check_may_sit, join, seat_links

ARRIVAL_MS = 20_000
"""Time allowed for a person who has just sat down to open the table's page."""


async def open_table(
    tables: Tables, guest: Guest, wanted: http_messages.OpenTable, address: str
) -> http_messages.TableOpened:
    """Open a table as requested."""
    await check_may_sit(tables, guest)
    setup = _setup(wanted)
    for chair in wanted.chairs:
        tables.blocks.check_name(chair.name)
    if setup.daily is not None or setup.puzzle:
        daily.check_opened(setup, tables.now())
    room = await tables.open(setup, _places(guest, wanted.chairs), guest.id, address)
    return http_messages.TableOpened(room.id, room.table.chairs_of(guest.id), seat_links(tables, room))


def _setup(wanted: http_messages.OpenTable) -> Setup:
    game = game_named(wanted.game)
    players = len(wanted.chairs)
    bots = [chair for chair in wanted.chairs if chair.kind == "bot"]
    options = game.options_of(players, game.usual_options(bots=bool(bots)) | wanted.options)
    if any(chair.level is None for chair in bots):
        raise BadInput("chairs: a bot needs a level")
    if wanted.first_chair > players:
        raise BadInput(f"first_chair: a chair is from 1 to {players}, not {wanted.first_chair}")
    return Setup(
        game=wanted.game,
        players=players,
        options=game.changed_options(options),
        memory=wanted.memory,
        turn_seconds=wanted.turn_seconds,
        grace_seconds=wanted.grace_seconds,
        public=wanted.public or any(chair.kind == "open" for chair in wanted.chairs),
        watching=wanted.watching,
        rounds=wanted.rounds,
        random_seats=wanted.random_seats,
        first_chair=wanted.first_chair,
        daily=wanted.daily,
        puzzle=wanted.puzzle,
    )


def _places(guest: Guest, chairs: Sequence[http_messages.SeatFor]) -> list[Place]:
    """Who sits where at first; on a hot seat each chair has its own name."""
    places: list[Place] = []
    for chair in chairs:
        if chair.kind == "bot":
            places.append(Place("bot", level=chair.level))
        elif chair.kind == "me":
            name = clean(chair.name) if chair.name else guest.name
            shown_name = distinct(name, [place.name for place in places]) if name else None
            places.append(Place("person", guest=guest.id, name=shown_name))
        else:
            places.append(Place(chair.kind))
    return places


async def quick_match(
    tables: Tables, guest: Guest, wanted: http_messages.QuickMatch, address: str
) -> http_messages.Joined:
    """The public table that has waited longest; otherwise a new one."""
    game = game_named(wanted.game)
    players = wanted.players or next(number for number in game.players if number > 1)
    game.check_players(players)
    await check_may_sit(tables, guest)
    await tables.peers.load_public()
    waiting = [
        room
        for room in tables.rooms.values()
        if _suits(room.table, guest, wanted.game, players) and _all_present(room, tables.now())
    ]
    for room in sorted(waiting, key=lambda room: room.table.opened):
        try:
            return await join(tables, room, guest, None)
        except Refused:
            continue
    chairs = [http_messages.SeatFor("me"), *(http_messages.SeatFor("open") for _ in range(players - 1))]
    opened = await open_table(tables, guest, http_messages.OpenTable(wanted.game, chairs, public=True), address)
    return http_messages.Joined(opened.table, opened.chairs[0])


def _suits(table: Table, guest: Guest, game: str, players: int) -> bool:
    setup = table.setup
    usual = setup.options == table.game.usual_options(bots=False)
    plain = usual and setup.memory == "table" and setup.turn_seconds is None and setup.rounds == 1
    return (
        table.phase == "waiting"
        and setup.public
        and plain
        and setup.grace_seconds is not None
        and (setup.game, setup.players) == (game, players)
        and not table.chairs_of(guest.id)
        and any(chair.kind == "open" and not chair.taken for chair in table.chairs)
    )


def _all_present(room: Room, now: int) -> bool:
    """Is everybody who sits there still here? A newcomer should not wait for somebody who does not come back."""
    away = room.attendance.away_since
    return all(away.get(chair.number, now) > now - ARRIVAL_MS for chair in room.table.persons)
