"""Takes a guest out of a table's log: their ids and names. The log still replays to the same game."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from . import events as e
from .player_names import A_GUEST
from .setup import Place
from .table_parts import DELETED


def without_guest(log: Iterable[e.AnyEvent], guest: str) -> tuple[dict[int, e.AnyEvent], set[str]]:
    """The events that change when a guest is forgotten, by number; and the ids of the guest on all their devices."""
    eraser = _Eraser(guest)
    changed = {}
    for number, event in enumerate(log, 1):
        new = eraser.erase(event)
        if new != event:
            changed[number] = new
    return changed, eraser.ids


class _Eraser:
    """Goes through a log and knows which chairs the guest has, and which devices they carried them to."""

    def __init__(self, guest: str) -> None:
        self._guest = guest
        self.ids = {guest}
        self._chairs: set[int] = set()

    def erase(self, event: e.AnyEvent) -> e.AnyEvent:
        """The event without the guest."""
        new = self._without_names(event)
        if event.ref.partition(":")[0] in self.ids:
            new = replace(new, ref="")
        return new

    def _without_names(self, event: e.AnyEvent) -> e.AnyEvent:
        match event:
            case e.Opened():
                self._chairs = {n for n, place in enumerate(event.places, 1) if place.guest == self._guest}
                host = DELETED if event.host == self._guest else event.host
                return replace(event, host=host, places=[self._place(place) for place in event.places])
            case e.ChairTaken() if event.guest == self._guest:
                self._chairs.add(event.chair)
                return replace(event, guest=DELETED, name=A_GUEST)
            case e.ChairTaken() | e.ChairLeft() | e.BotSeated():
                self._chairs.discard(event.chair)
            case e.ChairCarried() if event.chair in self._chairs or event.guest == self._guest:
                self.ids.add(event.guest)
                return replace(event, guest=DELETED)
            case e.DeviceRevoked() if event.guest in self.ids:
                return replace(event, guest=DELETED)
            case e.Renamed() if event.chair in self._chairs:
                return replace(event, name=A_GUEST)
        return event

    def _place(self, place: Place) -> Place:
        return replace(place, guest=DELETED, name=A_GUEST) if place.guest == self._guest else place
