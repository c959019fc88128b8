"""Whole games as one hash: compiled and interpreted rules must agree on it."""

from __future__ import annotations

import hashlib

from ...kernel.rng import new_rng
from ..game import Game
from ..round import WATCHER, Seat
from .sample_games import any_move, go_on, opened, rule_of_thumb, tables


def fingerprint(game: Game, most_tables: int = 4) -> str:
    """One hash over whole games: states, what seats see and know, what the rule of thumb chooses, what is imagined.

    Compiled and interpreted rules must agree on it.
    """
    digest = hashlib.sha256()
    every = list(tables(game))
    for place, (players, options) in enumerate(every[:: max(1, len(every) // most_tables)]):
        round, rng = opened(game, players, options, number=1), new_rng(place)
        while not round.over:
            seat: Seat = round.turn or WATCHER
            at = len(round.numbers)
            if at % 30 == 3:
                digest.update(round.observation(seat).tobytes())
                digest.update(round.encoding(seat).tobytes() + round.encoding(seat, "table").tobytes())
            if at % 60 == 33:  # without the compiler, imagining takes its time
                digest.update(round.imagine(seat, rng).deal.tobytes())
            policy = rule_of_thumb if at % 8 == 0 else any_move
            go_on(round, policy(round, rng))
            digest.update(round.state.tobytes())
        digest.update(repr(round.result).encode())
    return digest.hexdigest()
