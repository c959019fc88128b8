"""For the one process of an SQLite database: there are no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..storage.event_store import Store

if TYPE_CHECKING:
    from ..messages.common import Reaction
    from .room import Room


class NoPeers:
    """No other processes: this one runs everything, and knows all events."""

    may_be_behind = False
    first = True

    def __init__(self, store: Store) -> None:
        self.games_to_resume = store.running

    def runs(self, table: str) -> bool:
        """Always."""
        return True

    def ask_to_run(self, room: Room) -> None:
        """A single process runs every table."""

    def read_log(self, room: Room) -> None:
        """Nobody else should have written: the table is rebuilt."""
        room.cannot_catch_up()

    async def refresh(self, *rooms: Room) -> None:
        """They are up to date."""

    async def load_public(self) -> None:
        """A single process has loaded every table."""

    def loaded(self, room: Room) -> None:
        """Nobody else has it."""

    def unloaded(self, table: str) -> None:
        """A single process holds no leases."""

    def deleted(self, table: str) -> None:
        """Nobody else has it."""

    def tell_presence(self, room: Room) -> None:
        """Nobody else is interested."""

    def tell_reaction(self, room: Room, chair: int, reaction: Reaction, ref: str) -> None:
        """Nobody else is interested."""

    async def close(self) -> None:
        """Nobody is told."""
