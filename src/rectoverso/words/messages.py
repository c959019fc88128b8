"""Messages: their stored form, parsed into texts with places for values and variants by condition."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_PIECE = re.compile(r"\\([{}\\])|\{([a-zA-Z][a-zA-Z0-9_]*)\}|([{}\\])|([^{}\\]+)")
_PLURAL = re.compile(r"local (\w+) = (\w+): plural")


class WordsError(LookupError):
    """A text that cannot be said: unknown language or message, missing value, malformed message."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a text that a value fills."""

    name: str


@dataclass(frozen=True, slots=True)
class Test:
    """One condition of a variant: the value is this word or, for a plural, the language's singular."""

    name: str
    plural: bool
    word: str


@dataclass(frozen=True, slots=True)
class Variant:
    """The text to use if all tests hold: as parts, and as a template for Python's `%`."""

    tests: tuple[Test, ...]
    parts: tuple[str | Slot, ...]
    template: str


def _variant(tests: tuple[Test, ...], parts: tuple[str | Slot, ...]) -> Variant:
    template = "".join(f"%({part.name})s" if isinstance(part, Slot) else part.replace("%", "%%") for part in parts)
    return Variant(tests, parts, template)


@dataclass(frozen=True, slots=True)
class Message:
    """A parsed message."""

    inputs: frozenset[str]
    variants: tuple[Variant, ...]


def parse(key: str, stored: Any) -> Message:
    """Parse a stored message: a text, or a list with one object that has variants."""
    if isinstance(stored, str):
        parts = pieces_of(key, stored)
        return Message(slots_of(parts), (_variant((), parts),))
    try:
        (form,) = stored
        declarations = form["declarations"]
        plurals = {found[1]: found[2] for line in declarations if (found := _PLURAL.fullmatch(line))}
        declared = {line.removeprefix("input ") for line in declarations if line.startswith("input ")}
        if len(plurals) + len(declared) != len(declarations):
            raise WordsError(f"message {key!r}: only inputs and plurals can be declared")
        variants = tuple(
            _variant(_tests(key, when, plurals), pieces_of(key, text)) for when, text in form["match"].items()
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise WordsError(f"message {key!r} is neither a text nor one object with declarations and match") from None
    tested = {test.name for variant in variants for test in variant.tests}
    used = tested.union(*(slots_of(variant.parts) for variant in variants))
    if not used <= declared:
        raise WordsError(f"message {key!r} uses {', '.join(sorted(used - declared))} without declaring it")
    return Message(frozenset(declared), variants)


def _tests(key: str, when: str, plurals: Mapping[str, str]) -> tuple[Test, ...]:
    """Parse ``player=@you, countPlural=one``; ``*`` stands for any value."""
    tests = []
    for condition in when.split(","):
        name, equals, word = condition.strip().partition("=")
        if not equals or not word:
            raise WordsError(f"message {key!r}: {condition.strip()!r} is not a condition; write name=word")
        if word != "*":
            tests.append(Test(plurals.get(name, name), name in plurals, word))
    return tuple(tests)


def pieces_of(key: str, text: str) -> tuple[str | Slot, ...]:
    """Split a text at its ``{names}``; ``\\{`` stands for a brace."""
    parts: list[str | Slot] = []
    for escaped, name, stray, plain in _PIECE.findall(text):
        if stray:
            raise WordsError(f"message {key!r}: stray {stray!r} in {text!r}")
        parts.append(Slot(name) if name else escaped or plain)
    return tuple(parts)


def slots_of(parts: Sequence[str | Slot]) -> frozenset[str]:
    return frozenset(part.name for part in parts if isinstance(part, Slot))
