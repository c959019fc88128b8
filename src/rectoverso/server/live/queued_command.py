"""A command in the queue of a table, and who waits for the answer."""

from __future__ import annotations

import asyncio
from time import perf_counter

from msgspec import Struct, field

from ...table.commands import Command, PlayerCommand
from .reader import Reader


class QueuedCommand(Struct):
    """A command in the queue, and who waits for the answer: a reader, somebody who awaits `done`, or nobody."""

    command: Command
    guest: str = ""
    reader: Reader | None = None
    done: asyncio.Future[int] | None = None
    asked_at: float = field(default_factory=perf_counter)
    log_was_read: bool = False
    """It was about to be refused, and then decided again on all that other processes have written."""

    @property
    def id(self) -> str:
        """The id under which a player sent it."""
        return self.command.id if isinstance(self.command, PlayerCommand) else ""
