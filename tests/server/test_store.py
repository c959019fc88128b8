"""What is kept: on SQLite, and on PostgreSQL where one can be reached."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine, inspect, text

from rectoverso.bots.selfplay import self_played
from rectoverso.errors import BadInput
from rectoverso.games import game_named
from rectoverso.server.storage import backup, schema
from rectoverso.server.storage.database import open_database
from rectoverso.server.storage.event_store import Store, TableRow, TableWrite
from rectoverso.table import events as e
from rectoverso.table.setup import Place, Setup
from tests.server import postgres


class Told:
    """Hears what the writer has written."""

    def __init__(self) -> None:
        self.answers: list[bool] = []
        self._more = threading.Condition()

    def done(self, stored: bool) -> None:
        with self._more:
            self.answers.append(stored)
            self._more.notify_all()

    def wait(self, count: int) -> list[bool]:
        with self._more:
            assert self._more.wait_for(lambda: len(self.answers) >= count, timeout=60)
        return self.answers


def pass_on(told: list[tuple[object, bool]]) -> None:
    for done, stored in told:
        done(stored)  # type: ignore[operator]  # it is a function


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
        return
    address = postgres.address()
    if address is None:
        pytest.skip(f"no PostgreSQL answers at {postgres.RUNNING}, and no initdb is here to start one with")
    space = f"rv_{uuid.uuid4().hex[:12]}"
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text(f"create schema {space}"))
    yield f"{address}?options=-csearch_path%3D{space}"
    with engine.begin() as connection:
        connection.execute(text(f"drop schema {space} cascade"))
    engine.dispose()


@pytest.fixture
def store(db: str) -> Iterator[Store]:
    running = Store(open_database(db), pass_on)
    yield running
    running.close()


def opened() -> e.Opened:
    return e.Opened(
        t=1, setup=Setup(game="nummerus", players=1, options={}), places=[Place("person", guest="g")], host="g", rules=1
    )


def moved(number: int, ref: str = "") -> e.Moved:
    return e.Moved(t=number, chair=1, move=f"take {number}", ref=ref)


def test_what_was_written_is_read_in_order(store: Store) -> None:
    told = Told()
    line = TableRow("nummerus", 1, "playing", True, 5)
    store.write(TableWrite("a", 1, [opened()], told.done, table_row=line, holders=[("g", 5)]))
    for number in range(1, 40):
        store.write(TableWrite("a", number + 1, [moved(number)], told.done))
    assert told.wait(40) == [True] * 40
    assert store.log("a") == [opened(), *(moved(number) for number in range(1, 40))]
    assert store.log("a", after=38) == [moved(38), moved(39)]
    assert store.log("b") == []
    assert store.tables_of("g", 10) == ["a"]
    assert store.public_tables(10) == ["a"]
    assert store.running() == ["a"]
    assert store.tables_joined("g", 5) == 1
    assert store.tables_joined("g", 6) == 0


def test_many_tables_share_a_commit(store: Store) -> None:
    told = Told()
    gate = threading.Event()
    store.write(TableWrite("first", 1, [opened()], lambda stored: gate.wait(30) and None))
    for number in range(100):
        store.write(TableWrite(f"t{number}", 1, [opened()], told.done))
    gate.set()
    assert told.wait(100) == [True] * 100
    assert store.commits < 20


def test_a_number_is_never_given_twice(store: Store) -> None:
    """Another process may have been quicker: then nothing of the latecomer is stored, and it is told so."""
    told = Told()
    store.write(TableWrite("a", 1, [opened(), moved(1)], told.done))
    told.wait(1)
    store.write(TableWrite("a", 2, [moved(7), moved(8)], told.done))
    store.write(TableWrite("b", 1, [opened()], told.done))
    assert told.wait(3)[1:] == [False, True]
    assert store.log("a") == [opened(), moved(1)]
    assert store.log("b") == [opened()]


def test_alembic_and_the_schema_agree(db: str) -> None:
    engine = open_database(db)
    found = inspect(engine)
    for table in schema.metadata.sorted_tables:
        assert {column["name"] for column in found.get_columns(table.name)} == set(table.c.keys())
        assert {index["name"] for index in found.get_indexes(table.name)} == {index.name for index in table.indexes}
        assert found.get_pk_constraint(table.name)["constrained_columns"] == [c.name for c in table.primary_key]
    engine.dispose()


def test_records_come_in_once_and_go_out_again(db: str) -> None:
    game = game_named("nummerus")
    records = [self_played(game, 2, {}, "store", number, ["random"] * 2).record() for number in range(3)]
    lines = [msgspec.json.encode(record) for record in records]
    assert backup.import_(db, iter(enumerate(lines[:2], 1))) == 2
    assert backup.import_(db, iter(enumerate(lines, 1))) == 1
    assert sorted(backup.export(db)) == sorted(lines)


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


@pytest.mark.parametrize("url", ["mysql://x/y", "sqlite://", ":memory:", "nix://", "sqlite:////nix/nix/nix.db"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(BadInput):
        open_database(url)
