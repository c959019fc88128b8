"""What is said: a message filled with its values, and shares as each language writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from .catalogues import LANGUAGES, message_in, texts_in
from .messages import WordsError

YOU: Final = "@you"
"""Stands for the reader's own seat in place of a player's name."""
_SINGULAR: Final[Mapping[str, Callable[[float], bool]]] = {
    "en": lambda n: n == 1,
    "fr": lambda n: n < 2,
    "nl": lambda n: n == 1,
    "de": lambda n: n == 1,
}


def say(lang: str, key: str, /, **values: object) -> str:
    """The message ``key`` in language ``lang``, filled with its values; extra values are ignored."""
    message = message_in(lang, key)
    if not values.keys() >= message.inputs:
        raise WordsError(f"message {key!r} needs a value for {', '.join(sorted(message.inputs - values.keys()))}")
    for variant in message.variants:
        for test in variant.tests:
            value = values[test.name]
            if not (_singular(lang, value, test.word) if test.plural else str(value) == test.word):
                break
        else:
            return variant.template % values
    raise WordsError(f"message {key!r} has no variant in {lang!r} for {values!r}")


def has(key: str) -> bool:
    """Is there such a message?"""
    return key in texts_in(LANGUAGES[0])


def keys(prefix: str = "") -> list[str]:
    """The names of all messages with this prefix, sorted."""
    return sorted(key for key in texts_in(LANGUAGES[0]) if key.startswith(prefix))


def inputs(key: str) -> frozenset[str]:
    """The names of the values that a message needs."""
    return message_in(LANGUAGES[0], key).inputs


def percent(lang: str, share: float) -> str:
    """A share in whole per cent, as the language writes it. A chance that is neither 0 nor 1 never reads 0 or 100 %.

    >>> percent("en", 0.75), percent("en", 0.001)
    ('75%', '<1%')
    """
    sign = "%" if lang in ("en", "nl") else "\u00a0%"
    whole = round(share * 100)
    if whole == 0 and share > 0:
        return "<1" + sign
    if whole == 100 and share < 1:
        return ">99" + sign
    return f"{whole}{sign}"


def _singular(lang: str, value: Any, word: str) -> bool:
    """Is this value singular (`one`) or plural in the language, as the word says?"""
    return _SINGULAR[lang](abs(float(value))) == (word == "one")
