"""How long it takes to compute the odds, and to imagine a world, at positions of whole games."""

from __future__ import annotations

from statistics import median
from time import thread_time

import msgspec

from ..games.conformance.sample_games import any_move, opened, rule_of_thumb
from ..games.game import Game
from ..games.round import WATCHER, Round, Seat
from ..kernel import dispatch
from ..kernel.fixed_record import Record, Rng, blank
from ..kernel.jit import kernel
from ..kernel.rng import new_rng

WORLDS_PER_POSITION = 2_000
MOVES_BETWEEN_POSITIONS = 11


class Worlds(msgspec.Struct):
    """Milliseconds per computation of the odds, microseconds per imagined world."""

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
    """Imagine one world after the other."""
    for _ in range(worlds):
        dispatch.imagine(observation, world, rng)


def worlds(game: Game, players: int, games: int) -> list[Worlds]:
    """Times over a number of games, random ones and games by the rule of thumb in turn: for a seat, and the watcher."""
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
        if len(round.numbers) % MOVES_BETWEEN_POSITIONS == 0:
            found.append(round.copy())
        round.play_number((rule_of_thumb if number % 2 else any_move)(round, rng))
    return found


def _measured(game: Game, observation: Record) -> tuple[float, float]:
    world, rng = blank(game.state), new_rng(1)
    start = thread_time()
    game.odds(observation)
    middle = thread_time()
    imagine_many(observation, world, WORLDS_PER_POSITION, rng)
    return (middle - start) * 1e3, (thread_time() - middle) / WORLDS_PER_POSITION * 1e6


def _summary(game: Game, players: int, seat: Seat, times: list[tuple[float, float]]) -> Worlds:
    odds, imagined = zip(*times, strict=True)
    figures = (round(figure, 3) for figure in (median(odds), max(odds), median(imagined), max(imagined)))
    return Worlds(game.name, players, "seat" if seat != WATCHER else WATCHER, len(times), *figures)
