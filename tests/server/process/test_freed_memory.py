"""What the server has freed goes back to the system, also from threads."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc keeps what is freed")

# Threads use a search's memory again and again, as advice does, each with a heap of its own, and keep small results.
PROGRAM = """
import sys, threading
from pathlib import Path
import numpy as np
from rectoverso.server.process.freed_memory import give_back, tune_freed_memory

def memory_mb():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024

def search():
    for _ in range(4):
        tree = [np.ones(bytes_a_block, np.uint8) for _ in range((16 << 20) // bytes_a_block)]
        kept.append(np.ones(1000, np.uint8))
        del tree
    done.wait()

bytes_a_block, tuned, given_back = map(int, sys.argv[1:])
if tuned:
    assert tune_freed_memory()
done, kept, before = threading.Barrier(5), [], memory_mb()
for _ in range(4):
    threading.Thread(target=search).start()
done.wait()
if given_back:
    give_back()
print(memory_mb() - before)
"""
SMALL_BLOCK, LARGE_BLOCK = 10_000, 8 << 20


def left_mb(block: int, tuned: bool, given_back: bool) -> int:
    """Memory that is left when all threads have freed their blocks."""
    command = [sys.executable, "-c", PROGRAM, *map(str, (block, int(tuned), int(given_back)))]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_large_blocks_go_back_as_soon_as_they_are_free() -> None:
    assert left_mb(LARGE_BLOCK, tuned=False, given_back=False) > 12
    assert left_mb(LARGE_BLOCK, tuned=True, given_back=False) < 6


def test_small_blocks_are_given_back() -> None:
    assert left_mb(SMALL_BLOCK, tuned=True, given_back=False) > 12
    assert left_mb(SMALL_BLOCK, tuned=True, given_back=True) < 6
