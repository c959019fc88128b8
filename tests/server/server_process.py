"""A server in a process of its own, started from the command line."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.site import PATIENCE

Server = subprocess.Popen[str]


def start(folder: Path, *arguments: str, **settings: str) -> subprocess.Popen[str]:
    """A server that loads no game before it is asked to; settings of the environment may change that."""
    ours = {"RECTOVERSO_WARM": "off", "XDG_DATA_HOME": str(folder / "home"), **settings}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RECTOVERSO_DB")} | ours
    command = [sys.executable, "-m", "rectoverso", "serve", *arguments]
    return subprocess.Popen(command, env=environment, cwd=folder, stderr=subprocess.PIPE, text=True)


def refused(folder: Path, *arguments: str) -> str:
    """The one sentence with which a server does not start."""
    process = start(folder, *arguments)
    said = process.communicate(timeout=PATIENCE)[1]
    assert (process.returncode, said.count("\n")) == (2, 1), said
    return said


@contextmanager
def running(folder: Path, *arguments: str, **settings: str) -> Iterator[tuple[Server, str]]:
    """A server, and where it says that it is; it says nothing else before."""
    with complaining(folder, *arguments, **settings) as (process, address, complaints):
        assert complaints == []
        yield process, address


@contextmanager
def complaining(folder: Path, *arguments: str, **settings: str) -> Iterator[tuple[Server, str, list[str]]]:
    """A server, where it says that it is, and the lines that it writes before."""
    process = start(folder, "--port", "0", *arguments, **settings)
    assert process.stderr is not None
    try:
        lines = [process.stderr.readline()]
        while (found := re.fullmatch(r"Recto Verso is at http://(127\.0\.0\.1:\d+)\n", lines[-1])) is None:
            assert process.poll() is None, lines
            lines.append(process.stderr.readline())
        yield process, found[1], lines[:-1]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
