"""Elo ratings with 95 % intervals, from games with any number of seats.

A game is a set of duels: of two different bots at the table, the one with the better rank wins, and equal ranks are a
draw. All duels of the same two bots in one game count together as one. Ratings are the most likely ones for the
results (a draw is half a win), with one virtual draw between every two bots that met, to keep ratings finite; their
mean is 0. The intervals come from a bootstrap over deals (all games of a deal are drawn together, as they are
correlated), each time with a virtual duel of random outcome, so that an interval stays open where all games ended
the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec
import numpy as np
import numpy.typing as npt

from .schedule import Played, Tournament

RESAMPLES = 400  # of the bootstrap
MAX_NEWTON_STEPS, MAX_STEP_LENGTH, TOLERANCE = 200, 2.0, 1e-9  # lengths in logarithms of strength
STANDARD_ERRORS_95 = 1.96  # either way, for a 95 % interval
ROUNDING = 1e-9  # shares that differ by less are equal
UNMET_DRAW = 0.0005  # virtual draw between bots that never met: enough to fix the scale, too little to matter
ELO_PER_LOG = 400 / np.log(10)

Duels = npt.NDArray[np.float64]
"""By bot and other bot: points won."""


class Rating(msgspec.Struct, frozen=True):
    """A bot's results; `wins` counts first places, shared ones by their share."""

    bot: str
    games: int
    wins: float
    mean_score: float
    elo: float
    elo_low: float
    elo_high: float


class Pair(msgspec.Struct, frozen=True):
    """How often a bot finishes ahead of another one (equal ranks count half), with a 95 % interval over deals."""

    bot: str
    other: str
    games: int
    ahead: float
    low: float
    high: float


class RatingTable(msgspec.Struct, frozen=True):
    """The results of a tournament."""

    game: str
    players: int
    games: int
    bots: list[Rating]


def rated(plan: Tournament, played: Sequence[Played]) -> RatingTable:
    """The results of the games so far."""
    count = len(plan.bots)
    by_deal = _duels_by_deal(played, count)
    elo = ratings(sum(by_deal, np.zeros((count, count))))
    low, high = _interval(by_deal, count)
    rows = [_row(plan, played, bot, elo, low, high) for bot in range(count)]
    return RatingTable(plan.game, plan.players, len(played), rows)


def _row(plan: Tournament, played: Sequence[Played], bot: int, elo: Duels, low: Duels, high: Duels) -> Rating:
    mine = [game for game in played if bot in game.seats]
    scores = [game.scores[seat] for game in mine for seat in _seats(game, bot)]
    wins = sum((first_place(game, seat) for game in mine for seat in _seats(game, bot)), 0.0)
    mean = sum(scores) / len(scores) if scores else 0.0
    return Rating(
        plan.bots[bot], len(mine), round(wins, 3), round(mean, 3),
        round(float(elo[bot]), 1), round(float(low[bot]), 1), round(float(high[bot]), 1),
    )  # fmt: skip


def pairs(plan: Tournament, played: Sequence[Played]) -> list[Pair]:
    """Which bot finishes ahead of which, for all bots that met; the one with the larger share first."""
    found = []
    for one, other in combinations(range(len(plan.bots)), 2):
        deals: dict[int, list[float]] = {}
        for game in played:
            if one in game.seats and other in game.seats:
                deals.setdefault(game.deal, []).append(float(duels(game, len(plan.bots))[one, other]))
        if deals:
            found.append(_pair(plan.bots[one], plan.bots[other], list(deals.values())))
    return found


def _pair(one: str, other: str, deals: list[list[float]]) -> Pair:
    shares = np.array([np.mean(deal) for deal in deals])
    games, ahead = sum(map(len, deals)), float(shares.mean())
    if ahead < 0.5:
        one, other, ahead = other, one, 1.0 - ahead
    low, high = _share_interval(ahead, shares)
    return Pair(one, other, games, round(ahead, 4), round(low, 4), round(high, 4))


def _share_interval(ahead: float, shares: Duels) -> tuple[float, float]:
    """The 95 % interval of a mean share; Wilson's where all deals ended the same way and show no spread."""
    deals, z = len(shares), STANDARD_ERRORS_95
    if np.ptp(shares) > ROUNDING:
        half_width = z * float(shares.std(ddof=1)) / deals**0.5
        return max(ahead - half_width, 0.0), min(ahead + half_width, 1.0)
    centre = ahead + z**2 / (2 * deals)
    half_width = z * (ahead * (1 - ahead) / deals + z**2 / (4 * deals**2)) ** 0.5
    return (centre - half_width) / (1 + z**2 / deals), (centre + half_width) / (1 + z**2 / deals)


def _seats(game: Played, bot: int) -> list[int]:
    return [seat for seat, sitting in enumerate(game.seats) if sitting == bot]


def first_place(game: Played, seat: int) -> float:
    """A seat's share of the first place."""
    return 1 / game.ranks.count(1) if game.ranks[seat] == 1 else 0.0


def duels(game: Played, count: int) -> Duels:
    """Who beat whom in one game; all duels of the same two bots count together as one."""
    won, fought = np.zeros((count, count)), np.zeros((count, count))
    for seat, bot in enumerate(game.seats):
        for other_seat, other in enumerate(game.seats):
            if bot != other:
                ahead, level = game.ranks[seat] < game.ranks[other_seat], game.ranks[seat] == game.ranks[other_seat]
                won[bot, other] += 1.0 if ahead else 0.5 if level else 0.0
                fought[bot, other] += 1.0
    return won / np.maximum(fought, 1.0)


def _duels_by_deal(played: Sequence[Played], count: int) -> list[Duels]:
    deals: dict[int, Duels] = {}
    for game in sorted(played, key=lambda one: (one.deal, one.pairing, one.rotation)):
        deals[game.deal] = deals.get(game.deal, np.zeros((count, count))) + duels(game, count)
    return list(deals.values())


def ratings(won: Duels, drawn: Duels | float = 0.5) -> Duels:
    """The most likely ratings; `won`: points by bot and other bot (of one tournament, or of many at once).

    `drawn`: the points each bot gets from the virtual draw, the same for all or by bot and other bot.
    """
    count = won.shape[-1]
    met = won + np.swapaxes(won, -1, -2) > 0
    points = won + np.where(met, drawn, UNMET_DRAW) * (1 - np.eye(count))
    fought = points + np.swapaxes(points, -1, -2)
    strength = np.zeros(won.shape[:-1])
    for _ in range(MAX_NEWTON_STEPS):  # the likelihood has a single maximum
        step = _newton_step(points, fought, strength)
        strength += np.clip(step, -MAX_STEP_LENGTH, MAX_STEP_LENGTH)
        if np.abs(step).max() < TOLERANCE:
            break
    elo: Duels = ELO_PER_LOG * strength
    return elo


def _newton_step(points: Duels, fought: Duels, strength: Duels) -> Duels:
    """One step towards the log strengths (their sum stays 0) at which every bot's expected points are those it won."""
    count = strength.shape[-1]
    expected = fought / (1.0 + np.exp(strength[..., None, :] - strength[..., :, None]))
    variance = expected * (1.0 - expected / np.where(fought > 0, fought, 1.0))
    hessian = np.eye(count) * variance.sum(-1)[..., None] - variance + 1.0 / count
    gradient = (points - expected).sum(-1)
    step: Duels = np.linalg.solve(hessian, gradient[..., None])[..., 0]
    return step


def _interval(by_deal: list[Duels], count: int) -> tuple[Duels, Duels]:
    """The 2.5th and the 97.5th percentile of the ratings over resampled deals."""
    if not by_deal:
        return np.zeros(count), np.zeros(count)
    rng, deals = np.random.default_rng(len(by_deal)), np.array(by_deal)
    resampled = np.array([deals[rng.integers(0, len(deals), len(deals))].sum(0) for _ in range(RESAMPLES)])
    elo = ratings(resampled, rng.exponential(0.5, resampled.shape) + UNMET_DRAW)
    low, high = np.percentile(elo, [2.5, 97.5], axis=0)
    return low, high
