"""The compiler can be switched off: then the same source runs as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rectoverso.kernel.jit import COMPILED

FOLDER = Path(__file__).parent


@pytest.mark.skipif(not COMPILED, reason="this is the run without the compiler")
def test_the_kernel_passes_its_tests_without_the_compiler() -> None:
    environment = {**os.environ, "RECTOVERSO_JIT": "off"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(FOLDER)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=FOLDER.parent.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "passed" in done.stdout
