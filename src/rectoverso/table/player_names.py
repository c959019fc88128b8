"""Names of players: cleaned, short, and not easily mistaken for another name at the table, or for a bot."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import get_args

from ..errors import Refused
from ..words import LANGUAGES, say
from .setup import Level

MAX_LENGTH = 20
A_GUEST = "a guest"
"""What a person is called who has deleted themselves; everybody reads it in their own language."""
MAX_CHAIRS = 6
_FORBIDDEN = set('<>&@"`\\{}')
_INVISIBLE = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc",
    *map(chr, range(0xFE00, 0xFE10)),  # variation selectors
    *map(chr, range(0xE0100, 0xE01F0)),
}
_MIXABLE = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL"}
"""Scripts that may share a word; a Cyrillic letter in a Latin word is meant to deceive."""
_LATIN_TWINS = {"ALPHA": "a", "IOTA": "i", "UPSILON": "u", "CHI": "x"}
_SIGNS_FOR_LETTERS = str.maketrans("01|!5$3", "olllsse")
_BRACKETS = {"Ps", "Pe", "Pi", "Pf"}
"""Unicode's categories of opening and closing brackets and quotation marks."""
_NUMBER_AT_END = re.compile(r"[\W\d_]+$")


def clean(name: str) -> str:
    """The name without control characters, markup and extra spaces.

    Refused if nothing readable is left, or if it is what a bot is called.
    """
    folded = unicodedata.normalize("NFKC", name[:200])
    kept = "".join(
        sign if unicodedata.category(sign)[0] in "LNPSM" else " " for sign in folded if sign not in _INVISIBLE
    )
    short = " ".join("".join(sign for sign in kept if sign not in _FORBIDDEN).split())
    short = _limit_marks(short)[:MAX_LENGTH].strip()
    if not any(sign.isalnum() for sign in short) or any(_mixes_scripts(word) for word in short.split()):
        raise Refused("bad-name")
    if _poses_as_bot(short):
        raise Refused("bad-name")
    return short


def _mixes_scripts(word: str) -> bool:
    """Whether a word mixes letters of scripts that do not go together."""
    scripts = {_unicode_name(sign)[0] for sign in word if unicodedata.category(sign) in ("Lu", "Ll", "Lt", "Lo")}
    return len(scripts) > 1 and not scripts <= _MIXABLE


def _unicode_name(sign: str) -> list[str]:
    """The words of a character's Unicode name, without "WITH …": the first is its script, the last the letter."""
    return unicodedata.name(sign, "?").split(" WITH ")[0].split()


def _limit_marks(name: str) -> str:
    """Keep at most two combining marks on a letter."""
    kept: list[str] = []
    for sign in name:
        if unicodedata.combining(sign) and len(kept) > 1 and all(unicodedata.combining(mark) for mark in kept[-2:]):
            continue
        kept.append(sign)
    return "".join(kept)


# ---- what a name looks like


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What a name looks like at a glance: two names with the same skeleton could be mistaken for each other."""
    bare = unicodedata.normalize("NFKD", name)
    plain = _plainest([sign for sign in bare if sign.isalnum() or sign in "|!$"])
    letters = "".join(_plain(sign) for sign in _plainest(plain.casefold()))
    return letters.translate(_SIGNS_FOR_LETTERS).replace("rn", "m").replace("vv", "w").replace("i", "l")


def _plainest(signs: Iterable[str]) -> str:
    alike = _look_alikes()
    return "".join(alike.get(sign, sign) for sign in signs)


@cache
def _look_alikes() -> dict[str, str]:
    """By character, the plainest one that looks like it; from Unicode's list (scripts/look_alikes.py)."""
    listed = json.loads(files(__package__).joinpath("look_alikes.json").read_text("utf-8"))
    return {sign: plainest for plainest, signs in listed.items() for sign in signs}


def _plain(sign: str) -> str:
    """The plain form of a Latin letter variant (script, small capital, stroke); modifier letters are dropped."""
    script, letter = _unicode_name(sign)[0], _unicode_name(sign)[-1]
    if unicodedata.category(sign) == "Lm":
        return ""
    if script == "LATIN" and (len(letter) == 1 or letter in _LATIN_TWINS):
        return _LATIN_TWINS.get(letter, letter.lower())
    return sign


# ---- other names


def distinct(name: str, others: Iterable[str | None]) -> str:
    """The name, with a number added if it looks like another name at the table, or like a player without a name."""
    taken = {skeleton(other) for other in others if other is not None} | _names_of_nameless()
    chosen, number = name, 2
    while skeleton(chosen) in taken:
        chosen = f"{name[: MAX_LENGTH - 3]} {number}"
        number += 1
    return chosen


@cache
def _names_of_nameless() -> frozenset[str]:
    """How players without a name, those who were deleted, and readers themselves are called in each language."""
    seats = [say(lang, "player_seat", seat=seat) for lang in LANGUAGES for seat in range(1, MAX_CHAIRS + 1)]
    others = [say(lang, key) for lang in LANGUAGES for key in ("player_you", "player_deleted")]
    return frozenset(map(skeleton, [*seats, *others]))


def _poses_as_bot(name: str) -> bool:
    """Whether a name, or what stands in brackets, is what a bot is called in some language, numbered or not."""
    parts = [name, *_between_brackets(name)]
    return any(skeleton(_NUMBER_AT_END.sub("", part)) in _names_of_bots() for part in parts)


def _between_brackets(name: str) -> list[str]:
    """The parts of a name that brackets of any kind separate."""
    return "".join("\n" if unicodedata.category(sign) in _BRACKETS else sign for sign in name).split("\n")


@cache
def _names_of_bots() -> frozenset[str]:
    """In each language: a bot, and a bot of each level, in either order."""
    names = set[str]()
    for lang in LANGUAGES:
        bot = say(lang, "player_bot", level="")
        for level in ("", *(say(lang, f"level_{level}") for level in get_args(Level)), *get_args(Level)):
            names |= {skeleton(bot + level), skeleton(level + bot)}
    return frozenset(names)
