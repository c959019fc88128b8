"""The database schema. The events are the truth; everything else can be derived from them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, Table, Text

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("ref", Text, nullable=True),
    Column("event", Text, nullable=False),
)
"""The log of every table, numbered without gaps.

No request is stored twice, and that needs no index: a server that writes number n has all events before it, and so
knows their requests (`Table.refs`); a server that does not finds number n already taken.
"""

tables = Table(
    "tables",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("phase", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("tables_phase", "phase", "changed"),
)
"""One row per table, to find those that wait for players and those that go on after a restart."""

holders = Table(
    "holders",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("since", BigInteger, nullable=False),
)
"""Which guest holds a chair at which table: "my games"."""

rounds = Table(
    "rounds",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("result", Text, nullable=False),
    Column("record", Text, nullable=False),
    Index("rounds_game", "game", "finished"),
)
"""Finished rounds: result, version of the rules, and the whole record."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, nullable=False),
    Column("snapshot", Text, nullable=False),
)
"""The last snapshot of a long table, after event number n: it saves replaying the events before."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("beats", BigInteger, nullable=False),
)
"""One row, rewritten to see whether the database accepts writes."""

blocks = Table(
    "blocks",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("value", Text, primary_key=True),
)
"""Names and addresses that the host has blocked."""

deleted_guests = Table(
    "deleted_guests",
    metadata,
    Column("mark", Text, primary_key=True),
    Column("deleted", BigInteger, nullable=False),
    Index("deleted_guests_deleted", "deleted"),
)
"""Who has deleted themselves, and when: not their ids, but marks by which copies of their cookies are refused."""

processes = Table(
    "processes",
    metadata,
    Column("process", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
)
"""The server processes that share a PostgreSQL database, and until when each is known to be alive, by its clock."""

leases = Table(
    "leases",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("process", Text, nullable=False),
)
"""Which process runs the bots and clocks of which table; a lease counts for as long as its process is alive."""
