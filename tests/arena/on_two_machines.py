"""Run by test_cluster.py in a process of its own, because Ray ends the process of its client when Ray fails."""

from __future__ import annotations

import hashlib
import os
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import ray

from rectoverso.arena import cluster, dataset, selfplay
from rectoverso.arena.runners import in_this_process
from rectoverso.arena.schedule import Tournament
from rectoverso.errors import BadInput
from tests.arena.test_cluster import FINISHED, NOT_STARTED
from tests.cli.conftest import Run, run

__all__ = ["run"]

pytestmark = pytest.mark.filterwarnings("default")  # Ray's own


class TwoMachines:
    """Two Ray nodes on this machine, with a processor each, and this process as the client of the first."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        first = {"num_cpus": 1, "include_dashboard": False, "include_log_monitor": False}
        self._cluster: Any = Cluster(initialize_head=True, head_node_args=first)
        # Before there is a second one: Ray would choose either, and a client dies with its node.
        ray.init(address=self._cluster.address, log_to_driver=False, logging_level="ERROR")
        self._second: Any = self._cluster.add_node(num_cpus=1)
        self.address: str = self._cluster.address

    def kill_one(self) -> None:
        """All processes of the second machine are gone at once, with whatever they were doing."""
        if self._second is not None:
            self._cluster.remove_node(self._second, allow_graceful=False)
            self._second = None


@pytest.fixture
def machines() -> TwoMachines:
    """They end with this process."""
    try:
        return TwoMachines()
    except Exception as error:  # Ray raises plain ones
        pytest.exit(f"Ray did not start: {error}", NOT_STARTED)


def noted(folder: Path, work: Any, item: Any) -> Any:
    """On some machine: note which one works, and begin when both do, so that the one that dies has work."""
    (folder / ray.get_runtime_context().get_node_id()).touch()
    while len(list(folder.iterdir())) < 2:
        time.sleep(0.05)
    return work(item)


def check_arena(machines: TwoMachines, folder: Path, plan: Tournament) -> None:
    """A machine dies after a third of the games; then all are there once, the same as on one machine."""
    from rectoverso.arena.match import play

    found = []
    for number, played in enumerate(cluster.as_finished(partial(noted, folder, partial(play, plan)), plan.tasks)):
        found.append(played)
        if number == len(plan.tasks) // 3:
            machines.kill_one()
    assert len(found) == len(plan.tasks)
    assert dict(found) == dict(in_this_process(plan, plan.tasks))


def test_a_machine_dies_and_every_game_is_there_once(
    machines: TwoMachines, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One cluster for everything, because it takes seconds to start."""
    notes = tmp_path / "notes"
    notes.mkdir()
    check_arena(machines, notes, Tournament("nummerus", 2, {}, "tea", ("greedy", "random"), 60))
    ray.shutdown()
    monkeypatch.setenv("RAY_ADDRESS", machines.address)
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
    (tmp_path / FINISHED).touch()


def check_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with another version is refused."""
    monkeypatch.setattr(cluster, "__version__", "99.0")
    with pytest.raises(BadInput, match="a machine of the cluster has rectoverso"):
        list(cluster.as_finished(str, [1]))


def test_a_machine_dies_under_a_tournament(machines: TwoMachines, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    check_arena(machines, notes, Tournament("titus", 3, {}, "soak", ("greedy", "search:50"), 300))
    (tmp_path / FINISHED).touch()


def test_a_machine_dies_under_a_data_set(machines: TwoMachines, tmp_path: Path) -> None:
    large = dataset.make_plan("titus", 3, {}, "soak", ["greedy"] * 3, 20_000, 5_000)
    for done in dataset.play(large, str(tmp_path / "there"), 1, on_cluster=True):
        if done > 7_000:
            machines.kill_one()
    for _ in dataset.play(large, str(tmp_path / "here"), os.cpu_count() or 1):
        pass
    assert digests(tmp_path / "there") == digests(tmp_path / "here")
    assert [fault for _, fault in dataset.check(str(tmp_path / "there")) if fault] == []
    (tmp_path / FINISHED).touch()


def digests(folder: Path) -> list[str]:
    """The contents of all shards."""
    return [hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.glob("*.gz"))]
