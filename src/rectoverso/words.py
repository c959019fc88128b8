"""What players read, in four languages: one catalogue for Python and for the page.

The texts are in ``catalogues/<language>.json``, in the inlang message format. Paraglide compiles them for the page;
Python uses ``say``:

>>> say("en", "player_points", count=1)
'1 point'

**Names of messages** are flat identifiers, ``area_subject_detail``, in lower case with underscores (Paraglide makes
each one a JavaScript function). The areas are

- ``<game>_…``: one game. ``<game>_told_<move>`` says what happened, ``<game>_move_<move>`` is the label of a button;
  ``<game>_told_<move>_faded`` is the same without faces, for older lines of the log (the setting ``memory``). A game
  from another package has its own catalogues (``add_game_catalogues``);
- ``game_… option_… level_… player_…``: names of games, options, levels, seats, with ``…_help`` where a sentence of
  explanation is needed; ``symbol_a`` to ``symbol_k``: the symbols on cards;
- ``page_…``: the page around the games; ``notebook_…``: tables in notebooks; ``refused_<code>``: refusals;
  ``reason_…``: reasons for advice; ``why_…``: why a move is not possible.

**Variants.** A text may depend on a value: ``count=one`` means the singular of the language, any other ``name=word``
means exactly that word. Readers see their own seat as the player ``@you`` (no name can contain ``@``): "You draw coin
8." The last variant is always the one for everything else.

Add or change a message in all languages at once; the files stay sorted, and several people can do so at the same time::

    python -m rectoverso.words add page_coins 'en={count} coins' 'en[count=one]={count} coin' 'fr=…' 'nl=…' 'de=…'
    python -m rectoverso.words merge NEW.json    # {"key": {"en": "text", "fr": {"count=one": "text", "*": "text"}, …}}
    python -m rectoverso.words remove KEY…
    python -m rectoverso.words check
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from .whole_files import unfinished

LANGUAGES: Final = ("en", "fr", "nl", "de")
YOU: Final = "@you"
"""Stands for the reader's own seat in place of a player's name."""

_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)+")
_PIECE = re.compile(r"\\([{}\\])|\{([a-zA-Z][a-zA-Z0-9_]*)\}|([{}\\])|([^{}\\]+)")
_PLURAL = re.compile(r"local (\w+) = (\w+): plural")
_SINGULAR: Final[Mapping[str, Callable[[float], bool]]] = {
    "en": lambda n: n == 1,
    "fr": lambda n: n < 2,
    "nl": lambda n: n == 1,
    "de": lambda n: n == 1,
}


class WordsError(LookupError):
    """A text that cannot be said: unknown language or message, missing value, malformed message."""


# --- saying -----------------------------------------------------------------------------------------------------------


def say(lang: str, key: str, /, **values: object) -> str:
    """The message ``key`` in language ``lang``, filled with its values; extra values are ignored."""
    message = _message(lang, key)
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
    return key in _texts(LANGUAGES[0])


def keys(prefix: str = "") -> list[str]:
    """The names of all messages with this prefix, sorted."""
    return sorted(key for key in _texts(LANGUAGES[0]) if key.startswith(prefix))


def inputs(key: str) -> frozenset[str]:
    """The names of the values that a message needs."""
    return _message(LANGUAGES[0], key).inputs


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


# --- messages ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Slot:
    """A place in a text that a value fills."""

    name: str


@dataclass(frozen=True, slots=True)
class _Test:
    """One condition of a variant: the value is this word or, for a plural, the language's singular."""

    name: str
    plural: bool
    word: str


@dataclass(frozen=True, slots=True)
class _Variant:
    """The text to use if all tests hold: as parts, and as a template for Python's `%`."""

    tests: tuple[_Test, ...]
    parts: tuple[str | _Slot, ...]
    template: str


def _variant(tests: tuple[_Test, ...], parts: tuple[str | _Slot, ...]) -> _Variant:
    template = "".join(f"%({part.name})s" if isinstance(part, _Slot) else part.replace("%", "%%") for part in parts)
    return _Variant(tests, parts, template)


@dataclass(frozen=True, slots=True)
class _Message:
    """A parsed message."""

    inputs: frozenset[str]
    variants: tuple[_Variant, ...]


def _singular(lang: str, value: Any, word: str) -> bool:
    """Is this value singular (`one`) or plural in the language, as the word says?"""
    return _SINGULAR[lang](abs(float(value))) == (word == "one")


_game_catalogues: dict[str, dict[str, dict[str, Any]]] = {}
"""By game and language: the messages of games from other packages."""


def add_game_catalogues(game: str, folder: Path) -> None:
    """Add a game's own catalogues, `en.json` and so on in a folder. Their messages must be named `<game>_…`."""
    catalogues = {lang: _read(folder / f"{lang}.json") for lang in LANGUAGES}
    others = [key for texts in catalogues.values() for key in texts if not key.startswith(f"{game}_")]
    if others:
        raise WordsError(f"message {others[0]!r}: the name must begin with {game}_")
    if taken := [key for key in _own_texts(LANGUAGES[0]) if key.startswith(f"{game}_")]:
        raise WordsError(f"a game cannot be called {game!r}: there is a message {taken[0]!r} already")
    if wrong := complaints(catalogues):
        raise WordsError("; ".join(wrong))
    _game_catalogues[game] = catalogues
    _texts.cache_clear()
    _message.cache_clear()


def _own_texts(lang: str) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads(files("rectoverso").joinpath("catalogues", f"{lang}.json").read_text("utf-8"))
    return texts


@cache
def _texts(lang: str) -> Mapping[str, Any]:
    """The catalogue of a language: its file, and the messages of games from other packages."""
    if lang not in LANGUAGES:
        raise WordsError(f"there is no language {lang!r}; the languages are {', '.join(LANGUAGES)}")
    texts = _own_texts(lang)
    for catalogues in _game_catalogues.values():
        texts |= catalogues[lang]
    return texts


@cache
def _message(lang: str, key: str) -> _Message:
    try:
        stored = _texts(lang)[key]
    except KeyError:
        raise WordsError(f"there is no message {key!r} in {lang!r}") from None
    return _parse(key, stored)


def _parse(key: str, stored: Any) -> _Message:
    """Parse a stored message: a text, or a list with one object that has variants."""
    if isinstance(stored, str):
        parts = _pieces(key, stored)
        return _Message(_slots(parts), (_variant((), parts),))
    try:
        (form,) = stored
        plurals = {m[1]: m[2] for d in form["declarations"] if (m := _PLURAL.fullmatch(d))}
        declared = {d.removeprefix("input ") for d in form["declarations"] if d.startswith("input ")}
        if len(plurals) + len(declared) != len(form["declarations"]):
            raise WordsError(f"message {key!r}: only inputs and plurals can be declared")
        variants = tuple(
            _variant(_tests(key, when, plurals), _pieces(key, text)) for when, text in form["match"].items()
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise WordsError(f"message {key!r} is neither a text nor one object with declarations and match") from None
    tested = {test.name for variant in variants for test in variant.tests}
    used = tested.union(*(_slots(variant.parts) for variant in variants))
    if not used <= declared:
        raise WordsError(f"message {key!r} uses {', '.join(sorted(used - declared))} without declaring it")
    return _Message(frozenset(declared), variants)


def _tests(key: str, when: str, plurals: Mapping[str, str]) -> tuple[_Test, ...]:
    """Parse ``player=@you, countPlural=one``; ``*`` stands for any value."""
    tests = []
    for condition in when.split(","):
        name, equals, word = condition.strip().partition("=")
        if not equals or not word:
            raise WordsError(f"message {key!r}: {condition.strip()!r} is not a condition; write name=word")
        if word != "*":
            tests.append(_Test(plurals.get(name, name), name in plurals, word))
    return tuple(tests)


def _pieces(key: str, text: str) -> tuple[str | _Slot, ...]:
    """Split a text at its ``{names}``; ``\\{`` stands for a brace."""
    parts: list[str | _Slot] = []
    for escaped, name, stray, plain in _PIECE.findall(text):
        if stray:
            raise WordsError(f"message {key!r}: stray {stray!r} in {text!r}")
        parts.append(_Slot(name) if name else escaped or plain)
    return tuple(parts)


def _slots(parts: Sequence[str | _Slot]) -> frozenset[str]:
    return frozenset(part.name for part in parts if isinstance(part, _Slot))


# --- checking ---------------------------------------------------------------------------------------------------------


def complaints(catalogues: Mapping[str, Mapping[str, Any]] | None = None) -> list[str]:
    """All faults of the catalogues: messages that are missing, empty or malformed, or differ in their values."""
    catalogues = catalogues or {lang: _texts(lang) for lang in LANGUAGES}
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
                message = _parse(key, texts[key])
            except WordsError as error:
                found.append(f"{key} ({lang}): {error}")
                continue
            asked[lang] = message.inputs
            found += [f"{key} ({lang}): {fault}" for fault in _faults(lang, message)]
        if len(set(asked.values())) > 1:
            told = "; ".join(f"{lang}: {', '.join(sorted(names)) or 'nothing'}" for lang, names in asked.items())
            found.append(f"{key}: the languages need different values ({told})")
    return found


def _faults(lang: str, message: _Message) -> Iterator[str]:
    """The faults of one message that could be parsed."""
    *particular, last = message.variants
    if last.tests:
        yield "the last variant must be the one for everything else"
    if any(not variant.tests for variant in particular):
        yield "a variant for everything else hides the variants after it"
    if any(test.plural and test.word != "one" for variant in particular for test in variant.tests):
        yield "a plural has only 'one' and everything else"
    for variant in message.variants:
        text = "".join("{" + part.name + "}" if isinstance(part, _Slot) else part for part in variant.parts)
        if not text.strip():
            yield "an empty text"
        elif text != typeset(lang, text):
            yield f"wrong typography: {text!r} should be {typeset(lang, text)!r}"


def typeset(lang: str, text: str) -> str:
    """Typography: curly apostrophes, and no line break before a sign that the language sets apart.

    French sets a thin space before ; ! ? and inside guillemets and a full one before a colon and a per cent sign;
    German sets a full one before an ellipsis.
    """
    text = text.replace("'", "’").replace("...", "…")
    if lang == "fr":
        text = re.sub(r"[ \u00a0\u202f](?=[;?!»])|(?<=«)[ \u00a0\u202f]", "\u202f", text)
        text = re.sub(r"[ \u202f](?=[:%])", "\u00a0", text)
    if lang == "de":
        text = text.replace(" …", "\u00a0…")
    return text


# --- writing ----------------------------------------------------------------------------------------------------------


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
    match = {", ".join(f"{local[s]}={names.get(s, '*')}" for s in selectors): text for names, text in rows}
    slots = {name for text in match.values() for name in _slots(_pieces(lang, text))}
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

    folder = Path(__file__).parent / "catalogues"
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        catalogues = {lang: _read(folder / f"{lang}.json") for lang in LANGUAGES}
        yield catalogues
        for lang, texts in catalogues.items():
            _write(folder / f"{lang}.json", dict(sorted(texts.items())))
    finally:
        os.close(lock)


def _read(path: Path) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return texts


def _write(path: Path, texts: Mapping[str, Any]) -> None:
    """Replace the file in one step, so that no reader ever sees half of it."""
    with unfinished(path) as new:
        new.write_text(json.dumps(texts, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        new.replace(path)


# --- command line -----------------------------------------------------------------------------------------------------


def _arguments(key: str, texts: Sequence[str]) -> dict[str, dict[str, str | Mapping[str, str]]]:
    """Parse ``en=…`` and ``en[count=one]=…`` into the short form of one message."""
    short: dict[str, dict[str, str]] = {}
    for text in texts:
        parsed = re.fullmatch(r"(\w+)(?:\[([^\]]+)\])?=(.*)", text, re.DOTALL)
        if not parsed:
            raise WordsError(f"{text!r} is not a text; write en=… or en[count=one]=…")
        short.setdefault(parsed[1], {})[parsed[2] or "*"] = parsed[3]
    if absent := [lang for lang in LANGUAGES if lang not in short]:
        raise WordsError(f"{key}: the text is missing in {', '.join(absent)}")
    return {key: dict(short)}


USAGE = "usage: python -m rectoverso.words add KEY en=… fr=… nl=… de=… | merge FILE | remove KEY… | check"


def main(arguments: Sequence[str]) -> int:
    """Run ``add``, ``merge``, ``remove`` or ``check``; the exit code is 2 if something is wrong."""
    try:
        match list(arguments):
            case ["add", key, *texts] if texts:
                add(_arguments(key, texts))
            case ["merge", name]:
                add(_read(Path(name)))
            case ["remove", *names] if names:
                remove(names)
            case ["-h" | "--help"]:
                print(USAGE)
            case ["check"]:
                if wrong := complaints():
                    raise WordsError("\n".join(wrong))
                print(f"{len(keys())} messages in {len(LANGUAGES)} languages, no faults")
            case _:
                raise WordsError(USAGE)
    except (WordsError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
