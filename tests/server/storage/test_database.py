"""Opening and migrating the database."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import insert, inspect, text
from sqlalchemy.exc import DatabaseError

from rectoverso.errors import BadInput
from rectoverso.server.storage import schema
from rectoverso.server.storage.database import open_database


def test_alembic_and_the_schema_agree(db: str) -> None:
    engine = open_database(db)
    found = inspect(engine)
    for table in schema.metadata.sorted_tables:
        assert {column["name"] for column in found.get_columns(table.name)} == set(table.c.keys())
        assert {index["name"] for index in found.get_indexes(table.name)} == {index.name for index in table.indexes}
        assert found.get_pk_constraint(table.name)["constrained_columns"] == [c.name for c in table.primary_key]
    engine.dispose()


def test_opening_a_database_twice_changes_nothing(db: str) -> None:
    open_database(db).dispose()
    open_database(db).dispose()


def test_sqlite_puts_every_commit_on_the_disk(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "games.db"))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("pragma journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("pragma synchronous").scalar_one() == 2
    engine.dispose()
    assert (tmp_path / "games.db").stat().st_mode & 0o077 == 0


def test_an_error_does_not_repeat_what_was_written(db: str) -> None:
    """Such errors are logged; the log of a table holds the seeds of running games."""
    engine = open_database(db)
    with engine.begin() as connection:
        connection.execute(text("drop table events"))
    with pytest.raises(DatabaseError) as error, engine.begin() as connection:
        connection.execute(insert(schema.events).values(table_id="t", n=1, event="a seed"))
    assert "events" in str(error.value)
    assert "a seed" not in str(error.value)
    engine.dispose()


@pytest.mark.parametrize("url", ["mysql://x/y", "sqlite://", ":memory:", "nix://", "sqlite:////nix/nix/nix.db"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(BadInput):
        open_database(url)
