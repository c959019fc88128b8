"""What is written with the events: rows for the table, its chairs, a finished round, and now and then a snapshot."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import structlog

from ...table import events as e
from ...table.round_record import round_record
from ...table.snapshot import is_due, snapshot_after
from ...table.table import Table
from .table_write import RoundRow, SnapshotRow, TableRow

log = structlog.get_logger("tables")


def table_row(table: Table, phase: str, changed: int) -> TableRow:
    """The row of `tables`."""
    return TableRow(table.setup.game, table.rules, phase, table.setup.public, changed)


def new_holders(events: Sequence[e.AnyEvent]) -> list[tuple[str, int]]:
    """The guests who got a chair by these events, and when."""
    return [(event.guest, event.t) for event in events if isinstance(event, e.ChairTaken | e.ChairCarried)]


def round_row(table: Table, events: Sequence[e.AnyEvent], table_id: str) -> RoundRow | None:
    """The row of `rounds`, if these events end a round."""
    for event in events:
        if isinstance(event, e.RoundOver):
            finished = table.finished_round(event)
            return RoundRow(
                round=finished.number,
                game=table.setup.game,
                rules=table.rules,
                finished=event.t,
                result=msgspec.json.encode(event.result).decode(),
                record=msgspec.json.encode(round_record(table, finished, table_id)).decode(),
            )
    return None


def snapshot_row(table: Table, events: Sequence[e.AnyEvent], last: int) -> SnapshotRow | None:
    """The row of `snapshots`, if one is due after these events; `last`: the number of the one before."""
    if not is_due(table, events, last):
        return None
    try:
        return SnapshotRow(table.n + len(events), snapshot_after(table, events))
    except Exception:  # our bug, but a table can do without a snapshot
        log.exception("a snapshot could not be taken", n=table.n)
        return None
