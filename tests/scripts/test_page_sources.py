"""Which files make `make` build the page again."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_nothing_that_git_ignores_makes_the_page_be_built_again() -> None:
    # Python has written bytecode below src/rectoverso/games by now, as it has after the first start.
    bytecode = ROOT / "src/rectoverso/games/__pycache__"
    bytecode.mkdir(exist_ok=True)
    (left := bytecode / "as_after_a_start.pyc").touch()
    listed = subprocess.run([ROOT / "scripts/page-sources.sh"], capture_output=True, text=True, check=True).stdout
    left.unlink()
    assert "web/src/app.css" in listed
    ignored = subprocess.run(["git", "check-ignore", "--stdin"], cwd=ROOT, input=listed, capture_output=True, text=True)
    assert not ignored.stdout
