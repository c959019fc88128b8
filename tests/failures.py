"""A test that failed leaves a file: what went wrong, and what was written to the output and to the log."""

from __future__ import annotations

import re
import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

FOLDER = Path("build/failed-tests")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Forget the failures of earlier runs; a worker of pytest-xdist begins when others have already failed."""
    if not hasattr(session.config, "workerinput"):
        shutil.rmtree(session.config.rootpath / FOLDER, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Write the file."""
    report = yield
    if report.failed:
        parts = [report.longreprtext, *(f"---- {title}\n{text}" for title, text in report.sections)]
        name = re.sub(r"\W+", "-", f"{item.nodeid} {report.when}").strip("-")[:200]
        file = item.config.rootpath / FOLDER / f"{name}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n\n".join(parts), "utf-8")
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say where the files are."""
    files = sorted((config.rootpath / FOLDER).glob("*.txt"))
    if files:
        terminalreporter.write_line(f"What failed, with all that was printed and logged, is in {FOLDER}:")
        for file in files:
            terminalreporter.write_line(f"  {FOLDER / file.name}")
