"""Which address opened which tables, so that no address fills the server or the lobby with them.

Addresses are kept in memory only, as long as the table is: they are never stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from ...errors import Refused
from ..process.rate_limits import Buckets

if TYPE_CHECKING:
    from ..process.settings import Settings
    from .room import Room

HOUR_S = 3600


class OpenedTable(Struct, frozen=True):
    """What the limits count of a table."""

    address: str
    guest: str
    in_lobby: bool
    """It waits for people in the lobby."""
    bots: bool


class TablesByAddress:
    """The rooms in memory, by the address that opened them."""

    def __init__(self, settings: Settings, clock: Callable[[], float]) -> None:
        self._settings, self._clock = settings, clock
        hourly = settings.max_tables_per_hour_of_an_address
        self._rates = Buckets(hourly / HOUR_S, hourly)
        self._rooms: dict[str, set[Room]] = {}
        self._public: set[Room] = set()
        self._under_way: list[OpenedTable] = []

    def add(self, room: Room) -> None:
        """A room has come into memory."""
        if room.opened_from:
            self._rooms.setdefault(room.opened_from, set()).add(room)
        if room.table.setup.public:
            self._public.add(room)

    def remove(self, room: Room) -> None:
        """A room has gone from memory."""
        self._public.discard(room)
        rooms = self._rooms.get(room.opened_from, set())
        rooms.discard(room)
        if not rooms:
            self._rooms.pop(room.opened_from, None)

    # ---- limits

    @contextmanager
    def opening(self, wanted: OpenedTable) -> Iterator[None]:
        """Around the opening of a table. Refuses an address that has opened too many, and a guest who fills the lobby.

        A table counts from here on, so that many requests at once do not get past the limits.
        """
        self._check(wanted)
        self._under_way.append(wanted)
        try:
            yield
        finally:
            self._under_way.remove(wanted)

    def _check(self, wanted: OpenedTable) -> None:
        settings = self._settings
        of_address = self._of_address(wanted.address)
        too_many = len(of_address) >= settings.max_tables_of_an_address
        if wanted.bots:
            with_bots = sum(one.bots for one in of_address)
            too_many |= with_bots >= settings.max_bot_tables_of_an_address
        if wanted.in_lobby:
            of_guest = sum(room.table.host == wanted.guest for room in self._public if room.table.phase == "waiting")
            of_guest += sum(one.in_lobby and one.guest == wanted.guest for one in self._under_way)
            too_many |= of_guest >= settings.max_waiting_tables_of_a_guest
            too_many |= sum(one.in_lobby for one in of_address) >= settings.max_waiting_tables_of_an_address
        if too_many or not self._rates.take(wanted.address, self._clock()):
            raise Refused("too-many-tables")

    def check_bots(self, room: Room) -> None:
        """Refuse a bot at another table of an address that has enough tables with bots."""
        with_bots = sum(one.bots for one in self._of_address(room.opened_from)) - _counted(room).bots
        if with_bots >= self._settings.max_bot_tables_of_an_address:
            raise Refused("too-many-tables")

    def _of_address(self, address: str) -> list[OpenedTable]:
        """The unfinished tables of an address, and those that it is opening now."""
        rooms = self._rooms.get(address, ())
        unfinished = [_counted(room) for room in rooms if room.table.phase not in ("over", "void")]
        return unfinished + [one for one in self._under_way if one.address == address]

    # ---- the lobby

    def public(self) -> Iterator[Room]:
        """The public tables: addresses take turns, each with its latest table first, so that none fills the list."""
        by_address: dict[str, list[Room]] = {}
        for room in sorted(self._public, key=lambda room: -room.table.changed):
            by_address.setdefault(room.opened_from or room.table.host, []).append(room)
        return _in_turn(by_address.values())


def _counted(room: Room) -> OpenedTable:
    table = room.table
    in_lobby = table.setup.public and table.phase == "waiting"
    return OpenedTable(room.opened_from, table.host, in_lobby, any(chair.kind == "bot" for chair in table.chairs))


def _in_turn(lists: Iterable[list[Room]]) -> Iterator[Room]:
    """The first of each list, then the second of each, and so on."""
    left = [iter(one) for one in lists]
    while left:
        going_on = []
        for rooms in left:
            if (room := next(rooms, None)) is not None:
                yield room
                going_on.append(rooms)
        left = going_on
