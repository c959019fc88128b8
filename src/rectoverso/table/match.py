"""N7: what the rounds of a match add up to."""

from __future__ import annotations

from collections.abc import Sequence

from .table_parts import FinishedRound


def points(rounds: Sequence[FinishedRound], players: int) -> list[int]:
    """N7: points add up over the rounds, by chair."""
    scores = [played.by_chair(played.result.scores) for played in rounds]
    return [sum(of_chair) for of_chair in zip(*scores, strict=True)] if scores else [0] * players


def ranks(rounds: Sequence[FinishedRound], players: int) -> list[int]:
    """N7: most points win, ties share; a single round ranks as its game does. By chair.

    A player who ended a round by resigning comes last: the points of the others must not make them win.
    """
    if len(rounds) == 1:
        return rounds[0].by_chair(rounds[0].result.ranks)
    gave_up = _gave_up(rounds)
    places = [(chair in gave_up, -total) for chair, total in enumerate(points(rounds, players), 1)]
    return [1 + sum(other < mine for other in places) for mine in places]


def _gave_up(rounds: Sequence[FinishedRound]) -> set[int]:
    """The chairs that ended a round by resigning."""
    stopped = [played for played in rounds if played.stopped]
    return {chair for played in stopped for chair, why in played.ended.items() if why == "resigned"}
