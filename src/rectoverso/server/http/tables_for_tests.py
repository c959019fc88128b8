"""For tests only: opens a table at a position of a record, with the deal of the record. The route exists only where
the server is repeatable (process/seeds_for_tests.py). The page finds at the end
that this deal does not follow from secrets.
"""

from __future__ import annotations

from typing import Any

from litestar import post
from litestar.params import JSONBody
from msgspec import Struct

from ...errors import BadInput, Refused
from ...games.game_record import from_record
from ...games.round import Round
from ...table import events as e
from ...table.fair import commitment_to_seed
from ...table.player_names import clean
from ...table.setup import Level, Memory, Place, Setup
from ..live.tables import Tables
from ..messages.http import TableOpened
from ..process.auth import Guest
from .joining_tables import seat_links
from .routes import AnyRequest, address_of, guest_of, tables_of


class RecordChair(Struct, forbid_unknown_fields=True):
    """Who sits on a chair: a bot of a level, the guest with this cookie, else the guest who asks."""

    level: Level | None = None
    cookie: str | None = None
    name: str | None = None
    """What the person is called here; None: their name."""


class OpenRecord(Struct, forbid_unknown_fields=True):
    """Open a table at a position of a record; chair and seat are the same here."""

    record: dict[str, Any]
    at: int
    """How many moves of the record have been made."""
    chairs: list[RecordChair]
    memory: Memory = "table"
    turn_seconds: int | None = None
    watching: bool = True
    rounds: int = 1
    daily: str | None = None
    puzzle: bool = False


@post("/api/test/tables", include_in_schema=False)
async def open_record(request: AnyRequest, data: JSONBody[OpenRecord]) -> TableOpened:
    """Open a table at a position of a record."""
    tables, guest = tables_of(request), guest_of(request)
    round = from_record(data.record).at(data.at)
    if len(data.chairs) != round.players:
        raise BadInput(f"chairs: the record has {round.players} players, not {len(data.chairs)}")
    tables.compilation.check(round.game.name)
    places = [_place(tables, guest, chair) for chair in data.chairs]
    setup = Setup(
        game=round.game.name,
        players=round.players,
        options=round.game.changed_options(round.options),
        memory=data.memory,
        turn_seconds=data.turn_seconds,
        watching=data.watching,
        rounds=data.rounds,
        random_seats=False,
        daily=data.daily,
        puzzle=data.puzzle,
    )
    room = await tables.open(setup, places, guest.id, address_of(request), _events(round, places, tables.now()))
    return TableOpened(room.id, room.table.chairs_of(guest.id), seat_links(tables, room))


def _place(tables: Tables, guest: Guest, chair: RecordChair) -> Place:
    if chair.level is not None:
        return Place("bot", level=chair.level)
    person = guest if chair.cookie is None else tables.signer.guest(chair.cookie)
    if person is None:
        raise Refused("not-signed-in")
    return Place("person", guest=person.id, name=clean(chair.name) if chair.name else person.name)


def _events(round: Round, places: list[Place], now: int) -> list[e.AnyEvent]:
    """A deal in which nobody takes part but the record, then its moves."""
    seed = "00" * 32
    preparing = e.Preparing(t=now, seed=seed, commitment=commitment_to_seed(seed), until=now)
    dealt = e.Dealt(t=now, deal=round.record()["deal"])
    moves = [
        e.Moved(t=now, chair=0, move=move)
        if move in round.game.extra_moves
        else e.Moved(t=now, chair=seat, move=move, bot=places[seat - 1].kind == "bot")
        for move, seat in zip(round.moves, round.movers, strict=True)
    ]
    return [preparing, e.Opening(t=now, until=now), dealt, *moves]
