"""Commands side by side: each one's output in one block, and at the end how each went."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.repository.tree import ROOT

PROGRAM = [sys.executable, str(ROOT / "scripts" / "side_by_side.py")]


def side_by_side(folder: Path, *commands: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *commands], cwd=folder, capture_output=True, text=True)


def test_each_waits_for_the_other_and_shows_its_output_in_one_block(tmp_path: Path) -> None:
    """Neither could end if they ran one after the other."""
    for pipe in ("there", "back"):
        subprocess.run(["mkfifo", tmp_path / pipe], check=True)
    done = side_by_side(
        tmp_path,
        "one=echo hello >there; echo one; cat back; echo one again",
        "other=cat there; echo other; echo goodbye >back; echo other again >&2",
    )
    assert done.returncode == 0, done.stdout
    assert "======== one\none\ngoodbye\none again\n" in done.stdout
    assert "======== other\nhello\nother\nother again\n" in done.stdout


def test_a_failure_is_named_at_the_end_and_does_not_stop_the_others(tmp_path: Path) -> None:
    subprocess.run(["mkfifo", tmp_path / "late"], check=True)
    done = side_by_side(tmp_path, "good=cat late; echo fine", "bad=echo >late; false; echo never")
    assert done.returncode == 1
    assert "fine" in done.stdout
    assert "never" not in done.stdout
    last = dict(line.split()[:2] for line in done.stdout.partition("======== all\n")[2].splitlines())
    assert last == {"good": "passed", "bad": "FAILED"}


def test_an_interrupt_lets_the_commands_clean_up_and_shows_what_they_said(tmp_path: Path) -> None:
    subprocess.run(["mkfifo", tmp_path / "begun"], check=True)
    command = "one=trap 'echo cleaned up; exit 1' INT; echo >begun; while :; do sleep 0.05; done"
    with subprocess.Popen(
        [*PROGRAM, command], cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        (tmp_path / "begun").read_text()
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate()
    assert process.returncode == 1
    assert "======== one\ncleaned up\n" in said
    assert "one      FAILED" in said


def test_without_commands_it_says_how_it_is_used(tmp_path: Path) -> None:
    done = side_by_side(tmp_path)
    assert done.returncode == 1
    assert "NAME=COMMAND" in done.stderr
