"""Tournaments on one processor, on several, or on a cluster."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import Any

from ..errors import BadInput
from .match import play
from .schedule import Plan, Played, Task

Done = tuple[Task, list[tuple[Played, dict[str, Any]]]]

AHEAD = 4  # tasks handed out for each worker, so that an interrupted run does not play on for long


def in_turn(plan: Plan, tasks: Sequence[Task]) -> Iterator[Done]:
    """One task after the other, in this process."""
    for task in tasks:
        yield task, play(plan, task)


def in_processes(plan: Plan, tasks: Sequence[Task], processes: int) -> Iterator[Done]:
    """Several tasks at a time, each process with its own interpreter; in the order in which they are done."""
    pool = ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))
    waiting = list(reversed(tasks))
    try:
        running: dict[Future[list[tuple[Played, dict[str, Any]]]], Task] = {}
        while waiting or running:
            while waiting and len(running) < AHEAD * processes:
                task = waiting.pop()
                running[pool.submit(play, plan, task)] = task
            done = next(as_completed(running))
            yield running.pop(done), done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def on_cluster(plan: Plan, tasks: Sequence[Task]) -> Iterator[Done]:
    """On Ray: the cluster of RAY_ADDRESS, or a local one."""
    try:
        import ray
    except ImportError:
        raise BadInput("--cluster needs Ray: install the extra with pip install 'rectoverso[cluster]'") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    remote = ray.remote(play)
    running = {remote.remote(plan, task): task for task in tasks}
    try:
        while running:
            ready, _ = ray.wait(list(running), num_returns=1)
            yield running.pop(ready[0]), ray.get(ready[0])
    finally:
        for left in running:
            ray.cancel(left)
