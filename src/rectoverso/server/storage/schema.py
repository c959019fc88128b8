"""What is kept on disk: the events are the truth, everything else can be made again from them."""

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
"""The log of every table. No number is missing or doubled.

Nor is any request stored twice, and no index has to watch over that: whoever writes number n has all events before
it, and with them their requests (`Table.refs`); whoever has not is too late for that number.
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
"""A line a table, to find those that wait, and those that go on by themselves after a restart."""

holders = Table(
    "holders",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("since", BigInteger, nullable=False),
)
"""Who has a chair where: "my games"."""

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
"""Finished rounds, with their result, the version of the rules, and the whole record."""
