"""Installs the game beside this file into a folder, as pip would: builds its wheel and unpacks it. Needs no network.

    python tests/fourth_game/install.py FOLDER

Then `PYTHONPATH=FOLDER rectoverso …` knows it.
"""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

HERE = Path(__file__).resolve().parent


def install(folder: Path) -> None:
    """Put the game and its entry point into a folder."""
    with tempfile.TemporaryDirectory() as built:
        (wheel,) = WheelBuilder(str(HERE)).build(directory=built, versions=["standard"])
        with zipfile.ZipFile(wheel) as content:
            content.extractall(folder)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    install(Path(sys.argv[1]))
