"""Files that hold secrets: the key, and the database with the seeds of running games."""

from __future__ import annotations

import os
from pathlib import Path

from ...errors import BadInput


def check_private(file: Path) -> None:
    """Refuse a file that others on this machine can read."""
    if os.name == "posix" and file.stat().st_mode & 0o077:
        raise BadInput(f"{file} can be read by others on this machine; make it private: chmod 600 {file}")
