"""A Ray cluster of two machines, one of which dies half-way: every game is there once."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rectoverso.arena import cluster, dataset, selfplay
from rectoverso.arena.runners import in_this_process
from rectoverso.arena.schedule import Plan
from rectoverso.errors import BadInput
from tests.cli.conftest import Run, run

__all__ = ["run"]

ray = pytest.importorskip("ray", reason="Ray is not installed (extra `cluster`)")


ATTEMPTS = 3
"""Ray gives a part of itself 15 s to start, and a machine that is busy with other tests may need more."""


class TwoMachines:
    """Two Ray nodes on this machine, with a processor each, and this process as their client."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self._cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        try:
            self._second: Any = self._cluster.add_node(num_cpus=1)
            ray.init(address=self._cluster.address, log_to_driver=False, logging_level="ERROR")
        except BaseException:
            self._cluster.shutdown()
            raise

    def kill_one(self) -> None:
        """All processes of the second machine are gone at once, with whatever they were doing."""
        self._cluster.remove_node(self._second, allow_graceful=False)

    def stop(self) -> None:
        ray.shutdown()
        self._cluster.shutdown()


@contextmanager
def two_machines() -> Iterator[TwoMachines]:
    for attempt in range(ATTEMPTS):
        try:
            machines = TwoMachines()
            break
        except Exception:
            if attempt == ATTEMPTS - 1:
                raise
    try:
        yield machines
    finally:
        machines.stop()


def noted(folder: Path, work: Any, item: Any) -> Any:
    """On some machine: note which one works on what, then do it."""
    with open(folder / ray.get_runtime_context().get_node_id(), "a") as file:
        file.write(f"{item}\n")
    return work(item)


def check_arena(machines: TwoMachines, folder: Path, plan: Plan) -> None:
    """A machine dies after a third of the games; then all are there once, the same as on one machine."""
    from rectoverso.arena.match import play

    found = []
    for number, played in enumerate(cluster.as_finished(partial(noted, folder, partial(play, plan)), plan.tasks)):
        found.append(played)
        if number == len(plan.tasks) // 3:
            assert len(list(folder.iterdir())) == 2  # both have worked
            machines.kill_one()
    assert len(found) == len(plan.tasks)
    assert dict(found) == dict(in_this_process(plan, plan.tasks))


@pytest.mark.filterwarnings("default")  # Ray's own
def test_a_machine_dies_and_every_game_is_there_once(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One cluster for everything, because it takes seconds to start."""
    with two_machines() as machines:
        notes = tmp_path / "notes"
        notes.mkdir()
        check_arena(machines, notes, Plan("nummerus", 2, {}, "tea", ("greedy", "random"), 60))
        # The commands go on with the machine that is left. An interrupted tournament is continued.
        arguments = ["arena", "nummerus", "--players", "2", "--games", "12", "--seed", "tea", "--bots", "greedy,random"]
        here, there = tmp_path / "here", tmp_path / "there"
        assert run(*arguments, "--processes", "1", "--out", here).code == 0
        assert run(*arguments, "--cluster", "--out", there).code == 0
        assert (there / "games.jsonl").read_bytes() == (here / "games.jsonl").read_bytes()
        lines = (there / "games.jsonl").read_bytes().splitlines(keepends=True)
        (there / "games.jsonl").write_bytes(b"".join(lines[:5]) + b'{"cut')
        assert run(*arguments, "--cluster", "--out", there).code == 0
        assert (there / "games.jsonl").read_bytes() == (here / "games.jsonl").read_bytes()
        plan = selfplay.SelfPlay("nummerus", 2, {}, "tea", ["greedy", "greedy"], False)
        assert list(selfplay.played(plan, 50, True))[-1][0] == range(40, 50)
        own = run("selfplay", "nummerus", "--players", "2", "--games", "50", "--seed", "tea").out
        assert run("selfplay", "nummerus", "--players", "2", "--games", "50", "--seed", "tea", "--cluster").out == own
        assert own.count(b"\n") == 50
        check_version(monkeypatch)


def check_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with another version is refused."""
    monkeypatch.setattr(cluster, "__version__", "99.0")
    with pytest.raises(BadInput, match="a machine of the cluster has rectoverso"):
        list(cluster.as_finished(str, [1]))


@pytest.mark.soak
@pytest.mark.filterwarnings("default")  # Ray's own
def test_a_machine_dies_under_a_tournament_and_a_data_set(tmp_path: Path) -> None:
    plan = Plan("titus", 3, {}, "soak", ("greedy", "search:50"), 300)
    with two_machines() as machines:
        check_arena(machines, tmp_path, plan)
    large = dataset.make_plan("titus", 3, {}, "soak", ["greedy"] * 3, 20_000, 5_000)
    with two_machines() as machines:
        for done in dataset.play(large, str(tmp_path / "there"), 1, on_cluster=True):
            if done > 7_000:
                with suppress(AttributeError):  # only once
                    machines.kill_one()
                    del machines._second
    for _ in dataset.play(large, str(tmp_path / "here"), os.cpu_count() or 1):
        pass
    assert digests(tmp_path / "there") == digests(tmp_path / "here")
    assert [fault for _, fault in dataset.check(str(tmp_path / "there")) if fault] == []


def digests(folder: Path) -> list[str]:
    """The contents of all shards."""
    return [hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.glob("*.gz"))]
