"""The lesson of Janus."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from ..lesson import Lesson, Step
from ..prepared_positions import prepared
from ..round import Round
from .board import JanusTable

_at = partial(prepared, "janus", 3)
_FIRST: Final = ("A/C", "F/I", "K/F", "E/G", "H/J", "B/A", "C/D", "J/K", "B/E", "G/H")
_TWO_HELMETS: Final = ("C/A", "C/F", "B/D", "E/G", "H/J", "K/A", "C/I", "J/K", "B/E", "F/D")
_TWO_SUNS: Final = ("F/A", "F/B", "B/D", "E/G", "H/F", "K/A", "C/I")
_NO_SUN_IN_SIGHT: Final = ("F/A", "F/B", "B/D", "E/G", "J/K", "K/A", "C/I", "D/G")
_OTHERS_DRAW: Final = "draw, end, draw, end"
_FULL_HAND: Final = f"draw, take #3, {_OTHERS_DRAW}"
_MOON_BEHIND: Final = ("A/G", "F/I", "K/B", "H/E", "J/D", "B/I", "F/C", "E/A", "C/K", "G/B", "G/K")
_TWO_MOONS: Final = "draw, end, discard #3, end, draw, end, draw, draw, draw, discard #5, end"
_LAST_TRIPLET: Final = ("B/I", "E/J")
"""A deal in which the learner lays down the last triplet, and wins by it."""


@cache
def _whole_game() -> str:
    """All moves but the last one, where everybody goes for what they have most of."""
    round = _at(_LAST_TRIPLET)
    while seat := round.turn:
        round.play(max(round.legal, key=partial(_alike, round.game.board(round.observed(seat)), seat)))
    return ", ".join(round.moves[:-1])


def _alike(table: JanusTable, seat: int, move: str) -> float:
    """How many cards of a hand match the one that comes; the fewer match the one that goes, the better."""
    verb, _, tag = move.partition(" #")
    own = [card.own for card in table.seats[seat - 1].hand]
    if verb == "end":
        return 0.5  # better than a card that matches none
    if verb == "draw":
        return own.count(table.top.up if table.top else None)
    card = next(card for other in table.seats for card in other.hand if str(card.tag) == tag)
    return own.count(card.outer) if verb == "take" else -own.count(card.own)


def last_triplet() -> Round:
    """Before the last triplet of a game, which ends it (J13)."""
    return _at(_LAST_TRIPLET, _whole_game())


_STEPS = (
    Step("draw", partial(_at, _FIRST), ("draw",), ("J6", "J8")),
    Step("second", partial(_at, _FIRST, "draw"), ("take #3",), ("J7",), _OTHERS_DRAW),
    Step("full", partial(_at, _FIRST, _FULL_HAND), ("discard #1", "discard #7"), ("J5", "J10")),
    Step("one", partial(_at, _FIRST, f"{_FULL_HAND}, discard #1"), ("end",)),
    Step("stop", partial(_at, _NO_SUN_IN_SIGHT, "draw"), ("end",)),
    Step("triplet", partial(_at, _TWO_HELMETS), ("draw",), ("J11",)),
    Step("hand", partial(_at, _TWO_SUNS), ("take #5",)),
    Step("remember", partial(_at, _MOON_BEHIND, _TWO_MOONS), ("discard #1",), ("J4",)),
    Step("empty", partial(_at, _FIRST, f"discard #1, discard #2, {_OTHERS_DRAW}"), ("draw",), ("J9",)),
    Step("close", partial(_at, _TWO_HELMETS, f"draw, {_OTHERS_DRAW}, draw", {"stall": 1}), ("end",), ("J13",)),
    Step("last", last_triplet, ("take #8",), ("J15",)),
)

LESSONS: Final = (Lesson("game", 3, _STEPS),)
