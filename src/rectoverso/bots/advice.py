"""Advice: the move a strong player would make, how it would come out, and why, in words.

The advised move is the one the bot would play, or one that is proved best. A search ranks moves by how often it
visited them; its playouts to the end of the game give their figures. Figures from playouts are noisy, so they are
smoothed until they agree with the ranking (see `isotonic`), and a move that was hardly tried counts as an average one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..games import game_of
from ..games.game import Game, SolvedMove
from ..games.lookahead import legal_moves
from ..kernel.fixed_record import Record, Rng
from ..words import say
from .bot import Bot, Budget, Timer
from .levels import LevelBot
from .plan import TurnPlan
from .search_bot import MoveEstimate, SearchBot

MAX_PROOF_POSITIONS = 1_000_000  # about a fifth of a second
FIRST_PROOF_POSITIONS = 10_000  # of the first attempt, where time is limited
PROOF_GROWTH = 4  # each further attempt may look at this many times as many positions
HELPER_SIMULATIONS = 1000  # of the search that estimates the moves of a bot that does not search
PRIOR_TRIES = 4  # tries with the average outcome, added to the figures of every move
MIN_TRIES = 30  # figures from fewer tries say too little to be shown


class Advised(msgspec.Struct, frozen=True):
    """A move: the chance of a first place (shared ones by their share), the expected score, how often it was tried.

    `exact`: both are proved; `sure`: proved, or from enough tries to be shown.
    """

    move: str
    win: float
    score: float
    visits: int
    exact: bool
    sure: bool


class Advice(msgspec.Struct, frozen=True):
    """The advised move, and all moves, best first; `exact`: it is proved to be the best."""

    move: str
    win: float
    score: float
    exact: bool
    reason: str
    moves: list[Advised]
    seat: int


def advise(
    bot: Bot, observation: Record, rng: Rng, lang: str, names: Sequence[str], plan: TurnPlan | None = None
) -> Advice:
    """What a bot advises the seat to move, from what that seat has seen. The bot's time limit covers all of it.

    `plan`: of the seat's last advice. If this position was expected there, the advice is what was planned, unless
    another move is proved best. Then the plan goes on from here.
    """
    game = game_of(observation.dtype)
    timer = bot.timer if isinstance(bot, SearchBot | LevelBot) else None
    end = None if timer is None else timer.clock() + timer.seconds
    odds = game.odds(observation)
    lines = proved_lines(game, observation, timer, end)
    moves = _from_lines(game, lines)
    if len(moves) < len(legal_moves(observation.state)):
        planned = None if plan is None else plan.move(observation)
        estimated = [_advised(game, one) for one in estimates(bot, observation, rng, end, planned)]
        moves = _completed(moves, estimated, solitaire=observation.state.players == 1)
    best = moves[0]
    if plan is not None and isinstance(bot, SearchBot):
        plan.go_on(bot, observation, game.number(best.move), rng)
    reason = _why(game, observation, odds, game.number(best.move), lang, names)
    return Advice(best.move, best.win, best.score, best.exact, reason, moves, int(observation.state.turn) + 1)


def why(game: Game, observation: Record, move: int, lang: str, names: Sequence[str]) -> str:
    """The reason for a move, in words."""
    return _why(game, observation, game.odds(observation), move, lang, names)


def _why(game: Game, observation: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    if legal_moves(observation.state) == [move]:
        return say(lang, "reason_only_move")
    return "" if game.reason is None else game.reason(observation, odds, move, lang, names)


# ---- proved moves


def proved_lines(game: Game, observation: Record, timer: Timer | None, end: float | None) -> list[SolvedMove]:
    """The moves whose outcome can be proved, the best one first; with a time limit, in half of the time."""
    if game.solver is None:
        return []
    solver = game.solver()
    if timer is None or end is None:
        return solver.lines(observation, MAX_PROOF_POSITIONS) or []
    effort, until = FIRST_PROOF_POSITIONS, end - timer.seconds / 2
    while True:
        before = timer.clock()
        lines = solver.lines(observation, effort) or []
        now = timer.clock()
        effort *= PROOF_GROWTH
        complete = len(lines) == len(legal_moves(observation.state))
        if complete or effort > MAX_PROOF_POSITIONS or now + PROOF_GROWTH * (now - before) > until:
            return lines


def _from_lines(game: Game, lines: Sequence[SolvedMove]) -> list[Advised]:
    return [Advised(game.text(one.move), _rounded(one.win), one.score, 0, one.proved, True) for one in lines]


def _completed(proved: Sequence[Advised], estimated: Sequence[Advised], solitaire: bool) -> list[Advised]:
    """The best proved move, then all others by their figures, which are capped by the best one's."""
    if not proved:
        return list(estimated)
    named, best = {one.move for one in proved}, proved[0]
    rest = [msgspec.structs.replace(one, win=min(one.win, best.win)) for one in estimated if one.move not in named]
    return [best, *sorted([*proved[1:], *rest], key=lambda one: one.score if solitaire else -one.win)]


# ---- estimated moves


def estimates(
    bot: Bot, observation: Record, rng: Rng, end: float | None = None, planned: int | None = None
) -> list[MoveEstimate]:
    """All legal moves, the planned one or else the bot's own choice first.

    A separate search estimates the moves of a bot that does not search.
    """
    solitaire = observation.state.players == 1
    if isinstance(bot, SearchBot | LevelBot) and (own := bot.estimates(observation, rng, end)) is not None:
        return consistent(sorted(own, key=lambda one: one.move != planned), solitaire)
    choice = bot.choose(observation, rng).move
    helper = SearchBot(Budget(simulations=HELPER_SIMULATIONS))
    return sorted(consistent(helper.estimates(observation, rng), solitaire), key=lambda one: one.move != choice)


def consistent(moves: Sequence[MoveEstimate], solitaire: bool) -> list[MoveEstimate]:
    """The same moves with figures that agree with their order. In solitaire, fewer series are better (N10)."""
    tries = [one.visits for one in moves]
    wins = smoothed([one.win for one in moves], tries)
    scores = smoothed([one.score for one in moves], tries)
    if solitaire:
        scores = [-score for score in isotonic([-score for score in scores], tries)]
    else:
        wins = isotonic(wins, tries)
    return [MoveEstimate(one.move, win, score, one.visits) for one, win, score in zip(moves, wins, scores, strict=True)]


def smoothed(figures: Sequence[float], tries: Sequence[int]) -> list[float]:
    """Each figure as if a few more tries had come out as the average of all."""
    total = sum(tries)
    mean = sum(figure * count for figure, count in zip(figures, tries, strict=True)) / total if total else 0.0
    return [
        (figure * count + mean * PRIOR_TRIES) / (count + PRIOR_TRIES)
        for figure, count in zip(figures, tries, strict=True)
    ]


def isotonic(figures: Sequence[float], tries: Sequence[int]) -> list[float]:
    """Isotonic regression: the nearest figures that never rise; neighbours that would rise get their common mean."""
    steps: list[tuple[float, int, int]] = []  # a mean, the tries it rests on, how many moves share it
    for figure, count in zip(figures, tries, strict=True):
        mean, weight, moves = figure, count + PRIOR_TRIES, 1
        while steps and steps[-1][0] < mean:
            other, more, shared = steps.pop()
            mean = (mean * weight + other * more) / (weight + more)
            weight, moves = weight + more, moves + shared
        steps.append((mean, weight, moves))
    return [mean for mean, _, moves in steps for _ in range(moves)]


def _advised(game: Game, one: MoveEstimate) -> Advised:
    shown = one.visits >= MIN_TRIES
    return Advised(game.text(one.move), _rounded(one.win), _rounded(one.score), one.visits, False, shown)


def _rounded(value: float) -> float:
    return round(value, 4)
