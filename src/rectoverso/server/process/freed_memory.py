"""What the server frees goes back to the system, where the C library is glibc; others give it back by themselves."""

from __future__ import annotations

import ctypes
import platform
import sys

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8
"""Parameters of `mallopt`, from glibc's malloc.h."""
LARGE_BLOCK_BYTES = 256 * 1024
"""A block of this size has pages of its own, which go back as soon as it is freed: search trees above all."""
ARENAS = 2
"""Threads share this many heaps: each keeps what was freed below a block that is still in use."""


def tune_freed_memory() -> bool:
    """Let freed memory go back; False where the C library is another one.

    By itself glibc gives large blocks back at first. Then it takes them for normal, up to 32 MB, and every thread that
    has searched keeps the memory of a search.
    """
    library = _glibc()
    if library is None:
        return False
    return bool(library.mallopt(_M_MMAP_THRESHOLD, LARGE_BLOCK_BYTES) and library.mallopt(_M_ARENA_MAX, ARENAS))


def give_back() -> None:
    """Give back what is free between blocks in use."""
    library = _glibc()
    if library is not None:
        library.malloc_trim(0)


def _glibc() -> ctypes.CDLL | None:
    if sys.platform != "linux" or platform.libc_ver()[0] != "glibc":
        return None
    return ctypes.CDLL(None)
