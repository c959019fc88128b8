"""Threads to lend to a bot: the kernels release the interpreter, so searches really run side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from .bot import Workers


@contextmanager
def workers(threads: int) -> Iterator[Workers]:
    """So many hands."""
    with ThreadPoolExecutor(threads) as pool:

        def carry_out(jobs: Sequence[Callable[[], None]]) -> None:
            for done in [pool.submit(job) for job in jobs]:
                done.result()

        yield carry_out
