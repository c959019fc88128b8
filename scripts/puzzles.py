"""Writes a game's collection of puzzles, `puzzles.json` in its folder.

python scripts/puzzles.py GAME
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Make the puzzles of a game and write them down, one a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    module = import_module(f"rectoverso.games.{parser.parse_args().game}.puzzles")
    lines = ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in module.make())
    Path(module.__file__ or "").with_name("puzzles.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
