"""Threads for a bot: kernels release the interpreter lock, so searches run in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from .bot import Workers


@contextmanager
def workers(threads: int) -> Iterator[Workers]:
    """Workers that run jobs on a pool of threads."""
    with ThreadPoolExecutor(threads) as pool:

        def run(jobs: Sequence[Callable[[], None]]) -> None:
            for future in [pool.submit(job) for job in jobs]:
                future.result()

        yield run
