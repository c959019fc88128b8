"""Lessons of Nummerus: the game for two, with exchanges, and the solitaire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from ..game import Value
from ..lesson import Lesson, Step
from ..prepared_positions import prepared
from ..round import Round
from .prepared_walks import walk

_FIRST: Final = {17: 0, 10: 30, 16: 41, 18: 14, 19: 2, 26: 33}
_TAUSCH: Final = {"tausch": True}


def _walked(
    taken: Sequence[int],
    reached: Sequence[int] = (),
    *,
    players: int = 2,
    stride: int = 0,
    options: Mapping[str, Value] | None = None,
) -> Callable[[], Round]:
    """These pawns have been taken, and these can be taken next."""

    def position() -> Round:
        way = walk(taken, reached, players=players, stride=stride, options=options)
        return prepared("nummerus", players, *way, options)

    return position


def _in_turn(mine: Iterable[int], theirs: Iterable[int]) -> list[int]:
    """Pawns in the order in which two players take them."""
    return [pawn for both in zip(mine, theirs, strict=True) for pawn in both]


_alone = partial(_walked, players=1)
_TEN_AHEAD = _in_turn([*range(1, 10), *range(20, 29)], [*range(10, 19), *range(30, 39)])
_TWO_LEFT = _in_turn([*range(1, 12), *range(25, 37)], [*range(12, 24), *range(38, 49)])

_GAME = (
    Step("slide", partial(prepared, "nummerus", 2, _FIRST, "take 30, take 41"), ("take 14",), ("N3",), "take 2"),
    Step("diagonal", partial(prepared, "nummerus", 2, _FIRST, "take 30, take 41, take 14, take 2"), ("take 33",)),
    Step("series", _walked((14, 40, 30, 5), (15, 28, 3)), ("take 15",), ("N5",)),
    Step("join", _walked((11, 40, 12, 3, 14, 27, 15, 44), (13, 38)), ("take 13",)),
    Step("spoil", _walked((7, 20, 31, 21, 45, 23), (22, 10, 38)), ("take 22",)),
    Step("free", _walked(_TEN_AHEAD, stride=6), ("take 29",), ("N4",)),
    Step("trade", _walked((20, 22, 21, 8, 23, 9, 40), options=_TAUSCH), ("trade 40 22",), ("N8",)),
    Step("keep", _walked((20, 5, 21, 14, 22, 31, 23), options=_TAUSCH), ("end",)),
    Step("last", _walked(_TWO_LEFT, stride=5), ("take 24",), ("N6",), "take 37"),
)
_SOLITAIRE = (
    Step("open", _alone((), (17,)), ("take 17",), ("N3",)),
    Step("continue", _alone((17,), (18, 40, 5, 1, 39, 7, 38, 2)), ("take 18",), ("N9",)),
    Step("few", _alone((17, 18, 30), (19, 31, 5, 4, 7, 38, 34, 2)), ("take 19", "take 31")),
    Step("link", _alone((31, 33, 34, 35, 36), (32, 3, 9)), ("take 32 on 33",)),
    Step("six", _alone((32, 33, 34, 35, 36), (37, 10, 20)), ("take 37",), ("N10",)),
    Step("short", _alone((1, 2, 3, 4, 5, 6, 10), (7, 11, 40)), ("take 11",)),
    Step("free", _alone([*range(1, 19), *range(20, 38)], stride=6), ("take 38",), ("N4",)),
    Step("last", _alone([*range(1, 31), *range(32, 49)]), ("take 31 on 30", "take 31 on 32")),
)

LESSONS: Final = (Lesson("game", 2, _GAME), Lesson("solitaire", 1, _SOLITAIRE))
