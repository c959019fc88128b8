"""The event store, on SQLite and on PostgreSQL where one can be reached."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from rectoverso.server.storage.database import open_database
from rectoverso.server.storage.event_store import Store
from rectoverso.server.storage.table_write import Outcome, Outcomes, TableRow, TableWrite
from rectoverso.table import events as e
from rectoverso.table.setup import Place, Setup


class Told:
    """Hears what the writer has written."""

    def __init__(self) -> None:
        self.answers: list[Outcome] = []
        self._more = threading.Condition()

    def done(self, outcome: Outcome) -> None:
        with self._more:
            self.answers.append(outcome)
            self._more.notify_all()

    def wait(self, count: int) -> list[Outcome]:
        with self._more:
            assert self._more.wait_for(lambda: len(self.answers) >= count, timeout=60)
        return self.answers


def pass_on(told: Outcomes) -> None:
    for done, outcome in told:
        done(outcome)


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
    assert told.wait(40) == ["stored"] * 40
    assert store.log("a") == [opened(), *(moved(number) for number in range(1, 40))]
    assert store.log("a", after=38) == [moved(38), moved(39)]
    assert store.log("b") == []
    assert store.tables_of("g", 10) == ["a"]
    assert store.running() == ["a"]
    assert store.tables_joined("g", 5) == 1
    assert store.tables_joined("g", 6) == 0


def test_many_tables_share_a_commit(store: Store) -> None:
    told = Told()
    gate = threading.Event()
    store.write(TableWrite("first", 1, [opened()], lambda outcome: gate.wait(30) and None))
    for number in range(100):
        store.write(TableWrite(f"t{number}", 1, [opened()], told.done))
    gate.set()
    assert told.wait(100) == ["stored"] * 100
    assert store.commits < 20


def test_a_number_is_never_given_twice(store: Store) -> None:
    """Another process may have been quicker: then nothing of the latecomer is stored, and it is told so."""
    told = Told()
    store.write(TableWrite("a", 1, [opened(), moved(1)], told.done))
    told.wait(1)
    store.write(TableWrite("a", 2, [moved(7), moved(8)], told.done))
    store.write(TableWrite("b", 1, [opened()], told.done))
    assert told.wait(3)[1:] == ["overtaken", "stored"]
    assert store.log("a") == [opened(), moved(1)]
    assert store.log("b") == [opened()]
