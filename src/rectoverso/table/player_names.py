"""Names of players: cleaned, short, and not easily mistaken for another name at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ..errors import Refused

MAX_LENGTH = 20
_FORBIDDEN = set('<>&@"`\\{}')
_INVISIBLE = set("\u115f\u1160\u2800\u3164\uffa0")
_MIXABLE_WITH_LATIN = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL"}
"""Scripts that may share a word with Latin letters; a Cyrillic letter in a Latin word is meant to deceive."""
_LATIN_TWINS = {"ALPHA": "a", "IOTA": "i", "UPSILON": "u", "CHI": "x"}

_LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһԛԝвнкмтгαοερτυνικβηχ01|!5$3",
    "aeopcyxijsdhqwbhkmtraoeptuvikbnxolllsse",
)


def clean(name: str) -> str:
    """The name without control characters, markup and extra spaces; refused if nothing readable is left."""
    folded = unicodedata.normalize("NFKC", name[:200])
    kept = "".join(
        sign if unicodedata.category(sign)[0] in "LNPSM" else " " for sign in folded if sign not in _INVISIBLE
    )
    short = " ".join("".join(sign for sign in kept if sign not in _FORBIDDEN).split())
    short = _limit_marks(short)[:MAX_LENGTH].strip()
    if not any(sign.isalnum() for sign in short) or any(_mixes_scripts(word) for word in short.split()):
        raise Refused("bad-name")
    return short


def _mixes_scripts(word: str) -> bool:
    """Whether a word mixes Latin letters with letters that only look like them."""
    scripts = {_unicode_name(sign)[0] for sign in word if unicodedata.category(sign) in ("Lu", "Ll", "Lt", "Lo")}
    return "LATIN" in scripts and not scripts <= _MIXABLE_WITH_LATIN


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


def skeleton(name: str) -> str:
    """What a name looks like at a glance: two names with the same skeleton could be mistaken for each other."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(_plain(sign) for sign in bare if sign.isalnum() or sign in "|!$")
    return letters.translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w").replace("i", "l")


def _plain(sign: str) -> str:
    """The plain form of a Latin letter variant (script, small capital, stroke); modifier letters are dropped."""
    script, letter = _unicode_name(sign)[0], _unicode_name(sign)[-1]
    if unicodedata.category(sign) == "Lm":
        return ""
    if script == "LATIN" and (len(letter) == 1 or letter in _LATIN_TWINS):
        return _LATIN_TWINS.get(letter, letter.lower())
    return sign


def distinct(name: str, others: Iterable[str | None]) -> str:
    """The name, with a number added if it looks like another name at the table."""
    taken = {skeleton(other) for other in others if other is not None}
    chosen, number = name, 2
    while skeleton(chosen) in taken:
        chosen = f"{name[: MAX_LENGTH - 3]} {number}"
        number += 1
    return chosen
