"""Finds the files that live outside the package during development: the rules pages and the built page.

A wheel carries copies inside the package (``hatch_build.py``); an editable install reads them from the repository.
Files that are always in the package (``catalogues/``, ``art/``) are not looked up here.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_REPOSITORY = _PACKAGE.parent.parent


def rules_page(game: str, language: str) -> Path:
    """The path of a game's rules page for players, in Markdown."""
    name = f"{game}.{language}.md"
    shipped = _PACKAGE / "pages" / "rules" / name
    return shipped if shipped.is_file() else _REPOSITORY / "docs" / "rules" / name


def client() -> Path | None:
    """The folder of the built page; None if it has not been built (the server then says how to build it)."""
    for folder in (_PACKAGE / "web", _REPOSITORY / "web" / "dist"):
        if (folder / "index.html").is_file():
            return folder
    return None
