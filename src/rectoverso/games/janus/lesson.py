"""The lesson of Janus."""

from __future__ import annotations

from functools import partial
from typing import Final

from ..lesson import Lesson, Step
from ..prepared_positions import prepared

_at = partial(prepared, "janus", 3)
_FIRST: Final = ("A/C", "F/I", "K/F", "E/G", "H/J", "B/A", "C/D", "J/K", "B/E", "G/H")
_TWO_HELMETS: Final = ("C/A", "C/F", "B/D", "E/G", "H/J", "K/A", "C/I", "J/K", "B/E", "F/D")
_TWO_SUNS: Final = ("F/A", "F/B", "B/D", "E/G", "H/F", "K/A", "C/I")
_NO_SUN_IN_SIGHT: Final = ("F/A", "F/B", "B/D", "E/G", "J/K", "K/A", "C/I", "D/G")
_OTHERS_DRAW: Final = "draw, end, draw, end"
_FULL_HAND: Final = f"draw, take #3, {_OTHERS_DRAW}"

_STEPS = (
    Step("draw", partial(_at, _FIRST), ("draw",), ("J6", "J8")),
    Step("second", partial(_at, _FIRST, "draw"), ("take #3",), ("J7",), _OTHERS_DRAW),
    Step("full", partial(_at, _FIRST, _FULL_HAND), ("discard #1", "discard #7"), ("J5", "J10")),
    Step("one", partial(_at, _FIRST, f"{_FULL_HAND}, discard #1"), ("end",)),
    Step("stop", partial(_at, _NO_SUN_IN_SIGHT, "draw"), ("end",)),
    Step("triplet", partial(_at, _TWO_HELMETS), ("draw",), ("J11",)),
    Step("hand", partial(_at, _TWO_SUNS), ("take #5",)),
    Step("empty", partial(_at, _FIRST, f"discard #1, discard #2, {_OTHERS_DRAW}"), ("draw",), ("J9",)),
    Step("close", partial(_at, _TWO_HELMETS, f"draw, {_OTHERS_DRAW}, draw", {"stall": 1}), ("end",), ("J13", "J15")),
)

LESSONS: Final = (Lesson("game", 3, _STEPS),)
