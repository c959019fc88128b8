"""The positions of a finished game, each as the seat to move saw it, and what they and the moves were worth.

Everything here is computed from an OBSERVATION, the random numbers too: it is the same in all worlds that the mover
could not tell apart.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..games import game_of
from ..games.game import Game, SolvedMove, Value
from ..games.round import Round
from ..kernel import entry_points
from ..kernel.fixed_record import Record, Rng, blank, copied, digest
from ..kernel.rng import new_rng
from .move_values import move_values

NOTICEABLE = {"share": 0.01, "score": 0.5}
"""A move that lost less than this against the best one is as good, as far as an estimate can tell."""

Values = list[float]
"""By seat: shares of the first place; alone, the score."""


class Effort(msgspec.Struct, frozen=True):
    """How much work is spent on a position."""

    simulations: int = 4000
    """of the search that compares the moves"""
    value_simulations: int = 1000
    """of the search that values a position"""
    worlds: int = 12
    """that are imagined to find what a move could be expected to turn up"""
    proof_positions: int = 200_000
    """that a proof may look at"""


class Position(msgspec.Struct, frozen=True):
    """A position of a finished game, before the move that was played."""

    at: int
    seat: int
    """the seat to move, from 1"""
    observation: Record
    """what it had seen"""
    options: dict[str, Value]
    numbers: Sequence[int]
    """the moves of the whole game; those before this position count"""
    move: int
    voted: bool
    """the move came from a vote: the seat did not choose it"""
    reveals: bool
    """the move showed something, or the next seat knows other things than this one"""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return game_of(self.observation.dtype)

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.observation.state.players)


class Estimate(msgspec.Struct, frozen=True):
    """What a position was worth to each seat, and the move that was played.

    `expected`: what the next position could be expected to be worth after the move; None where nothing could turn up.
    `lost`: what the mover lost against the best move. `exact`: it is proved. `by_memory`: a player who sees only what
    lies on the table would have played the same worse move.
    """

    before: Values
    expected: Values | None
    best: int
    lost: float
    exact: bool = False
    by_memory: bool = False


def positions(round: Round) -> list[Position]:
    """The positions of a game, in order."""
    again = Round(round.game, round.players, round.deal, round.options)
    listed = []
    for at, number in enumerate(round.numbers):
        seat = again.turn or 0
        observation, voted = again.observation(seat), number not in again.legal_numbers
        shows = not voted and round.game.reveals_a_face(again.state, number)
        again.play_number(number)
        other_eyes = round.game.private and again.turn is not None and again.turn != seat
        reveals = not voted and (shows or other_eyes)
        listed.append(Position(at, seat, observation, round.options, round.numbers, number, voted, reveals))
    return listed


def final_values(round: Round) -> Values:
    """What the end of a game is worth to each seat: its share of the first place; alone, the score."""
    result = round.result
    assert result is not None
    if round.players == 1:
        return [float(result.scores[0])]
    winners = result.ranks.count(1)
    return [1.0 / winners if rank == 1 else 0.0 for rank in result.ranks]


def estimate(position: Position, effort: Effort) -> Estimate:
    """What a position and its move were worth: proved where that can be done."""
    if position.voted:
        return Estimate(value(position.observation, effort.value_simulations), None, position.move, 0.0)
    return _proved(position, effort) or _estimated(position, effort)


def value(observation: Record, simulations: int) -> Values:
    """What a position is worth to each seat, estimated by this many simulations."""
    return move_values(observation, simulations, _seed(observation))[0].values


def noticeable(players: int) -> float:
    """The smallest loss that is reported."""
    return NOTICEABLE["score" if players == 1 else "share"]


def _seed(observation: Record) -> int:
    """For random numbers: it follows from what the seat had seen."""
    return int(digest(observation), 16) >> 1


def _gain(position: Position, one: Values, other: Values) -> float:
    """How much better one value is than another for the seat to move; alone, a lower score is better (N10)."""
    difference = one[position.seat - 1] - other[position.seat - 1]
    return -difference if position.players == 1 else difference


# ---- estimated positions


def _estimated(position: Position, effort: Effort) -> Estimate:
    found = move_values(position.observation, effort.simulations, _seed(position.observation), position.move)
    played = next(one for one in found if one.move == position.move)
    lost = _gain(position, found[0].values, played.values)
    best = found[0].move if lost > 0 else position.move
    return Estimate(
        before=value(position.observation, effort.value_simulations),
        expected=_expected(position, effort) if position.reveals else None,
        best=best,
        lost=max(lost, 0.0),
        by_memory=lost >= noticeable(position.players) and _forgetful(position, effort),
    )


def _expected(position: Position, effort: Effort) -> Values:
    """The mean value of what comes after the move, over worlds that fit what the mover had seen."""
    rng, total = new_rng(_seed(position.observation)), [0.0] * position.players
    for _ in range(effort.worlds):
        next_round = _imagined(position, rng)
        if next_round.turn is None:
            values = final_values(next_round)
        else:
            values = value(next_round.observation(next_round.turn), effort.value_simulations)
        total = [one + other for one, other in zip(total, values, strict=True)]
    return [one / effort.worlds for one in total]


def _imagined(position: Position, rng: Rng) -> Round:
    """A world that fits what the mover had seen, after the move."""
    game, world = position.game, blank(position.game.state)
    if not entry_points.imagine(position.observation, world, rng):
        raise RuntimeError("no world fits what the seat has seen")
    round = Round(game, position.players, game.deal_of(world), position.options)
    if round.play_numbers(position.numbers[: position.at + 1]) <= position.at:
        raise RuntimeError("in the imagined world the game would have taken another course")
    return round


def _forgetful(position: Position, effort: Effort) -> bool:
    """Would a player who sees only what lies on the table have played the same?"""
    forgetful = copied(position.observation)
    remembered = forgetful.tobytes()
    entry_points.forget(forgetful, 0.0, 0)
    if forgetful.tobytes() == remembered:
        return False
    return move_values(forgetful, effort.simulations, _seed(position.observation))[0].move == position.move


# ---- proved positions


def _proved(position: Position, effort: Effort) -> Estimate | None:
    """The exact values where a solver knows them; alone, those of the best games it finds."""
    solver = position.game.solver
    if solver is None:
        return None
    lines = solver().lines(position.observation, effort.proof_positions) or []
    if position.players == 1:
        played = lines[0]  # the next position tells what the move led to
    else:
        proved = [line for line in lines if line.move == position.move and line.proved]
        if not proved or not lines[0].proved:
            return None
        played = proved[0]
    before = _worth(position, lines[0])
    lost = _gain(position, before, _worth(position, played))
    best = lines[0].move if lost > 0 or position.players == 1 else position.move
    return Estimate(before, None, best, lost, exact=lines[0].proved)


def _worth(position: Position, line: SolvedMove) -> Values:
    """What a solved move is worth to each seat."""
    if position.players == 1:
        return [line.score]
    return [line.win if seat == position.seat else 1.0 - line.win for seat in (1, 2)]
