#!/usr/bin/env python3
"""Times the first start, as a new user sees it: a clean clone, empty caches, `make play`; then `make play` once more.

    python3 scripts/first_start.py [--keep-downloads] [--check]

Empty are: the clone (no .venv, no node_modules, no page), the compiled kernels, the data folder, and the downloads of
pip, uv and npm; --keep-downloads leaves the user's own downloads in place, to time everything but the network. --check
fails if a time is above its bar; the bars are for two cores with nothing else running.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parent.parent
BARS = {
    "page answers": 75,
    "first game playable": 100,
    "all games ready": 130,
    "second start: page answers": 4,
    "second start: all games ready": None,
}
TIMEOUT_S = 3600
POLL_S = 0.1


class Start:
    """`make play`, until everything is ready; what it prints is shown with the time."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._begun = time.monotonic()
        self._address: str | None = None
        self._process = subprocess.Popen(
            ["make", "play"], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True,
        )  # fmt: skip
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            print(f"{self.seconds:7.1f} s  {line}", end="", flush=True)
            if found := re.search(r"http://[\w.]+:\d+", line):
                self._address = found[0]

    @property
    def seconds(self) -> float:
        """Since it was started."""
        return time.monotonic() - self._begun

    def page(self) -> float:
        """When the page answers."""
        return self._when(lambda: self._get("/") is not None)

    def games(self, wanted: int | None = None) -> float:
        """When this many games can be played; None: all."""

        def enough() -> bool:
            left = json.loads(self._get("/ready") or "{}")
            return bool(left) and sum(seconds == 0 for seconds in left.values()) >= (wanted or len(left))

        return self._when(enough)

    def _when(self, true: object) -> float:
        assert callable(true)
        while not true():
            if self._process.poll() is not None:
                raise SystemExit(f"`make play` ended with exit code {self._process.returncode}")
            if self.seconds > TIMEOUT_S:
                raise SystemExit(f"`make play` is not ready after {TIMEOUT_S} s")
            time.sleep(POLL_S)
        return self.seconds

    def _get(self, path: str) -> bytes | None:
        if self._address is None:
            return None
        try:
            with urllib.request.urlopen(f"{self._address}{path}", timeout=TIMEOUT_S) as answer:
                body: bytes = answer.read()
        except urllib.error.HTTPError as error:  # not ready: its body says how long it takes
            return error.read() if error.code == 503 else None
        except OSError:
            return None
        return body

    def stop(self) -> None:
        """As Ctrl-C does."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGINT)
        self._process.wait(timeout=60)


def empty_caches(place: Path, keep_downloads: bool) -> dict[str, str]:
    """The environment of somebody who has never installed anything."""
    settings = {"RECTOVERSO_CACHE": "kernels", "XDG_DATA_HOME": "data"}
    if not keep_downloads:
        settings |= {"PIP_CACHE_DIR": "pip", "UV_CACHE_DIR": "uv", "npm_config_cache": "npm", "XDG_CACHE_HOME": "cache"}
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("RECTOVERSO_", "VIRTUAL"))}
    # No browser is opened: its start would be measured too.
    return inherited | {name: str(place / folder) for name, folder in settings.items()} | {"BROWSER": "true"}


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep-downloads", action="store_true", help="use what pip, uv and npm have downloaded before")
    parser.add_argument("--check", action="store_true", help="fail if a time is above its bar")
    wanted = parser.parse_args()
    print(f"{os.cpu_count()} cores, load before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="rectoverso-first-") as name:
        clone = Path(name) / "clone"
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone], check=True)
        times = measure(clone, empty_caches(Path(name), wanted.keep_downloads))
    print("\n| until | time | bar |\n| --- | --- | --- |")
    for what, seconds in times.items():
        bar = BARS[what]
        print(f"| {what} | {seconds:.1f} s | {'none' if bar is None else f'{bar} s'} |")
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\nCPU time of it all: {spent.ru_utime + spent.ru_stime:.0f} s; load after: {os.getloadavg()[0]:.1f}")
    late = [what for what, seconds in times.items() if (bar := BARS[what]) is not None and seconds > bar]
    if wanted.check and late:
        sys.exit(f"too late: {', '.join(late)}")


def measure(clone: Path, environment: dict[str, str]) -> dict[str, float]:
    """The times of the first start, and of the second."""
    first = Start(clone, environment)
    try:
        times = {"page answers": first.page(), "first game playable": first.games(1), "all games ready": first.games()}
    finally:
        first.stop()
    second = Start(clone, environment)
    try:
        times["second start: page answers"] = second.page()
        times["second start: all games ready"] = second.games()
    finally:
        second.stop()
    return times


if __name__ == "__main__":
    main()
