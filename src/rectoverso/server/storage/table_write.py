"""What one table wants written: its next events, and the rows that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from ...table import events as e

Outcome = Literal["stored", "overtaken", "failed"]
"""What became of a write: it is on the disk; another process was first with these numbers; or the database failed."""


class TableRow(Struct, frozen=True):
    """A table's row of `tables`."""

    game: str
    rules: int
    phase: str
    public: bool
    changed: int


class RoundRow(Struct, frozen=True):
    """A finished round's row of `rounds`."""

    round: int
    game: str
    rules: int
    finished: int
    result: str
    record: str


class SnapshotRow(Struct, frozen=True):
    """A long table's row of `snapshots`."""

    n: int
    snapshot: str


class TableWrite(Struct):
    """What one table wants written: its next events, and the rows that follow from them."""

    table: str
    first: int
    """The number of the first of these events."""
    events: Sequence[e.AnyEvent]
    done: Callable[[Outcome], None]
    """Called after the commit, or after the attempt."""
    table_row: TableRow | None = None
    holders: Sequence[tuple[str, int]] = ()
    round_row: RoundRow | None = None
    snapshot_row: SnapshotRow | None = None


Outcomes = list[tuple[Callable[[Outcome], None], Outcome]]
"""For each write of a commit: its `done`, and what became of it."""
