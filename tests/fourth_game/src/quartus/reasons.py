"""Why a move of Quartus is good, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rectoverso.kernel.fixed_record import Record
from rectoverso.words import percent, say

from .material import CARDS
from .moves import TURN


def reason(observation: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    """Q4: what the card scores, for certain or in all likelihood."""
    card = move % CARDS
    if move >= TURN:
        return say(lang, "quartus_reason_turn", face=int(observation.state.up[card]))
    faces: dict[str, float] = odds[f"#{card + 1}"]
    likeliest = max(faces, key=lambda face: (faces[face], int(face)))
    return say(lang, "quartus_reason_take", face=likeliest, chance=percent(lang, faces[likeliest]))
