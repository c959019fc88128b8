"""The commands `add`, `merge`, `remove` and `check` of `python -m rectoverso.words`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from .catalogues import LANGUAGES, read_json
from .checking import complaints
from .editing import add, remove
from .messages import WordsError
from .saying import keys


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
                add(read_json(Path(name)))
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
