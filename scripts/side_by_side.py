"""Runs commands side by side, so that no core is idle while one of them waits.

    python scripts/side_by_side.py NAME=COMMAND …

What a command prints is shown in one block when it has ended; while it runs, it can be read in build/output/NAME.txt.
At the end there is a line for each: how it went, how long it took, and its processor time. If one failed, the exit
code is 1.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path("build/output")


def run(commands: dict[str, str]) -> bool:
    """Run them all; whether all went well."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    print(f"Side by side: {', '.join(commands)}.", flush=True)
    print(f"Each shows its output when it has ended; until then, it is in {FOLDER}.", flush=True)
    # Ctrl-C reaches the commands as well: they stop their servers and browsers, and are shown before this ends.
    signal.signal(signal.SIGINT, lambda *_: None)
    begun = time.monotonic()
    running = {name: start(name, command) for name, command in commands.items()}
    told, well = [], True
    while running:
        pid, status, used = os.wait4(-1, 0)
        name, failed = next(name for name, process in running.items() if process.pid == pid), status != 0
        running.pop(name).returncode = os.waitstatus_to_exitcode(status)
        print(f"\n======== {name}\n{output(name).read_text('utf-8', 'replace')}", flush=True)
        seconds, cpu = time.monotonic() - begun, used.ru_utime + used.ru_stime
        told.append(f"{name:8} {'FAILED' if failed else 'passed'} after {seconds:4.0f} s ({cpu:.0f} s of CPU)")
        well = well and not failed
    print("\n======== all\n" + "\n".join(told), flush=True)
    return well


def start(name: str, command: str) -> subprocess.Popen[bytes]:
    """Start a command whose output goes to its file."""
    with output(name).open("wb") as file:
        shell = ["bash", "-euo", "pipefail", "-c", command]
        return subprocess.Popen(shell, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)


def output(name: str) -> Path:
    """The file with the output of a command."""
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    if not all("=" in argument for argument in sys.argv[1:]) or len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(not run(dict(argument.split("=", 1) for argument in sys.argv[1:])))
