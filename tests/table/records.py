"""Records of rounds played without a server."""

from __future__ import annotations

from typing import Any

from rectoverso.table.round_record import round_record
from tests.table.evening import Evening


def played(evening: Evening, *chairs: int) -> dict[str, Any]:
    """The record of the next round, into which these chairs bring nonces."""
    if evening.table.phase == "over":
        evening.want_again()
    evening.commit(*chairs)
    evening.open(*chairs)
    return finish(evening)


def finish(evening: Evening) -> dict[str, Any]:
    """The record of the present round, played to its end."""
    evening.play_out()
    table = evening.table
    return round_record(table, table.finished[-1], "t")
