"""The catalogues, one for each language, with those of games from other packages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from .messages import Message, WordsError, parse

LANGUAGES: Final = ("en", "fr", "nl", "de")

catalogues_of_games: dict[str, dict[str, dict[str, Any]]] = {}
"""By game and language: the messages of games from other packages."""


def own_texts_in(lang: str) -> dict[str, Any]:
    """What stands in the file of a language."""
    texts: dict[str, Any] = json.loads(files("rectoverso").joinpath("catalogues", f"{lang}.json").read_text("utf-8"))
    return texts


@cache
def texts_in(lang: str) -> Mapping[str, Any]:
    """The catalogue of a language: its file, and the messages of games from other packages."""
    if lang not in LANGUAGES:
        raise WordsError(f"there is no language {lang!r}; the languages are {', '.join(LANGUAGES)}")
    texts = own_texts_in(lang)
    for catalogues in catalogues_of_games.values():
        texts |= catalogues[lang]
    return texts


@cache
def message_in(lang: str, key: str) -> Message:
    """A message in a language, parsed."""
    try:
        stored = texts_in(lang)[key]
    except KeyError:
        raise WordsError(f"there is no message {key!r} in {lang!r}") from None
    return parse(key, stored)


def read_json(path: Path) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return texts
