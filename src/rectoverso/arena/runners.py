"""Runs tournaments in this process, in several processes, or on a cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from typing import Any

from . import cluster
from .match import play
from .schedule import Played, Task, Tournament

PlayedTask = tuple[Task, list[tuple[Played, dict[str, Any]]]]

QUEUED_TASKS_PER_WORKER = 4  # few, so that an interrupted run stops soon


@contextmanager
def workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes. Only the parent handles interrupts; it then stops all workers at once."""
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _follow_parent)
    try:
        yield pool
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _follow_parent() -> None:
    """In a worker: leave interrupts to the parent, and end when it ends, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)  # the main thread may wait for work for ever


def in_this_process(plan: Tournament, tasks: Sequence[Task]) -> Iterator[PlayedTask]:
    """Play one task after the other."""
    for task in tasks:
        yield task, play(plan, task)


def in_processes(plan: Tournament, tasks: Sequence[Task], processes: int) -> Iterator[PlayedTask]:
    """Play several tasks at a time, a process each; results come in the order in which they finish."""
    waiting = list(reversed(tasks))
    running: dict[Future[list[tuple[Played, dict[str, Any]]]], Task] = {}
    with workers(processes) as pool:
        while waiting or running:
            while waiting and len(running) < QUEUED_TASKS_PER_WORKER * processes:
                task = waiting.pop()
                running[pool.submit(play, plan, task)] = task
            done = next(as_completed(running))
            yield running.pop(done), done.result()


def on_cluster(plan: Tournament, tasks: Sequence[Task]) -> Iterator[PlayedTask]:
    """Play on a Ray cluster; results come in the order in which they finish."""
    return cluster.as_finished(partial(play, plan), tasks)
