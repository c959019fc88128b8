"""The lists of tables: the lobby, and my games."""

from __future__ import annotations

import asyncio
from itertools import islice

from ...table.table_parts import FinishedRound
from ..live.room import Room
from ..live.tables import MAX_LISTED, Tables
from ..messages import http as http_messages
from ..messages.common import Level
from ..process.auth import Guest


def _levels(room: Room) -> list[Level | None]:
    return [chair.level if chair.kind == "bot" else None for chair in room.table.chairs]


async def lobby(tables: Tables) -> http_messages.Lobby:
    """Public tables: those that wait, and those that may be watched."""
    await tables.peers.load_public()
    waiting = (room for room in tables.openings.public() if room.table.phase == "waiting")
    playing = (room for room in tables.openings.public() if _to_watch(room))
    return http_messages.Lobby(
        [_lobby_table(room) for room in islice(waiting, MAX_LISTED)],
        [_lobby_table(room) for room in islice(playing, MAX_LISTED)],
    )


def _to_watch(room: Room) -> bool:
    return room.table.setup.watching and room.table.phase in ("committing", "opening", "playing")


def _lobby_table(room: Room) -> http_messages.LobbyTable:
    table = room.table
    return http_messages.LobbyTable(
        table=room.id,
        setup=table.setup,
        phase=table.phase,
        names=[chair.name for chair in table.chairs],
        levels=_levels(room),
        open=[chair.number for chair in table.chairs if chair.kind == "open" and not chair.taken],
        since=table.opened,
        watchers=room.watchers(),
    )


async def my_tables(tables: Tables, guest: Guest) -> http_messages.MyTables:
    """My games, the latest first."""
    found = []
    ids = await asyncio.to_thread(tables.store.tables_of, guest.id, MAX_LISTED)
    await tables.peers.refresh(*(tables.rooms[id] for id in ids if id in tables.rooms))
    for id in ids:
        room = tables.rooms.get(id) or await tables.room(id)
        if room is not None and (chairs := room.table.chairs_of(guest.id)):
            found.append(_my_table(room, chairs))
    return http_messages.MyTables(sorted(found, key=lambda table: -table.changed))


def _my_table(room: Room, chairs: list[int]) -> http_messages.MyTable:
    table = room.table
    mover = table.to_move
    return http_messages.MyTable(
        table=room.id,
        setup=table.setup,
        phase=table.phase,
        chairs=chairs,
        names=[chair.name for chair in table.chairs],
        levels=_levels(room),
        my_turn=room.bots_wait or (mover is not None and mover.number in chairs and not mover.bot_plays),
        changed=table.changed,
        round=table.number,
        result=table.finished[-1].result if table.phase == "over" and table.finished else None,
        ranks=table.ranks() if table.phase == "over" else None,
        played=[_played(finished) for finished in table.finished],
        notice=table.notice,
    )


def _played(finished: FinishedRound) -> http_messages.PlayedRound:
    scores, ranks = finished.by_chair(finished.result.scores), finished.by_chair(finished.result.ranks)
    return http_messages.PlayedRound(finished.number, finished.at, scores, ranks)
