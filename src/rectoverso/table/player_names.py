"""What guests may be called: cleaned, short, and not to be mistaken for somebody else at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ..errors import Refused

LONGEST = 20
_NOT_IN_NAMES = set('<>&@"`\\{}')
_INVISIBLE = set("\u115f\u1160\u2800\u3164\uffa0")
_WITH_LATIN = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL"}
"""Scripts whose letters may stand in one word: nobody writes a Latin word with a Cyrillic letter, except to deceive."""
_LOOKS_LIKE = {"ALPHA": "a", "IOTA": "i", "UPSILON": "u", "CHI": "x"}

_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһԛԝвнкмтгαοερτυνικβηχ01|!5$3",
    "aeopcyxijsdhqwbhkmtraoeptuvikbnxolllsse",
)


def clean(name: str) -> str:
    """A name without control characters, markup and superfluous spaces; refuses what leaves nothing to read."""
    folded = unicodedata.normalize("NFKC", name[:200])
    kept = "".join(
        sign if unicodedata.category(sign)[0] in "LNPSM" else " " for sign in folded if sign not in _INVISIBLE
    )
    short = " ".join("".join(sign for sign in kept if sign not in _NOT_IN_NAMES).split())
    short = _fewer_marks(short)[:LONGEST].strip()
    if not any(sign.isalnum() for sign in short) or any(_mixed(word) for word in short.split()):
        raise Refused("bad-name")
    return short


def _mixed(word: str) -> bool:
    """Does a word hold letters of scripts that do not go together?"""
    scripts = {_unicode_name(sign)[0] for sign in word if unicodedata.category(sign) in ("Lu", "Ll", "Lt", "Lo")}
    return "LATIN" in scripts and not scripts <= _WITH_LATIN


def _unicode_name(sign: str) -> list[str]:
    """The words of a sign's name, without what is added to a letter: the first is its script, the last the letter."""
    return unicodedata.name(sign, "?").split(" WITH ")[0].split()


def _fewer_marks(name: str) -> str:
    """At most two marks on a letter."""
    kept: list[str] = []
    for sign in name:
        if unicodedata.combining(sign) and len(kept) > 1 and all(unicodedata.combining(mark) for mark in kept[-2:]):
            continue
        kept.append(sign)
    return "".join(kept)


def skeleton(name: str) -> str:
    """What a name looks like at a glance: two names with one skeleton could be mistaken for each other."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(_plain(sign) for sign in bare if sign.isalnum() or sign in "|!$")
    return letters.translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w").replace("i", "l")


def _plain(sign: str) -> str:
    """A Latin letter of another make (script, small capital, with a stroke) as the plain one; no mere modifiers."""
    script, letter = _unicode_name(sign)[0], _unicode_name(sign)[-1]
    if unicodedata.category(sign) == "Lm":
        return ""
    if script == "LATIN" and (len(letter) == 1 or letter in _LOOKS_LIKE):
        return _LOOKS_LIKE.get(letter, letter.lower())
    return sign


def distinct(name: str, others: Iterable[str | None]) -> str:
    """The name, with a number if somebody at the table is called alike."""
    taken = {skeleton(other) for other in others if other is not None}
    chosen, number = name, 2
    while skeleton(chosen) in taken:
        chosen = f"{name[: LONGEST - 3]} {number}"
        number += 1
    return chosen
