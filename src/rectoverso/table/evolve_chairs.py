"""What events change about who sits where: the part of `evolve` that concerns chairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import events as e
from .player_names import A_GUEST
from .table_parts import DELETED

if TYPE_CHECKING:
    from .table import Table


def chair_taken(table: Table, event: e.ChairTaken) -> None:
    """A person sits down."""
    chair = table.chair(event.chair)
    chair.guests, chair.name = [event.guest], event.name
    table.sat_down[event.guest] += 1


def chair_carried(table: Table, event: e.ChairCarried) -> None:
    """A person goes on with a chair on another device."""
    chair = table.chair(event.chair)
    table.links.add(event.link)
    if event.guest not in chair.guests:
        chair.guests.append(event.guest)


def device_revoked(table: Table, event: e.DeviceRevoked) -> None:
    """A device loses a chair."""
    chair = table.chair(event.chair)
    chair.guests = [guest for guest in chair.guests if guest != event.guest]


def guest_deleted(table: Table, event: e.GuestDeleted) -> None:
    """The chairs stay taken, as if the guest had left for good."""
    for number in event.chairs:
        chair = table.chair(number)
        _forget_requests(table, chair.guests)
        chair.guests, chair.name = [DELETED], A_GUEST
        chair.ended, chair.level = "left", event.level
        table.wants.pop(number, None)
        for played in table.finished:
            played.names[played.order.index(number)] = A_GUEST
    if event.host:
        table.host = DELETED


def _forget_requests(table: Table, guests: list[str]) -> None:
    """Forget what these guests asked for, by their ids; they can repeat nothing any more."""
    table.refs = {ref: n for ref, n in table.refs.items() if ref.partition(":")[0] not in guests}
    for guest in guests:
        table.sat_down.pop(guest, None)


def chair_left(table: Table, event: e.ChairLeft) -> None:
    """The chair is free again."""
    chair = table.chair(event.chair)
    chair.guests, chair.name = [], None


def bot_seated(table: Table, event: e.BotSeated) -> None:
    """A bot sits down."""
    chair = table.chair(event.chair)
    chair.kind, chair.level, chair.guests, chair.name = "bot", event.level, [], None


def renamed(table: Table, event: e.Renamed) -> None:
    """A person has another name."""
    table.chair(event.chair).name = event.name
