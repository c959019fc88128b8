"""Where the files lie that are not in the package while it is developed: the rules pages and the built page.

A wheel carries copies inside the package (``hatch_build.py``); an editable install reads them in the repository.
What lies in the package either way (``messages/``, ``art/``) needs no such search.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .games.game import Game

_PACKAGE = Path(__file__).resolve().parent
_REPOSITORY = _PACKAGE.parent.parent


def rules_page(game: Game, language: str) -> Path:
    """The rules of a game for players, as Markdown; a game of another package brings its own."""
    if game.rules_pages is not None:
        return game.rules_pages / f"{language}.md"
    name = f"{game.name}.{language}.md"
    shipped = _PACKAGE / "pages" / "rules" / name
    return shipped if shipped.is_file() else _REPOSITORY / "docs" / "rules" / name


def client() -> Path | None:
    """The folder of the built page, or None where it has not been built: the server then says how to build it."""
    for folder in (_PACKAGE / "web", _REPOSITORY / "web" / "dist"):
        if (folder / "index.html").is_file():
            return folder
    return None
