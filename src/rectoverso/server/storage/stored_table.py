"""What the database holds of one table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...table import events as e
from ...table.snapshot import Snapshot


class StoredTable(Struct, frozen=True):
    """A table's snapshot and the events after it, as text; without a snapshot, all its events."""

    written: Sequence[str]
    snapshot: Snapshot | None = None

    @property
    def game(self) -> str:
        """The name of its game; empty if the first event cannot be read."""
        if self.snapshot is not None:
            return self.snapshot.setup.game
        try:
            event = e.decode(self.written[0])
        except Exception:  # loading the table says what is wrong
            return ""
        return event.setup.game if isinstance(event, e.Opened) else ""
