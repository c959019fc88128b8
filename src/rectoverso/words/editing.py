"""Changing the catalogues: messages are added to all languages at once, or removed from all."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..whole_files import unfinished
from .catalogues import LANGUAGES, read_json
from .checking import complaints, typeset
from .messages import WordsError, pieces_of, slots_of

CATALOGUES = Path(__file__).parent.parent / "catalogues"


def stored_form(lang: str, short: str | Mapping[str, str]) -> Any:
    """The stored form of a message, from its short form: a text, or texts by condition with ``*`` for all others."""
    if isinstance(short, str):
        return typeset(lang, short)
    texts = {when: typeset(lang, text) for when, text in short.items() if when != "*"}
    if "*" not in short:
        raise WordsError(f"{lang}: the text for everything else is missing; add {lang}=…")
    if not texts:
        return typeset(lang, short["*"])
    wanted = [dict(_condition(part) for part in when.split(",")) for when in texts] + [{}]
    selectors = list(dict.fromkeys(name for names in wanted for name in names))
    plurals = [name for name in selectors if any(names.get(name) == "one" for names in wanted)]
    local = {name: f"{name}Plural" if name in plurals else name for name in selectors}
    rows = zip(wanted, [*texts.values(), typeset(lang, short["*"])], strict=True)
    match = {", ".join(f"{local[name]}={names.get(name, '*')}" for name in selectors): text for names, text in rows}
    slots = {name for text in match.values() for name in slots_of(pieces_of(lang, text))}
    declarations = [f"input {name}" for name in sorted(slots.union(selectors))]
    declarations += [f"local {local[name]} = {name}: plural" for name in plurals]
    return [{"declarations": declarations, "selectors": list(local.values()), "match": match}]


def _condition(text: str) -> tuple[str, str]:
    name, equals, word = text.strip().partition("=")
    if not (name and equals and word):
        raise WordsError(f"{text.strip()!r} is not a condition; write name=word, such as count=one or player=@you")
    return name, word


def add(messages: Mapping[str, Mapping[str, str | Mapping[str, str]]]) -> None:
    """Add or replace messages, given in all languages; nothing is written unless everything is right."""
    with _catalogue_files() as catalogues:
        for key, by_language in messages.items():
            if unknown := sorted(set(by_language) - set(LANGUAGES)):
                raise WordsError(f"{key}: there is no language {unknown[0]!r}; use {', '.join(LANGUAGES)}")
            for lang, short in by_language.items():
                catalogues[lang][key] = stored_form(lang, short)
        if wrong := [fault for fault in complaints(catalogues) if re.split(r"[: ]", fault)[0] in messages]:
            raise WordsError("\n".join(wrong))


def remove(names: Sequence[str]) -> None:
    """Remove messages from all languages."""
    with _catalogue_files() as catalogues:
        for key in names:
            if key not in catalogues[LANGUAGES[0]]:
                raise WordsError(f"there is no message {key!r}")
            for texts in catalogues.values():
                texts.pop(key, None)


@contextmanager
def _catalogue_files() -> Iterator[dict[str, dict[str, Any]]]:
    """The catalogues for editing, locked against other editors; written back sorted if no error occurs."""
    import fcntl  # POSIX only: `say` must work everywhere, editing the catalogues need not

    lock = os.open(CATALOGUES, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        catalogues = {lang: read_json(CATALOGUES / f"{lang}.json") for lang in LANGUAGES}
        yield catalogues
        for lang, texts in catalogues.items():
            _write(CATALOGUES / f"{lang}.json", dict(sorted(texts.items())))
    finally:
        os.close(lock)


def _write(path: Path, texts: Mapping[str, Any]) -> None:
    """Replace the file in one step, so that no reader ever sees half of it."""
    with unfinished(path) as new:
        new.write_text(json.dumps(texts, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        new.replace(path)
