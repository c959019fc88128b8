"""The analysis of one finished game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from ..bots.advice import why
from ..errors import BadInput
from ..games.round import Result, Round
from .luck_and_skill import MoveAccount, SeatAccount, move_accounts, seat_accounts, turning_points
from .positions import Effort, Estimate, Position, estimate, noticeable, positions, value

MAX_MOVES = 3000
"""Longer games are not analysed."""
MAX_COSTLY = 3
OUTLINE_SIMULATIONS = 100

Run = Callable[[Callable[[Position], Estimate], Sequence[Position]], Iterable[Estimate]]
"""Applies a function to all positions, in order: `map`, or that of a pool of threads."""


class CostlyMove(msgspec.Struct, frozen=True):
    """A move that lost much against a better one, and why that one is better."""

    at: int
    seat: int
    move: str
    better: str
    lost: float
    reason: str


class Analysis(msgspec.Struct, frozen=True):
    """A finished game, move by move and seat by seat.

    `measure`: values are shares of the first place (`share`) or, for one player, scores (`score`; lower is better).
    """

    game: str
    players: int
    measure: str
    effort: Effort
    result: Result
    seats: list[SeatAccount]
    turning_points: list[int]
    costly: list[CostlyMove]
    moves: list[MoveAccount]


def check_finished(round: Round) -> None:
    """Refuse a game that is not over: its analysis would tell what its players may not know."""
    if round.result is None:
        raise BadInput(f"the game is not over after {len(round.numbers)} moves; only finished games are analysed")
    if len(round.numbers) > MAX_MOVES:
        raise BadInput(f"the game has {len(round.numbers)} moves; only games of up to {MAX_MOVES} moves are analysed")


def outlined(round: Round) -> list[list[float]]:
    """A rough first look: what each position was worth to each seat."""
    check_finished(round)
    return [value(position.observation, OUTLINE_SIMULATIONS) for position in positions(round)]


def analyse(round: Round, effort: Effort, lang: str, names: Sequence[str], run: Run = map) -> Analysis:
    """Analyse a finished game; the same game and effort always give the same analysis."""
    check_finished(round)
    listed = positions(round)
    return assembled(round, listed, list(run(lambda position: estimate(position, effort), listed)), effort, lang, names)


def assembled(
    round: Round,
    listed: Sequence[Position],
    found: Sequence[Estimate],
    effort: Effort,
    lang: str,
    names: Sequence[str],
) -> Analysis:
    """The analysis of a game whose positions have been estimated."""
    assert round.result is not None
    moves = move_accounts(round, listed, found)
    measure = "score" if round.players == 1 else "share"
    return Analysis(
        game=round.game.name,
        players=round.players,
        measure=measure,
        effort=effort,
        result=round.result,
        seats=seat_accounts(round, moves),
        turning_points=turning_points(moves, measure),
        costly=[
            _costly(listed[move.at], found[move.at], move, lang, names) for move in _most_costly(round.players, moves)
        ],
        moves=moves,
    )


def _most_costly(players: int, moves: Sequence[MoveAccount]) -> list[MoveAccount]:
    worse = [move for move in moves if move.lost >= noticeable(players)]
    return sorted(worse, key=lambda move: (-move.lost, move.at))[:MAX_COSTLY]


def _costly(position: Position, found: Estimate, move: MoveAccount, lang: str, names: Sequence[str]) -> CostlyMove:
    reason = why(position.game, position.observation, found.best, lang, names)
    return CostlyMove(move.at, move.seat, move.move, move.best, move.lost, reason)
