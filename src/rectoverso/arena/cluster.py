"""Runs tasks on a Ray cluster (docs/cluster.md): each result comes once, whatever happens to the machines."""

from __future__ import annotations

import importlib.util
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from .. import __version__
from ..errors import BadInput

if TYPE_CHECKING:
    from ray import ObjectRef

Item = TypeVar("Item")
Result = TypeVar("Result")

QUEUED_TASKS_PER_PROCESSOR = 4
"""Few, so that an interrupted run stops soon."""
MAX_RETRIES = 20
"""How often a task is begun again because its machine or its process has gone."""


def check_cluster() -> None:
    """Raise BadInput unless Ray is installed."""
    if importlib.util.find_spec("ray") is None:
        raise BadInput("--cluster needs Ray: install the extra with pip install 'rectoverso[cluster]'")


def as_finished(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
    """Work on all items; results come in the order in which they finish."""
    with _Cluster(work) as cluster:
        left, running = iter(items), dict[Any, Item]()
        while True:
            for item in islice(left, cluster.free(len(running))):
                running[cluster.submit(item)] = item
            if not running:
                return
            done = cluster.first_of(list(running))
            yield running.pop(done), cluster.result(done)


def in_order(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
    """Work on all items; results come in the order of the items."""
    with _Cluster(work) as cluster:
        left, running = iter(items), deque[tuple[Item, Any]]()
        while True:
            running.extend((item, cluster.submit(item)) for item in islice(left, cluster.free(len(running))))
            if not running:
                return
            item, done = running.popleft()
            yield item, cluster.result(done)


class _Cluster:
    """The cluster at RAY_ADDRESS, or one of this machine alone."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        check_cluster()
        import ray

        self._ray = ray
        self._is_own_client = not ray.is_initialized()
        if self._is_own_client:
            try:
                ray.init(log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR)
            except (ConnectionError, ValueError) as error:
                raise BadInput(f"no Ray cluster answers at RAY_ADDRESS: {str(error).splitlines()[0][:200]}") from None
        self._work = ray.put(work)
        self._remote = ray.remote(max_retries=MAX_RETRIES)(_do)
        self._running: set[Any] = set()

    def __enter__(self) -> _Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        """Whatever is still running is no longer needed."""
        for task in self._running:
            self._ray.cancel(task)
        if self._is_own_client:
            self._ray.shutdown()

    def free(self, running: int) -> int:
        """How many more tasks may be submitted; the cluster may have grown or shrunk."""
        resources: dict[str, float] = self._ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray has no types here
        processors = int(resources.get("CPU", 1))
        return max(0, QUEUED_TASKS_PER_PROCESSOR * max(1, processors) - running)

    def submit(self, item: Any) -> ObjectRef[Any]:
        """Begin a task somewhere."""
        task: ObjectRef[Any] = self._remote.remote(self._work, item, __version__)
        self._running.add(task)
        return task

    def first_of(self, tasks: list[ObjectRef[Any]]) -> ObjectRef[Any]:
        """A task that has finished."""
        ready, _ = self._ray.wait(tasks, num_returns=1)
        return ready[0]

    def result(self, task: ObjectRef[Any]) -> Any:
        """What a task has found; a result that went down with its machine is computed again."""
        found = self._ray.get(task)
        self._running.discard(task)
        return found


def _do(work: Callable[[Any], Any], item: Any, version: str) -> Any:
    """Run one task on some machine of the cluster. Other versions might play other games."""
    if version != __version__:
        raise BadInput(f"a machine of the cluster has rectoverso {__version__}, not {version}; install the same on all")
    return work(item)
