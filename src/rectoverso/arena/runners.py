"""Tournaments on one processor, on several, or on a cluster."""

from __future__ import annotations

import importlib.util
import logging
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any

from ..errors import BadInput
from .match import play
from .schedule import Plan, Played, Task

Done = tuple[Task, list[tuple[Played, dict[str, Any]]]]

AHEAD = 4  # tasks handed out for each worker, so that an interrupted run does not play on for long


@contextmanager
def workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes with interpreters of their own. An interruption is the parent's business, and ends them at once."""
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _leave_interruptions)
    try:
        yield pool
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interruptions() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def in_turn(plan: Plan, tasks: Sequence[Task]) -> Iterator[Done]:
    """One task after the other, in this process."""
    for task in tasks:
        yield task, play(plan, task)


def in_processes(plan: Plan, tasks: Sequence[Task], processes: int) -> Iterator[Done]:
    """Several tasks at a time, each process with its own interpreter; in the order in which they are done."""
    waiting = list(reversed(tasks))
    running: dict[Future[list[tuple[Played, dict[str, Any]]]], Task] = {}
    with workers(processes) as pool:
        while waiting or running:
            while waiting and len(running) < AHEAD * processes:
                task = waiting.pop()
                running[pool.submit(play, plan, task)] = task
            done = next(as_completed(running))
            yield running.pop(done), done.result()


def check_cluster() -> None:
    """Is Ray installed?"""
    if importlib.util.find_spec("ray") is None:
        raise BadInput("--cluster needs Ray: install the extra with pip install 'rectoverso[cluster]'")


def on_cluster(plan: Plan, tasks: Sequence[Task]) -> Iterator[Done]:
    """On Ray: the cluster of RAY_ADDRESS, or a local one."""
    check_cluster()
    import ray

    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR)
    remote = ray.remote(play)
    running = {remote.remote(plan, task): task for task in tasks}
    try:
        while running:
            ready, _ = ray.wait(list(running), num_returns=1)
            yield running.pop(ready[0]), ray.get(ready[0])
    finally:
        for left in running:
            ray.cancel(left)
