"""A finished round as a record (docs/records.md), with its proof."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from ..games.game_record import write_parts, write_result
from .proof import proof_of
from .table import Table
from .table_parts import FinishedRound


def round_record(table: Table, finished: FinishedRound, table_id: str) -> dict[str, Any]:
    """The record of a finished round of this table."""
    extra: dict[str, Any] = {"names": finished.names}
    extra["played"] = datetime.fromtimestamp(finished.at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if table.setup.rounds > 1 and finished.again is None:
        others = [other for other in table.finished if other.match == finished.match and other.again is None]
        extra["match"] = f"{table_id}/{finished.match}"
        extra["round"] = sum(other.number < finished.number for other in others) + 1
    if finished.ended:
        chair, why = next(iter(finished.ended.items()))
        extra["ended"] = {"seat": finished.order.index(chair) + 1, "by": why}
    extra["proof"] = msgspec.to_builtins(proof_of(table, finished))
    game, setup = table.game, table.setup
    options = game.options_of(setup.players, setup.options)
    record = write_parts(game, setup.players, options, finished.deal, finished.moves)
    write_result(record, finished.result, finished.stopped)
    return record | extra
