"""What can be played here, the lobby, my games, and finished games step by step."""

from __future__ import annotations

import asyncio
from typing import Any

from ..errors import BadInput
from ..games import GAMES, game_named
from ..games.game import Game, Option
from ..games.record import from_record
from ..games.round import Round
from ..words import YOU, say
from . import forms
from .auth import Guest
from .house import MOST_LISTED, House
from .nouns import Level
from .room import Room

MOST_REPLAYED = 3000
"""Moves of a record that is shown step by step."""


def games() -> list[forms.GameInfo]:
    """The games with their options."""
    return [_game(game_named(name)) for name in GAMES]


def _game(game: Game) -> forms.GameInfo:
    return forms.GameInfo(
        name=game.name,
        players=list(game.players),
        options=[_option(option) for option in game.options],
        hidden=game.two_faced,
        vote=bool(game.extra_moves),
    )


def _option(option: Option) -> forms.OptionInfo:
    numbers = isinstance(option.values, range)
    return forms.OptionInfo(
        name=option.name,
        values=None if numbers else list(option.values),
        range=(option.values[0], option.values[-1]) if isinstance(option.values, range) else None,
        default=option.default,
        players=None if option.players is None else list(option.players),
    )


# ---- tables


def _levels(room: Room) -> list[Level | None]:
    return [chair.level if chair.kind == "bot" else None for chair in room.table.chairs]


async def lobby(house: House) -> forms.Lobby:
    """Public tables: those that wait, and those that may be watched."""
    waiting, playing = [], []
    for id in await asyncio.to_thread(house.store.public_tables, MOST_LISTED):
        room = await house.room(id)
        if room is None or not room.table.setup.public:
            continue
        if room.table.phase == "waiting":
            waiting.append(_in_lobby(room))
        elif room.table.setup.watching and room.table.phase in ("committing", "opening", "playing"):
            playing.append(_in_lobby(room))
    return forms.Lobby(waiting, playing)


def _in_lobby(room: Room) -> forms.LobbyTable:
    table = room.table
    return forms.LobbyTable(
        table=room.id,
        setup=table.setup,
        phase=table.phase,
        names=[chair.name for chair in table.chairs],
        levels=_levels(room),
        open=[chair.number for chair in table.chairs if chair.kind == "open" and not chair.taken],
        since=table.opened,
        watchers=room.watchers(),
    )


async def mine(house: House, guest: Guest) -> forms.MyTables:
    """My games, the latest first."""
    found = []
    for id in await asyncio.to_thread(house.store.tables_of, guest.id, MOST_LISTED):
        room = await house.room(id)
        if room is not None and (chairs := room.table.chairs_of(guest.id)):
            found.append(_my_table(room, chairs))
    return forms.MyTables(sorted(found, key=lambda table: -table.changed))


def _my_table(room: Room, chairs: list[int]) -> forms.MyTable:
    table = room.table
    mover = table.to_move
    return forms.MyTable(
        table=room.id,
        setup=table.setup,
        phase=table.phase,
        chairs=chairs,
        names=[chair.name for chair in table.chairs],
        levels=_levels(room),
        my_turn=mover is not None and mover.number in chairs and not mover.bot_plays,
        changed=table.changed,
        round=table.number,
        result=table.played[-1].result if table.phase == "over" and table.played else None,
        notice=table.notice,
    )


# ---- replays


def replay_steps(asked: forms.ReplayRecord) -> forms.Replay:
    """A game step by step, as a seat saw it then, or with every face open."""
    moves = asked.record.get("moves")
    if isinstance(moves, list) and len(moves) > MOST_REPLAYED:
        raise BadInput(f"moves: {len(moves)} are more than the {MOST_REPLAYED} that are shown step by step")
    whole = from_record(asked.record)
    if isinstance(asked.seat, int) and asked.seat > whole.players:
        raise BadInput(f"seat: the game has {whole.players} players, so a seat is from 1 to {whole.players}")
    round = Round(whole.game, whole.players, whole.deal, whole.options)
    start = round.game.table(round.game.glance(round.seen_or_all(asked.seat)))
    called = _names(asked, whole.players)
    steps = [_step(round, number, asked, called) for number in whole.numbers]
    options = whole.game.changed_options(whole.options)
    return forms.Replay(whole.game.name, whole.players, options, asked.seat, start, steps, whole.result)


def _names(asked: forms.ReplayRecord, players: int) -> list[str]:
    given: Any = asked.record.get("names")
    usual = [say(asked.lang, "player_seat", seat=seat) for seat in range(1, players + 1)]
    if not isinstance(given, list) or len(given) != players:
        given = usual
    called = [
        name[:40].replace(YOU, "") if isinstance(name, str) and name else usual[at] for at, name in enumerate(given)
    ]
    return [YOU if seat == asked.seat else name for seat, name in enumerate(called, 1)]


def _step(round: Round, number: int, asked: forms.ReplayRecord, called: list[str]) -> forms.ReplayStep:
    """Where every face is open, the log tells a move as the one who made it saw it."""
    mover = round.turn or 0
    teller = mover if asked.seat == "all" else asked.seat
    told = round.watch_number(number, [teller])[teller]
    return forms.ReplayStep(
        at=len(round.numbers),
        seat=mover,
        move=round.game.text(number),
        told=told,
        text=round.game.said(told, asked.lang, called),
        board=round.game.table(round.game.glance(round.seen_or_all(asked.seat))),
    )
