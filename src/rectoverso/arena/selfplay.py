"""Games between bots as lines of JSON, played here or on a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from time import monotonic

import msgspec

from ..bots.selfplay import self_played
from ..games import game_named
from . import cluster

GAMES_PER_TASK = 20


class SelfPlay(msgspec.Struct, frozen=True):
    """Which games are played."""

    game: str
    players: int
    options: Mapping[str, object]
    seed: str
    bots: Sequence[str]
    legal: bool
    """Also write the seat to move and its legal moves."""


def records(plan: SelfPlay, numbers: range) -> bytes:
    """The records of some games, one per line."""
    game, encode = game_named(plan.game), msgspec.json.Encoder().encode
    lines = []
    for number in numbers:
        round = self_played(game, plan.players, plan.options, plan.seed, number, plan.bots, monotonic)
        lines.append(encode(round.record(plan.legal)) + b"\n")
    return b"".join(lines)


def played(plan: SelfPlay, games: int, on_cluster: bool) -> Iterator[tuple[range, bytes]]:
    """All games in order, a few at a time."""
    if on_cluster:
        numbers = range(games)
        tasks = [numbers[start : start + GAMES_PER_TASK] for start in numbers[::GAMES_PER_TASK]]
        yield from cluster.in_order(partial(records, plan), tasks)
    else:
        yield from ((range(number, number + 1), records(plan, range(number, number + 1))) for number in range(games))
