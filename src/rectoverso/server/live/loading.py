"""Makes a table from what is stored of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import structlog

from ...table import events as e
from ...table.recent_past import RecentPast, replay_keeping_past
from ...table.snapshot import restored
from ...table.table import Table
from ..storage.stored_table import StoredTable

log = structlog.get_logger("tables")

Loaded = tuple[Table, RecentPast]


def load(id: str, stored: StoredTable, read_log: Callable[[str], Sequence[str]]) -> Loaded | None:
    """The table and its recent past: from its snapshot, or else from its whole log."""
    if stored.snapshot is None:
        return load_from_log(id, stored.written)
    try:
        return replay_keeping_past([e.decode(event) for event in stored.written], restored(stored.snapshot))
    except Exception as error:  # the log is the truth
        log.error("a snapshot cannot be used", table=id, n=stored.snapshot.n, error=type(error).__name__)
        return load_from_log(id, read_log(id))


def load_from_log(id: str, written: Sequence[str]) -> Loaded | None:
    """The table after its log, and its recent past; None if not even the first event can be read."""
    try:
        return replay_keeping_past([e.decode(event) for event in written])
    except Exception as error:  # other rules wrote this log: the table is void
        log.error("a log cannot be replayed", table=id, error=type(error).__name__)
    try:
        opened = e.decode(written[0])
        assert isinstance(opened, e.Opened)
        table = Table(opened)
    except Exception as error:  # the game is no longer installed
        log.error("a table cannot be opened", table=id, error=type(error).__name__)
        return None
    table.n, table.rules = len(written), -1
    return table, RecentPast(table)
