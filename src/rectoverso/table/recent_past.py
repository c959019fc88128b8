"""The recent past of a table, kept in memory: readers who come back are told what they missed, however long the log is.

Copies of the table are kept from time to time, so that only a few events have to happen again.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from . import events as e
from .table import Table, replay

EVENTS_KEPT = 100
"""At least this many of the last events are kept, and at most about twice as many."""


class RecentPast:
    """The last events of a table, and the table before them."""

    def __init__(self, table: Table) -> None:
        self._begin(table)

    def _begin(self, table: Table) -> None:
        self._older = self._newer = copy_of(table)
        self._events: list[e.AnyEvent] = []
        """All events after `_older`."""

    def add(self, event: e.AnyEvent, table: Table) -> None:
        """An event has happened at the table. What was before somebody deleted themselves is forgotten with them."""
        if isinstance(event, e.GuestDeleted):
            self._begin(table)
            return
        self._events.append(event)
        if table.n - self._newer.n >= EVENTS_KEPT:
            del self._events[: self._newer.n - self._older.n]
            self._older, self._newer = self._newer, copy_of(table)

    def reaches(self, n: int) -> bool:
        """Whether the table after event number n is known."""
        return self._older.n <= n <= self._older.n + len(self._events)

    def since(self, n: int) -> Sequence[e.AnyEvent]:
        """The events after number n."""
        return self._events[n - self._older.n :]

    def at(self, n: int) -> Table:
        """The table after event number n, to be told from."""
        start = self._newer if self._newer.n <= n else self._older
        table = copy_of(start)
        for event in self._events[start.n - self._older.n : n - self._older.n]:
            table.evolve(event)
        return table


def replay_keeping_past(log: Sequence[e.AnyEvent], start: Table | None = None) -> tuple[Table, RecentPast]:
    """The table after all events of a log, and its recent past; `start`: the table before the first of them."""
    begun = max(0 if start else 1, len(log) - EVENTS_KEPT)
    table = start or replay(log[:begun])
    if start:
        for event in log[:begun]:
            table.evolve(event)
    past = RecentPast(table)
    for event in log[begun:]:
        table.evolve(event)
        past.add(event, table)
    return table, past


def copy_of(table: Table) -> Table:
    """A second table in the same state, without the requests it knows: nobody sends requests to a copy."""
    twin = copy.copy(table)
    twin.refs = {}
    for name, value in vars(table).items():
        if isinstance(value, list | dict | set) and name != "refs":
            setattr(twin, name, value.copy())
    twin.chairs, twin.vote = copy.deepcopy((table.chairs, table.vote))
    if table.phase in ("committing", "opening"):  # once the cards are dealt, nothing changes secrets any more
        twin.secrets = copy.deepcopy(table.secrets)
    twin.round = None if table.round is None else table.round.copy()
    return twin
