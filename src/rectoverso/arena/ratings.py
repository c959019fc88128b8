"""Elo ratings with 95 % intervals, from games of any number of seats.

A game of several is a set of duels: of two different bots at the table, the one with the better rank has won, equal
ranks are a draw. The duels of two bots in one game count as one together. Ratings are those under which the results
are most likely (a draw is half a victory), with one virtual draw between every two bots that met, to keep them finite;
their mean is 0. The intervals come from drawing the deals again and again (all games of a deal together, as they hang
together), each time with a virtual duel of another outcome: so they stay open where all games went alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec
import numpy as np
import numpy.typing as npt

from .schedule import Plan, Played

ROUNDS = 400  # how often the deals are drawn again
STEPS, LEAP, EXACT = 200, 2.0, 1e-9  # of Newton's method; strengths are logarithms
SURE = 1.96  # standard errors either way: 95 %
ALIKE = 1e-9  # shares that differ by less differ by rounding
HARDLY = 0.0005  # the virtual draw of two that never met: it holds the scale together, and weighs nothing
ELO = 400 / np.log(10)

Duels = npt.NDArray[np.float64]  # by bot and bot: points won


class Rating(msgspec.Struct, frozen=True):
    """What a bot has achieved; `wins` counts first places, shared ones by their share."""

    bot: str
    games: int
    wins: float
    mean_score: float
    elo: float
    elo_low: float
    elo_high: float


class Pair(msgspec.Struct, frozen=True):
    """How often a bot comes out ahead of another one (level: half), with the 95 % interval from deal to deal."""

    bot: str
    other: str
    games: int
    ahead: float
    low: float
    high: float


class Table(msgspec.Struct, frozen=True):
    """The outcome of a tournament."""

    game: str
    players: int
    games: int
    bots: list[Rating]


def rated(plan: Plan, played: Sequence[Played]) -> Table:
    """The outcome of the games so far."""
    count = len(plan.bots)
    by_deal = _duels_by_deal(played, count)
    elo = ratings(sum(by_deal, np.zeros((count, count))))
    low, high = _interval(by_deal, count)
    rows = [_row(plan, played, bot, elo, low, high) for bot in range(count)]
    return Table(plan.game, plan.players, len(played), rows)


def _row(plan: Plan, played: Sequence[Played], bot: int, elo: Duels, low: Duels, high: Duels) -> Rating:
    mine = [game for game in played if bot in game.seats]
    scores = [game.scores[seat] for game in mine for seat in _seats(game, bot)]
    wins = sum((first_place(game, seat) for game in mine for seat in _seats(game, bot)), 0.0)
    mean = sum(scores) / len(scores) if scores else 0.0
    return Rating(
        plan.bots[bot], len(mine), round(wins, 3), round(mean, 3),
        round(float(elo[bot]), 1), round(float(low[bot]), 1), round(float(high[bot]), 1),
    )  # fmt: skip


def pairs(plan: Plan, played: Sequence[Played]) -> list[Pair]:
    """Who comes out ahead of whom, of all bots that have met; the one with the larger share first."""
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
    low, high = _sure(ahead, shares)
    return Pair(one, other, games, round(ahead, 4), round(low, 4), round(high, 4))


def _sure(ahead: float, shares: Duels) -> tuple[float, float]:
    """The 95 % interval around a mean; by Wilson where all deals went alike, which tells nothing of their spread."""
    deals = len(shares)
    if np.ptp(shares) > ALIKE:
        wide = SURE * float(shares.std(ddof=1)) / deals**0.5
        return max(ahead - wide, 0.0), min(ahead + wide, 1.0)
    middle, more = ahead + SURE**2 / (2 * deals), SURE * (ahead * (1 - ahead) / deals + SURE**2 / (4 * deals**2)) ** 0.5
    return (middle - more) / (1 + SURE**2 / deals), (middle + more) / (1 + SURE**2 / deals)


def _seats(game: Played, bot: int) -> list[int]:
    return [seat for seat, sitting in enumerate(game.seats) if sitting == bot]


def first_place(game: Played, seat: int) -> float:
    """A seat's share of the first place."""
    return 1 / game.ranks.count(1) if game.ranks[seat] == 1 else 0.0


def duels(game: Played, count: int) -> Duels:
    """Who has beaten whom in one game; the duels of two bots count as one together."""
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
    """The most likely ratings; `won`: by bot and bot, the points won (of one tournament, or of many at once).

    `drawn`: what each of two gets for the virtual draw, or by bot and bot.
    """
    count = won.shape[-1]
    met = won + np.swapaxes(won, -1, -2) > 0
    points = won + np.where(met, drawn, HARDLY) * (1 - np.eye(count))
    fought = points + np.swapaxes(points, -1, -2)
    strength = np.zeros(won.shape[:-1])
    for _ in range(STEPS):  # Newton's method: the likelihood has one summit
        step = _newton_step(points, fought, strength)
        strength += np.clip(step, -LEAP, LEAP)
        if np.abs(step).max() < EXACT:
            break
    elo: Duels = ELO * strength
    return elo


def _newton_step(points: Duels, fought: Duels, strength: Duels) -> Duels:
    """Towards strengths (as logarithms, their sum stays 0) under which each bot expects the points that it has won."""
    count = strength.shape[-1]
    expected = fought / (1.0 + np.exp(strength[..., None, :] - strength[..., :, None]))
    firmness = expected * (1.0 - expected / np.where(fought > 0, fought, 1.0))
    slope = np.eye(count) * firmness.sum(-1)[..., None] - firmness + 1.0 / count
    missing = (points - expected).sum(-1)
    step: Duels = np.linalg.solve(slope, missing[..., None])[..., 0]
    return step


def _interval(by_deal: list[Duels], count: int) -> tuple[Duels, Duels]:
    """From the 2.5th to the 97.5th per cent of tournaments with the same deals drawn again."""
    if not by_deal:
        return np.zeros(count), np.zeros(count)
    chance, deals = np.random.default_rng(len(by_deal)), np.array(by_deal)
    drawn_again = np.array([deals[chance.integers(0, len(deals), len(deals))].sum(0) for _ in range(ROUNDS)])
    again = ratings(drawn_again, chance.exponential(0.5, drawn_again.shape) + HARDLY)
    low, high = np.percentile(again, [2.5, 97.5], axis=0)
    return low, high
