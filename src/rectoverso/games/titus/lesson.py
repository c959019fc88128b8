"""The lesson of Titus."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from ...kernel.rng import new_rng
from ..lesson import Lesson, Step
from ..prepared_positions import prepared
from ..round import Round
from .heuristics import heuristic

_at = partial(prepared, "titus", 2)
_FIRST: Final = ("5/7", "9/8", "6/4", "7/7", "8/10")
_TWO_PLACED: Final = "draw, place, draw, place"
_REMEMBERED: Final = ("8/9", "16/18", "5/7", "2/2", "6/4", "7/7", "19/19", "14/13")
_EXCHANGE: Final = (
    "draw, place, draw, swap #1, place, draw, place, draw, place, draw, join #3, draw, join #3, end, draw, place, draw"
)
_TWO_GROUPS: Final = ("5/7", "2/2", "6/6", "8/8", "16/18", "7/9")
_SCORED: Final = ("11/10", "12/14", "12/12", "1/2", "13/13", "14/16", "15/13", "13/12", "14/14", "15/15", "16/17")
_SERIES_ONLY: Final = (*_SCORED[:7], "5/6")
"""The same, but what the pile shows fits nothing."""
_BY_THE_OTHER: Final = (
    "draw, place, draw, place, draw, join #1, draw, place, draw, join #2, draw, join #2, draw, join #2, score #2"
)
_NO_CARDS_LEFT: Final = ("7/8", "15/17")
"""A deal in which, played by the rule of thumb, the learner can make a group of four when no point cards are left."""
_UNTIL_THEN: Final = 188
_LAST: Final = ("7/7", "12/13")
"""A deal in which the last coin completes a group of the learner's."""
_HASTE: Final = ("score", "merge", "join", "draw", "place", "end")


@cache
def _moves_by_rule_of_thumb() -> str:
    round, rng = _at(_NO_CARDS_LEFT), new_rng(1)
    while len(round.moves) < _UNTIL_THEN:
        round.play_number(heuristic(round.observation(round.turn or 0), 0.0, rng))
    return ", ".join(round.moves)


def _no_cards_left() -> Round:
    return _at(_NO_CARDS_LEFT, _moves_by_rule_of_thumb())


def _last_coin(*more: str) -> Round:
    """Both play what comes first in haste, until the learner holds the last coin of the pile; then these moves."""
    round = _at(_LAST)
    while (table := round.game.board(round.observed(1))).pile or table.hand is None:
        round.play(min(round.legal, key=lambda move: _HASTE.index(move.split()[0]) if move.split()[0] in _HASTE else 9))
    for move in more:
        round.play(move)
    return round


_STEPS = (
    Step("draw", partial(_at, _FIRST), ("draw",), ("T8", "T17")),
    Step("place", partial(_at, _FIRST, "draw"), ("place",), ("T11",), "draw, place"),
    Step("join", partial(_at, _FIRST, f"{_TWO_PLACED}, draw"), ("join #1",), ("T6",)),
    Step("more", partial(_at, _FIRST, f"{_TWO_PLACED}, draw, join #1"), ("draw",)),
    Step("third", partial(_at, _FIRST, f"{_TWO_PLACED}, draw, join #1, draw, join #1, draw"), ("join #1",), ("T12",)),
    Step("swap", partial(_at, _REMEMBERED, _EXCHANGE), ("swap #1",), ("T5", "T9")),
    Step("turned", partial(_at, _REMEMBERED, f"{_EXCHANGE}, swap #1"), ("join #3",)),
    Step("score", partial(_at, _REMEMBERED, f"{_EXCHANGE}, swap #1, join #3"), ("score #3",), ("T14",)),
    Step(
        "merge",
        partial(_at, _TWO_GROUPS, f"{_TWO_PLACED}, draw, join #1, draw, place, draw, place, draw, join #4"),
        ("merge #1 #6",),
        ("T7", "T15"),
    ),
    Step("take", partial(_at, _SERIES_ONLY, _BY_THE_OTHER), ("take 18",), ("T1", "T10")),
    Step(
        "behind",
        partial(_at, _SCORED, f"{_BY_THE_OTHER}, draw, join #1, draw, join #1, draw, join #1"),
        ("draw",),
        ("T13",),
    ),
    Step("left", _no_cards_left, ("join #39",), ("T16",)),
    Step("last", _last_coin, ("join #6",), ("T18",)),
    Step("points", partial(_last_coin, "join #6"), ("score #54",), ("T19",)),
)

LESSONS: Final = (Lesson("game", 2, _STEPS),)
