"""Programs that some tests need, and that not every machine has."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

DOWNLOADED = Path(sys.prefix) / "programs"
"""Where `scripts/programs-for-tests.sh` puts what the system does not have."""


def find_program(name: str) -> str | None:
    """Its path; Debian keeps programs for administrators out of the usual search path."""
    places = [os.environ.get("PATH", ""), "/usr/local/bin", "/usr/bin", "/usr/sbin", "/sbin", str(DOWNLOADED)]
    return shutil.which(name, path=os.pathsep.join(places))
