"""The lobby, my games, and finished games step by step."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec import UNSET, UnsetType

from ...errors import BadInput
from ...games.generic import GenericBoard, generic_board
from ...games.record import from_record
from ...games.round import Round
from ...words import YOU, say
from ..live.room import Room
from ..live.tables import MAX_LISTED, Tables
from ..messages import http as http_messages
from ..messages.common import Level
from .auth import Guest

MAX_REPLAYED = 3000
"""Moves of a record that is shown step by step."""


# ---- tables


def _levels(room: Room) -> list[Level | None]:
    return [chair.level if chair.kind == "bot" else None for chair in room.table.chairs]


async def lobby(tables: Tables) -> http_messages.Lobby:
    """Public tables: those that wait, and those that may be watched."""
    waiting, playing = [], []
    for id in await asyncio.to_thread(tables.store.public_tables, MAX_LISTED):
        room = await tables.room(id)
        if room is None or not room.table.setup.public:
            continue
        if room.table.phase == "waiting":
            waiting.append(_in_lobby(room))
        elif room.table.setup.watching and room.table.phase in ("committing", "opening", "playing"):
            playing.append(_in_lobby(room))
    return http_messages.Lobby(waiting, playing)


def _in_lobby(room: Room) -> http_messages.LobbyTable:
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


async def mine(tables: Tables, guest: Guest) -> http_messages.MyTables:
    """My games, the latest first."""
    found = []
    for id in await asyncio.to_thread(tables.store.tables_of, guest.id, MAX_LISTED):
        room = await tables.room(id)
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
        my_turn=mover is not None and mover.number in chairs and not mover.bot_plays,
        changed=table.changed,
        round=table.number,
        result=table.finished[-1].result if table.phase == "over" and table.finished else None,
        notice=table.notice,
    )


# ---- replays


def replay_steps(asked: http_messages.ReplayRecord) -> http_messages.Replay:
    """A game step by step, as a seat saw it then, or with every face open."""
    moves = asked.record.get("moves")
    if isinstance(moves, list) and len(moves) > MAX_REPLAYED:
        raise BadInput(f"moves: {len(moves)} are more than the {MAX_REPLAYED} that are shown step by step")
    whole = from_record(asked.record)
    if isinstance(asked.seat, int) and asked.seat > whole.players:
        raise BadInput(f"seat: the game has {whole.players} players, so a seat is from 1 to {whole.players}")
    round = Round(whole.game, whole.players, whole.deal, whole.options)
    start = round.game.board(round.game.observed(round.seen_or_all(asked.seat)))
    called = _names(asked, whole.players)
    generic = _generic(round, asked, called)
    steps = [_step(round, number, asked, called) for number in whole.numbers]
    options = whole.game.changed_options(whole.options)
    return http_messages.Replay(
        whole.game.name, whole.players, options, asked.seat, start, steps, whole.result, generic
    )


def _generic(round: Round, asked: http_messages.ReplayRecord, called: list[str]) -> GenericBoard | UnsetType:
    """The position as groups of pieces, without buttons."""
    if round.game.pieces is None:
        return UNSET
    observed = round.game.observed(round.seen_or_all(asked.seat))
    return generic_board(round.game, observed, [], asked.lang, called)


def _names(asked: http_messages.ReplayRecord, players: int) -> list[str]:
    given: Any = asked.record.get("names")
    usual = [say(asked.lang, "player_seat", seat=seat) for seat in range(1, players + 1)]
    if not isinstance(given, list) or len(given) != players:
        given = usual
    called = [
        name[:40].replace(YOU, "") if isinstance(name, str) and name else usual[at] for at, name in enumerate(given)
    ]
    return [YOU if seat == asked.seat else name for seat, name in enumerate(called, 1)]


def _step(round: Round, number: int, asked: http_messages.ReplayRecord, called: list[str]) -> http_messages.ReplayStep:
    """Where every face is open, the log tells a move as the one who made it saw it."""
    mover = round.turn or 0
    teller = mover if asked.seat == "all" else asked.seat
    told = round.watch_number(number, [teller])[teller]
    return http_messages.ReplayStep(
        at=len(round.numbers),
        seat=mover,
        move=round.game.text(number),
        told=told,
        text=round.game.in_words(told, asked.lang, called),
        board=round.game.board(round.game.observed(round.seen_or_all(asked.seat))),
        generic=_generic(round, asked, called),
    )
