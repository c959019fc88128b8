"""Finds the files that live outside the package during development: the rules pages and the built page.

A wheel carries copies inside the package (``hatch_build.py``); an editable install reads them from the repository.
Files that are always in the package (``messages/``, ``art/``) are not looked up here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .games.game import Game

_PACKAGE = Path(__file__).resolve().parent
_REPOSITORY = _PACKAGE.parent.parent


def rules_page(game: Game, language: str) -> Path:
    """The path of a game's rules page for players, in Markdown; a game from another package brings its own."""
    if game.rules_pages is not None:
        return game.rules_pages / f"{language}.md"
    name = f"{game.name}.{language}.md"
    shipped = _PACKAGE / "pages" / "rules" / name
    return shipped if shipped.is_file() else _REPOSITORY / "docs" / "rules" / name


def cover(game: Game) -> Path | None:
    """A game's cover, an SVG picture."""
    file = None if game.art is None else game.art / "cover.svg"
    return file if file is not None and file.is_file() else None


def client() -> Path | None:
    """The folder of the built page; None if it has not been built (the server then says how to build it)."""
    for folder in (_PACKAGE / "web", _REPOSITORY / "web" / "dist"):
        if (folder / "index.html").is_file():
            return folder
    return None
