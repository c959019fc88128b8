"""How writes come together in commits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from rectoverso.server.storage import group_commit
from rectoverso.server.storage.database import open_database
from rectoverso.server.storage.group_commit import GroupCommit
from rectoverso.server.storage.table_write import Outcome, TableWrite
from rectoverso.table import events as e
from rectoverso.table.setup import Place, Setup

WAIT = 30.0


def opened() -> e.Opened:
    setup = Setup(game="nummerus", players=1, options={})
    return e.Opened(t=1, setup=setup, places=[Place("person", guest="g")], host="g", rules=1)


class Desk:
    """Writes for tables that are all new, and waits until they are stored."""

    def __init__(self, group_commit: GroupCommit) -> None:
        self.group_commit = group_commit
        self.stored: list[str] = []

    def write(self, table: str, then: Callable[[], None] = lambda: None) -> None:
        def done(outcome: Outcome) -> None:
            assert outcome == "stored"
            self.stored.append(table)
            then()

        self.group_commit.write(TableWrite(table, 1, [opened()], done))

    async def until(self, count: int) -> None:
        async with asyncio.timeout(WAIT):
            while len(self.stored) < count:
                await asyncio.sleep(0.001)


def with_a_desk(folder: Path, play: Callable[[Desk], Awaitable[None]]) -> int:
    """How many commits there were; what waits at the end is written all the same."""

    async def main() -> int:
        desk = Desk(GroupCommit(open_database(str(folder / "games.db"))))
        await play(desk)
        await desk.group_commit.close()
        return desk.group_commit.store.commits

    return asyncio.run(main())


def test_what_comes_during_a_commit_goes_into_the_next_one(tmp_path: Path) -> None:
    async def play(desk: Desk) -> None:
        desk.write("first", lambda: [desk.write(f"t{number}") for number in range(30)] and None)
        await desk.until(31)
        assert desk.group_commit.store.commits == 2

    with_a_desk(tmp_path, play)


def test_whoever_plays_alone_does_not_wait_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "WAIT_PER_WRITE_S", WAIT)
    monkeypatch.setattr(group_commit, "MAX_WAIT_S", WAIT)

    async def play(desk: Desk) -> None:
        for number in range(group_commit.LIGHT_LOAD // 2):
            desk.write(f"t{number}")
            await desk.until(number + 1)
        assert desk.group_commit.store.commits == group_commit.LIGHT_LOAD // 2

    with_a_desk(tmp_path, play)


def test_when_many_play_a_single_one_waits_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in ("LOAD_WINDOW_S", "WAIT_PER_WRITE_S", "MAX_WAIT_S"):
        monkeypatch.setattr(group_commit, setting, WAIT)

    async def play(desk: Desk) -> None:
        for number in range(100):
            desk.write(f"t{number}")
        await desk.until(100)
        desk.write("one")
        for _ in range(100):  # the event loop has nothing else to do meanwhile
            await asyncio.sleep(0)
        assert len(desk.stored) == 100
        desk.write("other")

    assert with_a_desk(tmp_path, play) == 2


def test_what_waits_at_the_end_is_written_all_the_same(tmp_path: Path) -> None:
    async def play(desk: Desk) -> None:
        desk.write("first")
        desk.write("second")

    with_a_desk(tmp_path, play)
    engine = open_database(str(tmp_path / "games.db"))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("select count(*) from events").scalar_one() == 2
    engine.dispose()
