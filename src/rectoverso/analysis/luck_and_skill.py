"""From what positions were worth to what was luck and what was skill: for each seat, the sum is the result.

For a move from position t: `before` is the value of position t and `after` what position t + 1 could be expected to be
worth after the move, both by what the mover had seen. `next` is what position t + 1 was worth. Then
skill = after − before and luck = next − after. The exact definition is in docs/analysis.md.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..games.lookahead import legal_moves
from ..games.round import Round
from .positions import Estimate, Position, Values, final_values

DIGITS = 6
MAX_TURNING_POINTS = 5
MIN_SWING = {"share": 0.05, "score": 0.5}
"""A turning point changes the value by at least this much."""


class MoveAccount(msgspec.Struct, frozen=True):
    """One move: what the position and the move were worth, by what the mover knew, and what it changed for each seat.

    `at`: the number of moves before it. `lost`: what the mover lost against the best move. `settled`: the difference
    between an estimate and the proof, the vote or the agreement that took its place. `by_memory`: a player who sees
    only what lies on the table would have lost the same.
    """

    at: int
    seat: int
    move: str
    choices: int
    before: Values
    after: Values
    luck: Values
    skill: Values
    settled: Values
    best: str
    lost: float
    exact: bool
    by_memory: bool


class SeatAccount(msgspec.Struct, frozen=True):
    """A seat's game: start + luck + skill + others + settled = result.

    `skill` is that of its own moves, `others` what the skill of the others did to it. `lost`: what its moves lost
    against the best ones, `memory` the part of it where it did not use what it had seen; `moves`: how often it had a
    choice.
    """

    seat: int
    start: float
    luck: float
    skill: float
    others: float
    settled: float
    result: float
    lost: float
    memory: float
    moves: int


def move_accounts(round: Round, listed: Sequence[Position], found: Sequence[Estimate]) -> list[MoveAccount]:
    """The account of every move."""
    found = _reachable(listed, found, final_values(round)[0])
    end = Estimate(final_values(round), None, -1, 0.0, exact=bool(found) and found[-1].exact)
    accounts = []
    for position, now, then in zip(listed, found, [*found[1:], end], strict=True):
        stopped = then is end and round.stopped is not None
        accounts.append(_account(position, now, then, settles=now.exact != then.exact or position.voted or stopped))
    return accounts


def _reachable(listed: Sequence[Position], found: Sequence[Estimate], score: float) -> list[Estimate]:
    """Alone, with a solver: the best game found from one position is one of those before it, too.

    And it is one of those after it, if the game went on as the solver proposed. So no loss is negative.
    """
    if not listed or listed[0].players > 1 or listed[0].game.solver is None:
        return list(found)
    left = [one.before[0] for one in found]
    for at in range(1, len(left)):
        if found[at - 1].best == listed[at - 1].move:
            left[at] = min(left[at], left[at - 1])
    for at in range(len(left) - 1, -1, -1):
        left[at] = min(left[at], *left[at + 1 : at + 2], score)
    replace = msgspec.structs.replace
    return [
        replace(one, before=[now], lost=then - now)
        for one, now, then in zip(found, left, [*left[1:], score], strict=True)
    ]


def _account(position: Position, now: Estimate, then: Estimate, settles: bool) -> MoveAccount:
    seats = range(position.players)
    after = _without(position, now) if settles else then.before if now.expected is None else now.expected
    rest = [then.before[seat] - after[seat] for seat in seats]
    nothing = [0.0] * position.players
    texts = position.game.texts
    return MoveAccount(
        at=position.at,
        seat=position.seat,
        move=texts[position.move],
        choices=0 if position.voted else len(legal_moves(position.observation.state)),
        before=_rounded(now.before),
        after=_rounded(after),
        luck=nothing if settles else _rounded(rest),
        skill=_rounded([after[seat] - now.before[seat] for seat in seats]),
        settled=_rounded(rest) if settles else nothing,
        best=texts[now.best],
        lost=round_(now.lost),
        exact=now.exact,
        by_memory=now.by_memory,
    )


def _without(position: Position, now: Estimate) -> Values:
    """The value of the position without what the mover lost; the others share that."""
    if position.players == 1:
        return [now.before[0] + now.lost]
    share = now.lost / (position.players - 1)
    return [value - now.lost if seat == position.seat else value + share for seat, value in enumerate(now.before, 1)]


def seat_accounts(round: Round, moves: Sequence[MoveAccount]) -> list[SeatAccount]:
    """The account of every seat."""
    result = final_values(round)
    start = moves[0].before if moves else result
    return [_seat_account(seat, start[seat], result[seat], moves) for seat in range(round.players)]


def _seat_account(seat: int, start: float, result: float, moves: Sequence[MoveAccount]) -> SeatAccount:
    own = [move for move in moves if move.seat == seat + 1]
    return SeatAccount(
        seat=seat + 1,
        start=round_(start),
        luck=round_(sum(move.luck[seat] for move in moves)),
        skill=round_(sum(move.skill[seat] for move in own)),
        others=round_(sum(move.skill[seat] for move in moves if move.seat != seat + 1)),
        settled=round_(sum(move.settled[seat] for move in moves)),
        result=round_(result),
        lost=round_(sum(move.lost for move in own)),
        memory=round_(sum(move.lost for move in own if move.by_memory)),
        moves=sum(move.choices > 1 for move in own),
    )


def turning_points(moves: Sequence[MoveAccount], measure: str) -> list[int]:
    """The moves that changed most for any seat, in the order of the game."""
    swings = [
        (max(abs(luck + skill) for luck, skill in zip(move.luck, move.skill, strict=True)), -move.at) for move in moves
    ]
    largest = sorted((swing for swing in swings if swing[0] >= MIN_SWING[measure]), reverse=True)
    return sorted(-at for _, at in largest[:MAX_TURNING_POINTS])


def round_(value: float) -> float:
    """A figure as it is shown; never −0."""
    return round(value, DIGITS) + 0.0


def _rounded(values: Values) -> Values:
    return [round_(value) for value in values]
