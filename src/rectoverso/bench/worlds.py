"""What a seat may know: how long the odds take, and a world imagined for it, along whole games."""

from __future__ import annotations

from statistics import median
from time import thread_time

import msgspec

from ..games.conformance import any_move, opened, rule_of_thumb
from ..games.game import Game
from ..games.round import WATCHER, Round, Seat
from ..kernel import dispatch
from ..kernel.jit import kernel
from ..kernel.record import Record, Rng, blank
from ..kernel.rng import new_rng

WORLDS = 2_000  # imagined at each position
APART = 11  # moves between two positions


class Worlds(msgspec.Struct):
    """Milliseconds for the odds of one position, microseconds for one world."""

    game: str
    players: int
    viewer: str
    positions: int
    odds_ms: float
    odds_ms_most: float
    world_us: float
    world_us_most: float


@kernel
def imagine_many(observation: Record, world: Record, worlds: int, rng: Rng) -> None:
    """One world after the other."""
    for _ in range(worlds):
        dispatch.imagine(observation, world, rng)


def worlds(game: Game, players: int, games: int) -> list[Worlds]:
    """Along so many games, by chance and by the rule of thumb in turns: a seat, and the watcher."""
    viewers: tuple[Seat, ...] = (1, WATCHER) if game.private else (1,)
    times: dict[Seat, list[tuple[float, float]]] = {seat: [] for seat in viewers}
    for number in range(games):
        for round in _positions(game, players, number):
            for seat in viewers:
                times[seat].append(_measured(game, round.observation(seat)))
    return [_summary(game, players, seat, times[seat][1:]) for seat in viewers]  # the first one compiles


def _positions(game: Game, players: int, number: int) -> list[Round]:
    round, rng = opened(game, players, {}, number), new_rng(number)
    found = []
    while not round.over:
        if len(round.numbers) % APART == 0:
            found.append(round.copy())
        round.play_number((rule_of_thumb if number % 2 else any_move)(round, rng))
    return found


def _measured(game: Game, observation: Record) -> tuple[float, float]:
    world, rng = blank(game.state), new_rng(1)
    start = thread_time()
    game.odds(observation)
    reckoned = thread_time()
    imagine_many(observation, world, WORLDS, rng)
    return (reckoned - start) * 1e3, (thread_time() - reckoned) / WORLDS * 1e6


def _summary(game: Game, players: int, seat: Seat, times: list[tuple[float, float]]) -> Worlds:
    odds, imagined = zip(*times, strict=True)
    figures = (round(figure, 3) for figure in (median(odds), max(odds), median(imagined), max(imagined)))
    return Worlds(game.name, players, "seat" if seat != WATCHER else WATCHER, len(times), *figures)
