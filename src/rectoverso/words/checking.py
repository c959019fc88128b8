"""Faults of the catalogues, and the typography of each language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .catalogues import LANGUAGES, texts_in
from .messages import Message, Slot, WordsError, parse

_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+")


def complaints(catalogues: Mapping[str, Mapping[str, Any]] | None = None) -> list[str]:
    """All faults of the catalogues: messages that are missing, empty or malformed, or differ in their values."""
    catalogues = catalogues or {lang: texts_in(lang) for lang in LANGUAGES}
    found = []
    for key in sorted({key for texts in catalogues.values() for key in texts}):
        if not _KEY.fullmatch(key):
            found.append(f"{key}: a name must be at least two lower-case words joined by underscores")
        asked: dict[str, frozenset[str]] = {}
        for lang, texts in catalogues.items():
            if key not in texts:
                found.append(f"{key}: missing in {lang}")
                continue
            try:
                message = parse(key, texts[key])
            except WordsError as error:
                found.append(f"{key} ({lang}): {error}")
                continue
            asked[lang] = message.inputs
            found += [f"{key} ({lang}): {fault}" for fault in _faults(lang, message)]
        if len(set(asked.values())) > 1:
            told = "; ".join(f"{lang}: {', '.join(sorted(names)) or 'nothing'}" for lang, names in asked.items())
            found.append(f"{key}: the languages need different values ({told})")
    return found


def _faults(lang: str, message: Message) -> Iterator[str]:
    """The faults of one message that could be parsed."""
    *particular, last = message.variants
    if last.tests:
        yield "the last variant must be the one for everything else"
    if any(not variant.tests for variant in particular):
        yield "a variant for everything else hides the variants after it"
    if any(test.plural and test.word != "one" for variant in particular for test in variant.tests):
        yield "a plural has only 'one' and everything else"
    for variant in message.variants:
        text = "".join("{" + part.name + "}" if isinstance(part, Slot) else part for part in variant.parts)
        if not text.strip():
            yield "an empty text"
        elif text != typeset(lang, text):
            yield f"wrong typography: {text!r} should be {typeset(lang, text)!r}"


def typeset(lang: str, text: str) -> str:
    """Typography: curly apostrophes, and no line break before a sign that the language sets apart.

    French sets a thin space before ; ! ? and inside guillemets, and a full-width no-break space before a colon and
    a per cent sign; German sets a full-width no-break space before an ellipsis.
    """
    text = text.replace("'", "’").replace("...", "…")
    if lang == "fr":
        text = re.sub(r"[ \u00a0\u202f](?=[;?!»])|(?<=«)[ \u00a0\u202f]", "\u202f", text)
        text = re.sub(r"[ \u202f](?=[:%])", "\u00a0", text)
    if lang == "de":
        text = text.replace(" …", "\u00a0…")
    return text
