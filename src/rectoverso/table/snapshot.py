"""A long table in short: what it was when a round had just ended, so that it need not be replayed from its first event.

A snapshot is never the truth. One of another layout, or of other rules, is ignored, and the log is replayed.
"""

from __future__ import annotations

import functools
import hashlib
from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from ..errors import BadInput
from ..games import game_named
from . import events as e
from .recent_past import copy_of
from .setup import Setup
from .table import Phase, Table
from .table_parts import Chair, FinishedRound, Note, Seating, Secrets, Step

MIN_EVENTS = 500
"""A snapshot follows the one before after at least this many events …"""
SHARE = 8
"""… and after an eighth of the log: snapshots grow with it, and so what is written stays in proportion to it."""

EVOLVE_VERSION = 1
"""Raise it when `evolve` makes another table of the same events: older snapshots are ignored then."""


class Snapshot(Struct, kw_only=True):
    """A table after the end of a round. Its fields are those of `Table`; all others follow from them."""

    layout: str
    n: int
    setup: Setup
    host: str
    rules: int
    opened: int
    changed: int
    phase: Phase
    position_n: int
    chairs: list[Chair]
    refs: dict[str, int]
    links: set[str]
    sat_down: dict[str, int]
    number: int
    match: int
    again_of: int | None
    secrets: Secrets | None
    order: list[int]
    seating: Seating
    steps: list[Step]
    turn_began: int
    asked_at: dict[int, int]
    wants: dict[int, bool]
    resigned: set[int]
    wants_stop: set[int]
    notes: list[Note]
    repeated: dict[int, int]
    finished: list[FinishedRound]


_FIELDS = tuple(name for name in Snapshot.__struct_fields__ if name != "layout")
_decoder = msgspec.json.Decoder(Snapshot)


@functools.cache
def layout() -> str:
    """Changes with every change to the fields of a snapshot, and with `EVOLVE_VERSION`."""
    described = msgspec.json.encode([EVOLVE_VERSION, msgspec.json.schema(Snapshot)], order="deterministic")
    return hashlib.sha256(described).hexdigest()[:16]


def is_due(table: Table, events: Sequence[e.AnyEvent], last: int) -> bool:
    """Whether a snapshot follows these events, which are about to happen; `last`: the number of the one before."""
    n = table.n + len(events)
    return isinstance(events[-1], e.RoundOver) and n - last >= max(MIN_EVENTS, n // SHARE)


def snapshot_after(table: Table, events: Sequence[e.AnyEvent]) -> str:
    """The table after these events, which end a round; the table itself stays as it is."""
    twin = copy_of(table)
    twin.refs = dict(table.refs)
    for event in events:
        twin.evolve(event)
    _forget_who_has_gone(twin)
    snapshot = Snapshot(layout=layout(), **{name: getattr(twin, name) for name in _FIELDS})
    return msgspec.json.encode(snapshot).decode()


def _forget_who_has_gone(table: Table) -> None:
    """Nothing is kept of guests without a chair: they may have deleted themselves, and could repeat no request."""
    here = {guest for chair in table.chairs for guest in chair.guests} | {table.host}
    table.refs = {ref: n for ref, n in table.refs.items() if ref.partition(":")[0] in here}
    table.sat_down = Counter({guest: count for guest, count in table.sat_down.items() if guest in here})


def read(written: str) -> Snapshot | None:
    """A stored snapshot; None if another version of the program or of the rules wrote it."""
    try:
        snapshot = _decoder.decode(written)
        rules = game_named(snapshot.setup.game).rules_version
    except (msgspec.MsgspecError, BadInput):
        return None
    return snapshot if snapshot.layout == layout() and snapshot.rules == rules else None


def restored(snapshot: Snapshot) -> Table:
    """The table as it was."""
    opened = e.Opened(t=snapshot.opened, setup=snapshot.setup, places=[], host=snapshot.host, rules=snapshot.rules)
    table = Table(opened)
    for name in _FIELDS:
        setattr(table, name, getattr(snapshot, name))
    table.sat_down, table.repeated = Counter(snapshot.sat_down), Counter(snapshot.repeated)
    table.round = table.replayed(snapshot.finished[-1])
    return table
