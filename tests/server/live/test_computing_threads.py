"""Odds, advice and replays have threads of their own, and no address takes them all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from rectoverso.bots.selfplay import self_played
from rectoverso.errors import Refused
from rectoverso.games import game_named
from rectoverso.server.live.computing_threads import (
    MAX_REQUESTS,
    MAX_REQUESTS_OF_A_GUEST,
    MAX_REQUESTS_OF_AN_ADDRESS,
    THREADS,
    ComputingThreads,
)
from rectoverso.server.process.settings import Settings
from tests.server.site import PATIENCE, Site

SETTINGS = Settings(db="", secret="", computing_rate=1e-9, computing_burst=100)


class Work:
    """Something that takes until the test says so."""

    def __init__(self) -> None:
        self.enough = threading.Event()
        self.begun: list[str] = []

    def __call__(self, name: str) -> Callable[[], str]:
        """Some work of this name."""

        def work() -> str:
            self.begun.append(name)
            assert self.enough.wait(PATIENCE)
            return name

        return work


async def refusal(computing: ComputingThreads, address: str, guest: str) -> str:
    """The code with which another request is refused."""
    with pytest.raises(Refused) as refused:
        await computing.compute(address, guest, lambda: None)
    return refused.value.code


@pytest.mark.anyio
async def test_addresses_take_turns_at_the_threads() -> None:
    computing, work = ComputingThreads(SETTINGS), Work()
    tasks = [asyncio.create_task(computing.compute("greedy", f"g{n}", work(f"g{n}"))) for n in range(4)]
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(computing.compute("honest", "h", work("h"))))
    while len(work.begun) < THREADS:
        await asyncio.sleep(0.001)
    assert sorted(work.begun) == ["g0", "h"]
    work.enough.set()
    assert await asyncio.gather(*tasks) == ["g0", "g1", "g2", "g3", "h"]
    computing.close()


@pytest.mark.anyio
async def test_requests_are_bounded_by_guest_by_address_in_all_and_over_time() -> None:
    computing, work = ComputingThreads(SETTINGS), Work()
    tasks = []

    async def ask(address: str, guest: str) -> None:
        tasks.append(asyncio.create_task(computing.compute(address, guest, work(guest))))
        await asyncio.sleep(0)

    for _ in range(MAX_REQUESTS_OF_A_GUEST):
        await ask("a", "one")
    assert await refusal(computing, "b", "one") == "busy"
    for number in range(MAX_REQUESTS_OF_AN_ADDRESS - MAX_REQUESTS_OF_A_GUEST):
        await ask("a", f"a{number}")
    assert await refusal(computing, "a", "another") == "busy"
    for number in range(MAX_REQUESTS - MAX_REQUESTS_OF_AN_ADDRESS):
        await ask(f"address {number}", f"guest {number}")
    assert await refusal(computing, "late", "late") == "busy"
    work.enough.set()
    await asyncio.gather(*tasks)
    for _ in range(100 - MAX_REQUESTS_OF_AN_ADDRESS):
        await computing.compute("a", "one", lambda: None)
    assert await refusal(computing, "a", "one") == "too-many-requests"
    await computing.compute("b", "one", lambda: None)
    computing.close()


@pytest.mark.anyio
async def test_who_does_not_wait_any_more_takes_no_place() -> None:
    computing, work = ComputingThreads(SETTINGS), Work()
    tasks = [asyncio.create_task(computing.compute("a", f"g{n}", work(f"g{n}"))) for n in range(3)]
    while not work.begun:
        await asyncio.sleep(0.001)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    work.enough.set()
    assert await computing.compute("a", "g0", lambda: "done") == "done"
    assert work.begun == ["g0"]
    computing.close()


def test_replays_are_bounded_by_address_and_keep_off_the_threads_of_the_storage(tmp_path: Path) -> None:
    record = self_played(game_named("nummerus"), 2, {}, "replay", 0, ["greedy"] * 2).record()
    site = Site(tmp_path, computing_rate=1e-9, computing_burst=3)
    try:
        threads = set[str]()
        names = lambda: threads.add(threading.current_thread().name)  # noqa: E731  # one line, used once
        compute = site.tables.computing.compute

        async def noting(address: str, guest: str, work: Callable[[], object]) -> object:
            return await compute(address, guest, lambda: (names(), work())[1])

        site.tables.computing.compute = noting  # type: ignore[method-assign, assignment]  # to see where it works
        for _ in range(3):  # a new guest each time
            assert site.guest().post("/api/replay", {"record": record})["game"] == "nummerus"
        assert site.guest().refused("POST", "/api/replay", {"record": record}) == "too-many-requests"
        assert {name.split("_")[0] for name in threads} == {"computing"}
    finally:
        site.stop()
