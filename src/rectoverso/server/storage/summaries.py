"""What is kept beside the events: a line a table, who has a chair where, and the record of each finished round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ...table import events as e
from ...table import fair
from ...table.state import FinishedRound
from ...table.table import Table
from .event_store import Finished, Summary


def summary(table: Table, phase: str, changed: int) -> Summary:
    """The line of `tables`."""
    return Summary(table.setup.game, table.rules, phase, table.setup.public, changed)


def holders(events: Sequence[e.AnyEvent]) -> list[tuple[str, int]]:
    """Who has got a chair by these events."""
    return [(event.guest, event.t) for event in events if isinstance(event, e.ChairTaken | e.ChairCarried)]


def finished(table: Table, events: Sequence[e.AnyEvent], id: str) -> Finished | None:
    """A round that these events end, with its record."""
    for event in events:
        if isinstance(event, e.RoundOver):
            played = table.finished_round(event)
            return Finished(
                round=played.number,
                game=table.setup.game,
                rules=table.rules,
                finished=event.t,
                result=msgspec.json.encode(event.result).decode(),
                record=msgspec.json.encode(record(table, played, id)).decode(),
            )
    return None


def record(table: Table, played: FinishedRound, id: str) -> dict[str, Any]:
    """A finished round as a record (docs/records.md), with its proof."""
    from datetime import UTC, datetime

    extra: dict[str, Any] = {"names": played.names}
    extra["played"] = datetime.fromtimestamp(played.at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if table.setup.rounds > 1 and played.again is None:
        before = [other for other in table.finished if other.match == played.match and other.again is None]
        extra |= {"match": f"{id}/{played.match}", "round": sum(b.number < played.number for b in before) + 1}
    if played.ended:
        chair, why = next(iter(played.ended.items()))
        extra["ended"] = {"seat": played.order.index(chair) + 1, "by": why}
    secrets = played.secrets
    nonces = secrets.by_chair(len(played.order))
    extra["proof"] = msgspec.to_builtins(fair.Proof(fair.SCHEME, secrets.commitment, secrets.seed, nonces))
    return played.round.record(**extra)
