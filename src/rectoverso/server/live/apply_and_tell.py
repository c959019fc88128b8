"""An event happens at a table, now or once more for a reader who comes back."""

from __future__ import annotations

from collections.abc import Sequence

from ...table import events as e
from ...table.recent_past import RecentPast
from ...table.table import Table
from .queued_command import QueuedCommand
from .reader import Reader
from .teller import NEW_POSITION, Teller

MAX_MISSED_EVENTS, MAX_MISSED_POSITIONS = 50, 4
"""A reader who missed more events than this, or more that bring a whole position, gets a fresh view instead."""


def apply_and_tell(
    table: Table,
    teller: Teller,
    event: e.AnyEvent,
    readers: Sequence[Reader],
    request: QueuedCommand | None = None,
) -> None:
    """Note what the readers have seen so far, apply an event, then tell them of it and of the request it answers."""
    before = teller.viewpoints(readers) if isinstance(event, e.Moved) else ()
    table.evolve(event)
    if request is None:
        teller.tell(event, readers, before)
    else:
        teller.tell(event, readers, before, request.reader, request.id)


def can_resume(past: RecentPast, n: int, reader: Reader, have: int) -> bool:
    """Can a reader who has event `have` of a table with `n` events go on from there?

    A reader who has taken a chair since then sees more than before, and needs a fresh view.
    """
    if not past.reaches(have) or n - have > MAX_MISSED_EVENTS:
        return False
    missed = past.since(have)
    if sum(isinstance(event, NEW_POSITION) for event in missed) > MAX_MISSED_POSITIONS:
        return False
    return not any(isinstance(event, e.ChairTaken | e.ChairCarried) and event.guest == reader.guest for event in missed)
