"""The files of the repository, as its tests read them."""

from __future__ import annotations

import functools
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PICTURES_AND_SOUNDS = {".png", ".jpg", ".ico", ".webp", ".woff2", ".ogg", ".mp3", ".pdf", ".gz"}


@functools.cache
def tracked() -> tuple[Path, ...]:
    """Every text file in git."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return tuple(path for path in paths if path.is_file() and path.suffix not in _PICTURES_AND_SOUNDS)


def with_suffix(*suffixes: str) -> list[Path]:
    return [path for path in tracked() if path.suffix in suffixes]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def place(path: Path, line: int) -> str:
    """`docs/rules.md:12`, as an editor opens it."""
    return f"{path.relative_to(ROOT)}:{line}"
