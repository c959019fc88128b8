#!/usr/bin/env python3
"""Writes src/rectoverso/table/look_alikes.json: characters that look alike, from Unicode's list of confusables.

The list comes with the package confusable-homoglyphs; install it first. Names are compared in normal form (NFKC), so
characters that this form replaces are left out. Each entry: the plainest of the characters that look alike, and the
others.
"""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

from confusable_homoglyphs.confusables import confusables_data

FILE = Path(__file__).parent.parent / "src/rectoverso/table/look_alikes.json"
MARKS = "\u200e\u200f"  # directions, which the package puts around some characters


def main() -> None:
    """Write the file."""
    groups: dict[str, set[str]] = {}
    for one, others in confusables_data.items():
        merged = {text.strip(MARKS) for text in (one, *(other["c"] for other in others))}
        for text in list(merged):
            merged |= groups.get(text, set())
        for text in merged:
            groups[text] = merged
    alike: dict[str, str] = {}
    for group in {id(group): group for group in groups.values()}.values():
        letters = {text for text in group if len(text) == 1 and _in_names(text)}
        plainest = min(letters, key=_plainness, default="")
        if len(letters) > 1:
            alike[plainest] = "".join(sorted(letters - {plainest}))
    text = json.dumps(dict(sorted(alike.items())), ensure_ascii=False, indent=1)
    FILE.write_text(text + "\n", "utf-8")


def _in_names(letter: str) -> bool:
    """Whether a name can contain it."""
    return unicodedata.normalize("NFKC", letter) == letter and letter.isalnum()


def _plainness(letter: str) -> tuple[bool, bool, str]:
    return (not letter.isascii(), not letter.islower(), letter)


if __name__ == "__main__":
    main()
