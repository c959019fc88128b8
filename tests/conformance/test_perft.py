"""The number of ways a game can go on for a number of moves from a fixed deal: one wrong rule changes it.

The small numbers were counted by the oracles as well; all are pinned.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest

from rectoverso.games import game_named
from rectoverso.games.deal import deal_from_seed
from rectoverso.games.round import Round
from rectoverso.kernel import dispatch
from rectoverso.kernel.fixed_record import copy as copy_record
from rectoverso.kernel.jit import kernel
from tests.games.oracle_api import oracle_of

SEED = "perft"


@kernel
def count_ways(states: Any, lists: Any, left: Any, depth: int) -> int:
    """States and lists by depth; `left[d]` counts the moves of depth d that are still to be tried."""
    ways = 0
    level = 0
    left[0] = dispatch.legal(states[0], lists[0])
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        if level + 1 == depth:
            ways += 1
            continue
        copy_record(states[level + 1], states[level])
        dispatch.apply(states[level + 1], lists[level, left[level]])
        level += 1
        left[level] = 0 if states[level].over else dispatch.legal(states[level], lists[level])
    return ways


def opened(name: str, players: int, options: dict[str, Any], start: int) -> Round:
    """A fixed deal, and a fixed course of `start` moves: always the middle one of what is legal, by text."""
    game = game_named(name)
    round = Round(game, players, deal_from_seed(game.deck, game.two_faced, SEED), options)
    while len(round.numbers) < start:
        legal = sorted(round.legal)
        round.play(legal[len(legal) // 2])
    return round


def ways(round: Round, depth: int) -> int:
    game = round.game
    states = np.zeros(depth, game.state)
    states[0] = round.state
    lists, left = np.zeros((depth, game.list_size), np.int32), np.zeros(depth, np.int64)
    return int(count_ways(states, lists, left, depth))


def ways_by_the_oracle(oracle: Any, depth: int) -> int:
    if oracle.over:
        return 0
    legal = oracle.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        twin = copy.deepcopy(oracle)
        twin.play(move)
        total += ways_by_the_oracle(twin, depth - 1)
    return total


# game, players, options, moves before, how many ways there are for 1, 2, 3 … moves
PINNED: list[tuple[str, int, dict[str, Any], int, list[int]]] = [
    (
        "titus",
        2,
        {},
        0,
        [
            1,
            1,
            1,
            2,
            2,
            4,
            7,
            8,
            14,
            18,
            29,
            50,
            77,
            132,
            221,
            378,
            750,
            1543,
            3023,
            6128,
            12071,
            23824,
            48685,
            101021,
            215711,
            476873,
        ],
    ),
    (
        "titus",
        3,
        {"fewest": "points"},
        90,
        [6, 6, 13, 50, 71, 170, 432, 905, 2075, 4687, 11315, 26511, 67220, 177532, 458969],
    ),
    ("titus", 4, {}, 150, [11, 14, 37, 181, 466, 1193, 3119, 9551, 21915, 57898, 168408, 441227]),
    ("titus", 2, {}, 120, [7, 12, 36, 118, 299, 809, 2160, 5740, 15343, 43012, 121142, 343651]),
    ("janus", 3, {}, 0, [7, 30, 203, 1111, 6752, 42091, 305281, 1813123]),
    ("janus", 4, {"discard": "top"}, 40, [10, 121, 1141, 12032, 132887, 1385102]),
    ("janus", 6, {}, 100, [15, 211, 3099, 38507, 571022]),
    ("nummerus", 2, {}, 0, [5, 27, 153, 913, 5585, 34597, 216845, 1369883]),
    ("nummerus", 3, {"board": "square"}, 20, [3, 13, 73, 402, 2165, 11194, 56039, 272167, 1283294]),
    ("nummerus", 2, {"tausch": True}, 9, [6, 38, 246, 1607, 10528, 68249, 435464]),
    ("nummerus", 1, {}, 30, [5, 21, 80, 296, 1146, 4527, 17673, 68844, 263333, 981523]),
    ("nummerus", 4, {"tausch": True, "scoring": "points"}, 44, [2, 4, 7, 7, 9, 14, 16, 16, 0]),
    ("nummerus", 3, {"tausch": True}, 12, [13, 78, 559, 3874, 31370, 206076, 1312142]),
]

IDS = [
    f"{name}-{players}-{'-'.join(map(str, options.values()))}-{start}" for name, players, options, start, _ in PINNED
]


@pytest.mark.parametrize(("name", "players", "options", "start", "pinned"), PINNED, ids=IDS)
def test_as_many_ways_as_ever(name: str, players: int, options: dict[str, Any], start: int, pinned: list[int]) -> None:
    round = opened(name, players, options, start)
    assert [ways(round, depth) for depth in range(1, len(pinned) + 1)] == pinned


@pytest.mark.parametrize(("name", "players", "options", "start", "pinned"), PINNED, ids=IDS)
def test_the_oracle_counts_the_same(
    name: str, players: int, options: dict[str, Any], start: int, pinned: list[int]
) -> None:
    round = opened(name, players, options, start)
    record = round.record()
    oracle = oracle_of(name).Oracle(players, options, record["deal"])
    for move in record["moves"]:
        oracle.play(move)
    counted = [depth for depth, number in enumerate(pinned, 1) if number <= 1500]
    assert [ways_by_the_oracle(oracle, depth) for depth in counted] == pinned[: len(counted)]
