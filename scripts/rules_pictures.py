"""Writes the diagrams of the rules pages, `docs/rules/pictures/<game>-<name>.svg`, each drawn from a position.

python scripts/rules_pictures.py
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from rectoverso.art.diagram import diagram
from rectoverso.games.discovery import own_names

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "rules" / "pictures"


def pictures() -> dict[str, str]:
    """All diagrams by the name of their file."""
    found = {}
    for game in own_names():
        drawings = import_module(f"rectoverso.games.{game}.diagrams").DIAGRAMS
        found |= {f"{game}-{name}.svg": diagram(drawing()) for name, drawing in drawings.items()}
    return found


def write(folder: Path = FOLDER) -> None:
    """Write every diagram, and remove those that are drawn no more."""
    folder.mkdir(exist_ok=True)
    drawn = pictures()
    for name, svg in drawn.items():
        (folder / name).write_text(svg, encoding="utf-8")
    for left in folder.glob("*.svg"):
        if left.name not in drawn:
            left.unlink()


if __name__ == "__main__":
    write()
