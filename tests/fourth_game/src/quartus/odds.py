"""The odds of hidden faces in Quartus, exact: of three cards a suit, every arrangement that fits is counted (Q1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from rectoverso.kernel.fixed_record import Record

from .material import HIGHER, LOWER, SUITS

Pair = tuple[int, int]
_PAIRS: list[Pair] = list(zip(LOWER.tolist(), HIGHER.tolist(), strict=True))


def _fit(shown: Sequence[int], order: Sequence[Pair]) -> bool:
    """Can the cards that show these numbers be these pairs, one by one? The rest is in the pile."""
    return all(face in pair for face, pair in zip(shown, order, strict=False))


def odds(observation: Record) -> dict[str, Any]:
    """For each card with one known face the odds of the other; `next`: what the next card of the pile will show."""
    up, down = observation.state.up.tolist(), observation.state.down.tolist()
    told: dict[str, Any] = {}
    coming: Counter[str] = Counter()
    for suit in range(SUITS):
        lying_open = [card for card, face in enumerate(up) if face and not down[card] and (face - 1) % SUITS == suit]
        known = {(min(up[card], down[card]), max(up[card], down[card])) for card in range(len(up)) if down[card]}
        unknown = [pair for pair in _PAIRS if (pair[0] - 1) % SUITS == suit and pair not in known]
        ways = [order for order in permutations(unknown) if _fit([up[card] for card in lying_open], order)]
        for place, card in enumerate(lying_open):
            faces = Counter(sum(order[place]) - up[card] for order in ways)
            told[f"#{card + 1}"] = {str(face): count / len(ways) for face, count in sorted(faces.items())}
        for order in ways:
            for pair in order[len(lying_open) :]:
                coming.update({str(face): 1 / len(ways) for face in pair})
    total = sum(coming.values())
    shares = {face: share / total for face, share in sorted(coming.items(), key=lambda item: int(item[0]))}
    return {**dict(sorted(told.items(), key=lambda item: int(item[0][1:]))), "next": shares or None}
