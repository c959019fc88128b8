"""Catalogues of games from other packages, checked before they are used."""

from __future__ import annotations

from pathlib import Path

from .catalogues import LANGUAGES, catalogues_of_games, message_in, own_texts_in, read_json, texts_in
from .checking import complaints
from .messages import WordsError


def add_game_catalogues(game: str, folder: Path) -> None:
    """Add a game's own catalogues, `en.json` and so on in a folder. Their messages must be named `<game>_…`."""
    catalogues = {lang: read_json(folder / f"{lang}.json") for lang in LANGUAGES}
    others = [key for texts in catalogues.values() for key in texts if not key.startswith(f"{game}_")]
    if others:
        raise WordsError(f"message {others[0]!r}: the name must begin with {game}_")
    if taken := [key for key in own_texts_in(LANGUAGES[0]) if key.startswith(f"{game}_")]:
        raise WordsError(f"a game cannot be called {game!r}: there is a message {taken[0]!r} already")
    if wrong := complaints(catalogues):
        raise WordsError("; ".join(wrong))
    catalogues_of_games[game] = catalogues
    texts_in.cache_clear()
    message_in.cache_clear()
