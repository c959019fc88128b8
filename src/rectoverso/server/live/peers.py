"""What a table asks of the other processes that share its database; on SQLite there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ..messages.common import Reaction
    from .room import Room


class Peers(Protocol):
    """The other processes, as the tables of this one see them."""

    def games_to_resume(self) -> list[str]:
        """The tables to load when this process starts."""

    def runs(self, table: str) -> bool:
        """Whether this process runs the bots and clocks of a table."""

    def ask_to_run(self, room: Room) -> None:
        """Run the bots and clocks of a table here, if no other process does; the room is told."""

    @property
    def may_be_behind(self) -> bool:
        """Whether others may have written events that this process does not know yet."""

    @property
    def first(self) -> bool:
        """Whether this process does the jobs that only one process needs to do."""

    def read_log(self, room: Room) -> None:
        """Read what others have written; the room gets it."""

    async def refresh(self, *rooms: Room) -> None:
        """Wait until rooms know all events that were written before now."""

    async def load_public(self) -> None:
        """Load the public tables that other processes have opened."""

    def loaded(self, room: Room) -> None:
        """A room was loaded from its log."""

    def unloaded(self, table: str) -> None:
        """A room has gone from memory."""

    def deleted(self, table: str) -> None:
        """A table was deleted."""

    def tell_presence(self, room: Room) -> None:
        """Somebody came or went."""

    def tell_reaction(self, room: Room, chair: int, reaction: Reaction, ref: str) -> None:
        """A player has reacted."""

    async def close(self) -> None:
        """This process stops."""
