"""The key that signs cookies and links: never weak, never half written, the same for all who start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rectoverso.errors import BadInput
from rectoverso.server.http import auth


@pytest.mark.parametrize("key", ["", "\n", "fifteen letters"])
def test_a_key_that_can_be_guessed_is_refused(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an empty one anybody could sign cookies."""
    monkeypatch.delenv("RECTOVERSO_SECRET", raising=False)
    file = tmp_path / "rectoverso.key"
    file.touch(mode=0o600)
    file.write_text(key)
    with pytest.raises(BadInput, match="too short"):
        auth.load_secret(tmp_path)
    assert file.read_text() == key


def test_processes_that_start_at_once_get_the_same_key(tmp_path: Path) -> None:
    loading = f"load_secret(Path({str(tmp_path)!r}))"
    program = f"from pathlib import Path; from rectoverso.server.http.auth import load_secret; print({loading})"
    environment = {name: value for name, value in os.environ.items() if name != "RECTOVERSO_SECRET"}
    starting = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(4)
    ]
    keys = {process.communicate(timeout=60)[0].strip() for process in starting}
    assert keys == {(tmp_path / "rectoverso.key").read_text()}
    assert len(list(tmp_path.iterdir())) == 1
