"""The names of the players of a record, as texts about its game use them."""

from __future__ import annotations

from typing import Any

from ...words import YOU, say

MAX_NAME_LENGTH = 40


def record_names(record: dict[str, Any], lang: str, players: int) -> list[str]:
    """By seat; a player without a name gets the number of their seat."""
    given: Any = record.get("names")
    default = [say(lang, "player_seat", seat=seat) for seat in range(1, players + 1)]
    if not isinstance(given, list) or len(given) != players:
        given = default
    return [
        name[:MAX_NAME_LENGTH].replace(YOU, "") if isinstance(name, str) and name else usual
        for name, usual in zip(given, default, strict=True)
    ]
