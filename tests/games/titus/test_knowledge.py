"""What can be known in Titus: exact odds, and imagined worlds that match them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rectoverso
from rectoverso.games.titus.material import COINS, HIGHEST, PAIRS
from rectoverso.games.titus.odds import odds
from rectoverso.games.titus.rules import STATE
from rectoverso.games.titus.worlds import imagine
from rectoverso.kernel import entry_points
from rectoverso.kernel.fixed_record import Record, Rng, blank
from rectoverso.kernel.jit import COMPILED, kernel
from rectoverso.kernel.rng import new_rng
from tests.games.driver import rigged_cards
from tests.games.titus.oracle import all_coins
from tests.games.titus.positions import World, counted_odds, few_unknown, played, worlds

DRAWS = 1_000_000 if COMPILED else 2_000


def assert_same_odds(found: dict[str, Any], wanted: dict[str, dict[str, float]]) -> None:
    told = {name: shares for name, shares in found.items() if shares is not None}
    assert told.keys() == wanted.keys()
    for name, shares in wanted.items():
        assert told[name] == pytest.approx(shares, abs=1e-9), name


# ---- odds


@settings(max_examples=40)
@given(st.randoms(use_true_random=False), st.integers(1, 6))
def test_the_odds_are_those_of_all_worlds_looked_at_one_by_one(rng: random.Random, unknown: int) -> None:
    observation = few_unknown(rng, unknown)
    assert_same_odds(odds(observation), counted_odds(observation))


@pytest.mark.parametrize("seed", range(4))
def test_the_odds_are_right_with_eight_unknown_coins(seed: int) -> None:
    observation = few_unknown(random.Random(seed), 8, in_pile=seed)
    assert_same_odds(odds(observation), counted_odds(observation))


def test_t4_a_double_is_twice_as_likely_under_a_face_as_another_coin() -> None:
    """At the start nothing but the 10 on top is known: 10/10 has two ways up that show a 10, 10/11 only one."""
    game = rectoverso.from_deal("titus", 2, rigged_cards(all_coins(), "10/12"))
    assert game.odds(1)["#1"] == pytest.approx({"8": 1 / 6, "9": 1 / 6, "10": 2 / 6, "11": 1 / 6, "12": 1 / 6})


def test_t2_a_coin_that_is_known_is_nowhere_else() -> None:
    """Seat 2 has turned #1 over, 1/2: the 1 on #3 hides no 2."""
    game = rectoverso.from_deal("titus", 2, rigged_cards(all_coins(), "1/2 9/9 1/3"))
    for move in ("draw", "place", "draw", "swap #1"):
        game.play(move)
    assert game.odds(1)["#3"] == pytest.approx({"1": 2 / 3, "3": 1 / 3})
    assert "#1" not in game.odds(1)


def test_the_odds_of_every_coin_sum_to_one_along_a_game() -> None:
    game = played(3)
    for at in range(len(game.numbers)):
        for name, shares in game.at(at).odds().items():
            assert shares is None or sum(shares.values()) == pytest.approx(1, abs=1e-9), (at, name)


def test_there_is_no_next_coin_when_the_last_one_lies_on_top() -> None:
    game = played(1)
    last = next(at for at in range(len(game.numbers)) if game.at(at).state.drawn == COINS - 1)
    assert game.at(last).odds()["next"] is None
    assert game.at(last).odds()[f"#{COINS}"]


def test_after_the_end_everything_is_open() -> None:
    game = played(2)
    assert game.over
    observation = game.observation("watcher")
    assert observation.state.down.tolist() == game.state.down.tolist()
    assert game.odds() == {"next": None}


# ---- imagined worlds


@kernel
def tally(observation: Record, state: Record, draws: int, hidden: Any, on_top: Any, rng: Rng) -> None:
    """How often each coin hides each number, and the next coin shows it."""
    for _ in range(draws):
        imagine(observation, state, rng)
        for coin in range(COINS):
            hidden[coin, state.down[coin]] += 1
        if state.drawn + 1 < COINS:
            on_top[state.up[state.drawn + 1]] += 1


def chi_square(observed: dict[Any, int], expected: dict[Any, float]) -> float:
    """How many standard deviations the observed counts are off, over all kinds (about normal for many kinds)."""
    assert observed.keys() <= expected.keys(), "something impossible was drawn"
    n = sum(observed.values())
    statistic = sum((observed.get(kind, 0) - n * share) ** 2 / (n * share) for kind, share in expected.items())
    freedom = len(expected) - 1
    return 0.0 if freedom == 0 else (statistic - freedom) / (2 * freedom) ** 0.5


@pytest.mark.parametrize(("seed", "moves"), [(1, 3), (2, 60), (3, 120), (4, 170)])
def test_imagined_worlds_match_the_odds(seed: int, moves: int) -> None:
    observation = played(seed, players=2 + seed % 3, moves=moves).observation(1)
    hidden, on_top = np.zeros((COINS, HIGHEST + 1), np.int64), np.zeros(HIGHEST + 1, np.int64)
    tally(observation, blank(STATE), DRAWS, hidden, on_top, new_rng(seed))
    told = odds(observation)
    counts = {name: on_top if name == "next" else hidden[int(name[1:]) - 1] for name in told}
    for name, shares in told.items():
        observed = {str(number): int(n) for number, n in enumerate(counts[name]) if n}
        assert chi_square(observed, shares) < 6, name


@pytest.mark.parametrize("seed", range(5))
def test_every_world_is_imagined_exactly_as_often_as_it_is_likely(seed: int) -> None:
    """Not only each coin by itself: whole worlds."""
    observation = few_unknown(random.Random(seed), 5)
    likely = Counter(worlds(observation))
    total, state, rng = likely.total(), blank(STATE), new_rng(seed)
    drawn: Counter[World] = Counter()
    for _ in range(4_000):
        assert imagine(observation, state, rng)
        drawn[tuple(zip(state.up[:COINS].tolist(), state.down[:COINS].tolist(), strict=True))] += 1
    assert chi_square(drawn, {world: n / total for world, n in likely.items()}) < 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_imagined_world_looks_the_same_to_everybody(players: int) -> None:
    game = played(players, players, greedy=False)
    rng = new_rng(players)
    for at in range(0, len(game.numbers), 12):
        now = game.at(at)
        world = now.imagine(1, rng)
        for seat in (*range(1, players + 1), "watcher"):
            assert world.observation(seat).tobytes() == now.observation(seat).tobytes()
        assert sorted(sorted((coin & 255, coin >> 8)) for coin in world.deal.tolist()) == [[*pair] for pair in PAIRS]


# ---- what is learned


def test_a_new_game_begins_with_nothing_known_on_a_used_record_too() -> None:
    used, fresh = played(11, moves=120), played(12, moves=0)
    assert used.knowledge.tobytes() != fresh.knowledge.tobytes()
    entry_points.begin(used.knowledge, fresh.state)
    assert used.knowledge.tobytes() == fresh.knowledge.tobytes()


def test_t5_only_turning_over_tells_the_other_face() -> None:
    game = rectoverso.from_deal("titus", 2, rigged_cards(all_coins(), "7/9 3/4 5/5"))
    game.play("draw").play("place").play("draw")
    assert not game.observation(1).state.down.any()
    game.play("swap #1")
    observation = game.observation(2)
    assert (observation.state.up[0], observation.state.down[0]) == (9, 7)
    assert observation.state.down.tolist().count(0) == len(observation.state.down) - 1
    assert observation.state.up.tolist()[:4] == [9, 3, 5, 0]
