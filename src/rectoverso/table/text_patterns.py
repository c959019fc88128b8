"""Patterns for the texts in messages."""

from __future__ import annotations

from msgspec import Meta


def whole(pattern: str) -> Meta:
    r"""The whole text must match.

    `$` alone also matches before a newline at the end, and `\Z` means nothing outside Python (JSON Schema has the
    patterns of JavaScript). The lookahead refuses the newline in both.
    """
    return Meta(pattern=rf"^{pattern}$(?!\n)")
