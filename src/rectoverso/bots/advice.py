"""What a strong player would do, how well it would end, and why, in words.

The move advised is the one that the bot would play, or one that is proved to be best. A search ranks moves by how
often it looked at them, and its games played on to the end tell how they come out. These figures rest on chance: they
are evened out until they say nothing against the ranking (see `evened`), and a move that was hardly tried counts as an
average one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..games import game_of
from ..games.game import Game, SolvedMove
from ..games.lookahead import legal_moves
from ..kernel.record import Record, Rng
from ..words import say
from .bot import Bot, Budget, Timer
from .levels import LevelBot
from .search_bot import SearchBot, Weighed

PROOF = 1_000_000  # positions that a proof may look at: about a fifth of a second
GLANCE = 10_000  # positions that it looks at first, where time is limited
MORE = 4  # so many times as many each time again
ASIDE = 1000  # simulations to weigh the moves of a bot that does not search
AVERAGE = 4  # tries: each move's figures are mixed with so many that came out as the average of all moves
SURE = 30  # tries from which on a move's figures say something


class Advised(msgspec.Struct, frozen=True):
    """A move: the chance of a first place (shared ones by their share), the expected score, how often it was tried.

    `exact`: both are proved; `sure`: proved, or from tries enough to say something.
    """

    move: str
    win: float
    score: float
    visits: int
    exact: bool
    sure: bool


class Advice(msgspec.Struct, frozen=True):
    """The move advised to a seat, and all others, best first; `exact`: it is proved to be the best, not guessed."""

    move: str
    win: float
    score: float
    exact: bool
    reason: str
    moves: list[Advised]
    seat: int


def advise(bot: Bot, observation: Record, rng: Rng, lang: str, names: Sequence[str]) -> Advice:
    """What a bot advises the seat to move, from what that seat has seen. Its time covers all that is done here."""
    game = game_of(observation.dtype)
    timer = bot.timer if isinstance(bot, SearchBot | LevelBot) else None
    end = None if timer is None else timer.clock() + timer.seconds
    odds = game.odds(observation)
    lines = proved_lines(game, observation, timer, end)
    moves = _from_lines(game, lines)
    if len(moves) < len(legal_moves(observation.state)):
        weighed = [_advised(game, one) for one in weigh(bot, observation, rng, end)]
        moves = _completed(moves, weighed, alone=observation.state.players == 1)
    best = moves[0]
    reason = _why(game, observation, odds, game.number(best.move), lang, names)
    return Advice(best.move, best.win, best.score, best.exact, reason, moves, int(observation.state.turn) + 1)


def why(game: Game, observation: Record, move: int, lang: str, names: Sequence[str]) -> str:
    """The reason for a move, in words."""
    return _why(game, observation, game.odds(observation), move, lang, names)


def _why(game: Game, observation: Record, odds: dict[str, Any], move: int, lang: str, names: Sequence[str]) -> str:
    if legal_moves(observation.state) == [move]:
        return say(lang, "reason_only_move")
    return "" if game.reason is None else game.reason(observation, odds, move, lang, names)


# ---- what is proved


def proved_lines(game: Game, observation: Record, timer: Timer | None, end: float | None) -> list[SolvedMove]:
    """What moves lead to, the best one first, where that can be proved; where time is limited, in half of it."""
    if game.solver is None:
        return []
    solver = game.solver()
    if timer is None or end is None:
        return solver.lines(observation, PROOF) or []
    effort, until = GLANCE, end - timer.seconds / 2
    while True:
        before = timer.clock()
        lines = solver.lines(observation, effort) or []
        now = timer.clock()
        effort *= MORE
        if len(lines) == len(legal_moves(observation.state)) or effort > PROOF or now + MORE * (now - before) > until:
            return lines


def _from_lines(game: Game, lines: Sequence[SolvedMove]) -> list[Advised]:
    return [Advised(game.text(one.move), _rounded(one.win), one.score, 0, one.proved, True) for one in lines]


def _completed(proved: Sequence[Advised], weighed: Sequence[Advised], alone: bool) -> list[Advised]:
    """The best move proved, then the others as they come out; none of them is better."""
    if not proved:
        return list(weighed)
    named, best = {one.move for one in proved}, proved[0]
    rest = [msgspec.structs.replace(one, win=min(one.win, best.win)) for one in weighed if one.move not in named]
    return [best, *sorted([*proved[1:], *rest], key=lambda one: one.score if alone else -one.win)]


# ---- what is guessed


def weigh(bot: Bot, observation: Record, rng: Rng, end: float | None = None) -> list[Weighed]:
    """All legal moves, the bot's own choice first; one that does not search is helped by a search aside."""
    if isinstance(bot, SearchBot | LevelBot) and (own := bot.weigh(observation, rng, end)) is not None:
        return settled(own, alone=observation.state.players == 1)
    choice = bot.choose(observation, rng).move
    weighed = settled(
        SearchBot(Budget(simulations=ASIDE)).weigh(observation, rng), alone=observation.state.players == 1
    )
    return sorted(weighed, key=lambda one: one.move != choice)


def settled(weighed: Sequence[Weighed], alone: bool) -> list[Weighed]:
    """The same moves with figures that agree with their order. Alone, the fewest series are the best (N10)."""
    tries = [one.visits for one in weighed]
    wins = smoothed([one.win for one in weighed], tries)
    scores = smoothed([one.score for one in weighed], tries)
    if alone:
        scores = [-score for score in evened([-score for score in scores], tries)]
    else:
        wins = evened(wins, tries)
    return [Weighed(one.move, win, score, one.visits) for one, win, score in zip(weighed, wins, scores, strict=True)]


def smoothed(figures: Sequence[float], tries: Sequence[int]) -> list[float]:
    """Each figure as if a few more tries had come out as the average of all."""
    total = sum(tries)
    mean = sum(figure * n for figure, n in zip(figures, tries, strict=True)) / total if total else 0.0
    return [(figure * n + mean * AVERAGE) / (n + AVERAGE) for figure, n in zip(figures, tries, strict=True)]


def evened(figures: Sequence[float], tries: Sequence[int]) -> list[float]:
    """The falling figures that are nearest to these: neighbours that rise get their common mean."""
    steps: list[tuple[float, int, int]] = []  # a mean, the tries it rests on, how many moves share it
    for figure, n in zip(figures, tries, strict=True):
        mean, weight, moves = figure, n + AVERAGE, 1
        while steps and steps[-1][0] < mean:
            other, more, shared = steps.pop()
            mean = (mean * weight + other * more) / (weight + more)
            weight, moves = weight + more, moves + shared
        steps.append((mean, weight, moves))
    return [mean for mean, _, moves in steps for _ in range(moves)]


def _advised(game: Game, one: Weighed) -> Advised:
    return Advised(game.text(one.move), _rounded(one.win), _rounded(one.score), one.visits, False, one.visits >= SURE)


def _rounded(value: float) -> float:
    return round(value, 4)
