"""What one table wants written: its next events, and the rows that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from ...table import events as e


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


class TableWrite(Struct):
    """What one table wants written: its next events, and the rows that follow from them."""

    table: str
    first: int
    """The number of the first of these events."""
    events: Sequence[e.AnyEvent]
    done: Callable[[bool], None]
    """Called after the commit: True when it is on the disk, False when it could not be written."""
    table_row: TableRow | None = None
    holders: Sequence[tuple[str, int]] = ()
    round_row: RoundRow | None = None


Outcomes = list[tuple[Callable[[bool], None], bool]]
"""For each write of a commit: its `done`, and whether it was stored."""
