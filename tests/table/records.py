"""Records of rounds played without a server, and logs of older versions."""

from __future__ import annotations

from typing import Any

from rectoverso.table import events as e
from rectoverso.table import fair
from rectoverso.table.round_record import round_record
from rectoverso.table.setup import Place, Setup
from rectoverso.table.table import replay
from tests.table.evening import START, Evening, nonce


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


def old_log(*more: e.AnyEvent) -> list[e.AnyEvent]:
    """As older versions stored it: chair 2 committed, and opened nothing."""
    setup = Setup(game="nummerus", players=2, options={}, random_seats=True)
    places = [Place("person", guest=f"g{chair}", name=f"P{chair}") for chair in (1, 2)]
    seed = "44" * 32
    events: list[e.AnyEvent] = [
        e.Opened(t=START, setup=setup, places=places, host="g1", rules=1),
        e.Preparing(t=START, seed=seed, commitment=fair.commitment_to_seed(seed), until=START + 10_000),
        e.Committed(t=START, chair=1, commitment=fair.commitment_to_nonce(nonce(1))),
        e.Committed(t=START, chair=2, commitment=fair.commitment_to_nonce(nonce(2))),
        e.Opening(t=START, until=START + 10_000),
        e.NonceOpened(t=START, chair=1, nonce=nonce(1)),
        *more,
    ]
    return events


def continued(log: list[e.AnyEvent]) -> Evening:
    """A table that goes on from a stored log."""
    evening = Evening("nummerus", "person", "person", random_seats=True)
    evening.log, evening.table = log, replay([e.decode(e.encode(event)) for event in log])
    evening.settle()
    return evening
