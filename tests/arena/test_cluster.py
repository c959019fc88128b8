"""A Ray cluster of two machines, one of which dies half-way: every game is there once."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="Ray is not installed (extra `cluster`)")

INSIDE = Path(__file__).with_name("on_two_machines.py")
PATIENCE_S = 300
PATIENT = {
    "RAY_agent_register_timeout_ms": PATIENCE_S * 1000,
    "RAY_gcs_rpc_server_reconnect_timeout_s": PATIENCE_S,
    "RAY_gcs_server_port_wait_time_s": PATIENCE_S,
    "RAY_gcs_server_request_timeout_seconds": PATIENCE_S,
    "RAY_health_check_timeout_ms": PATIENCE_S * 1000,  # of a node that does not answer; one that is gone is noticed
    "RAY_worker_register_timeout_seconds": PATIENCE_S,
    "RAY_memory_monitor_refresh_ms": 0,  # it ends processes when other programs need the memory
}
"""What Ray waits for its own parts, which may be slow when other tests keep the machine busy."""

NOT_STARTED = 77
"""The exit code of the inner test if Ray did not start."""
FINISHED = "finished"
"""The file that the inner test leaves when all is well: the exit code tells nothing, as Ray may stop in disorder."""
ATTEMPTS = 5
"""Ray gives a node 30 s to start, which cannot be set; a machine that is busy with other tests may need more."""


def check_inside(test: str, tmp_path: Path) -> None:
    """Run a test in a process that has its own Ray session."""
    for attempt in range(ATTEMPTS):
        folder = tmp_path / f"attempt-{attempt}"
        done = run_inside(test, folder)
        if done.returncode != NOT_STARTED:
            break
    assert list(folder.rglob(FINISHED)), done.stdout + done.stderr


def run_inside(test: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:tests.failures", "--basetemp", str(folder)]
    settings = {name: str(value) for name, value in PATIENT.items()}
    with tempfile.TemporaryDirectory(prefix="ray") as session:  # a short name: it becomes part of the names of sockets
        environment = {**os.environ, **settings, "RAY_TMPDIR": session}
        return subprocess.run([*command, f"{INSIDE}::{test}"], env=environment, capture_output=True, text=True)


def test_a_machine_dies_and_every_game_is_there_once(tmp_path: Path) -> None:
    check_inside("test_a_machine_dies_and_every_game_is_there_once", tmp_path)


@pytest.mark.soak
def test_a_machine_dies_under_a_tournament_and_a_data_set(tmp_path: Path) -> None:
    check_inside("test_a_machine_dies_under_a_tournament", tmp_path)
    check_inside("test_a_machine_dies_under_a_data_set", tmp_path)
