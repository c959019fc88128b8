"""The odds of unseen sides, and imagined worlds, against enumeration and against each other."""

from __future__ import annotations

from math import prod, sqrt
from typing import Any

import numpy as np
import pytest

from rectoverso.games.janus import GAME
from rectoverso.games.janus.counting import MAX_ENTRIES, count_kinds, new_ways
from rectoverso.games.janus.knowledge import possible
from rectoverso.games.janus.material import LETTERS
from rectoverso.games.janus.odds import few_worlds, walk
from rectoverso.games.round import Round, Seat
from rectoverso.kernel import dispatch, entry_points
from rectoverso.kernel.fixed_record import Record, Rng, blank
from rectoverso.kernel.jit import COMPILED, kernel
from rectoverso.kernel.rng import new_rng
from tests.games.janus.positions import OPTIONS, enumerated_odds, rounds, same_events, unseen_tags

MAX_UNSEEN = 8
MAX_DEALS = 400


def small_positions(wanted: int, **options: str) -> list[tuple[Round, int]]:
    """Positions in which a seat has not seen 2 to 8 cards, and few deals fit the sides it has seen."""
    found = []
    for seed in range(400):
        varied = {"stall": (0, 12)[seed % 2], "discard": ("under", "top")[seed % 3 == 0]}
        round = rounds(seed, 3 + seed % 4, 90 + seed % 160, **(varied | options))
        for seat in range(1, round.players + 1):
            observation = round.observation(seat)
            unseen = unseen_tags(observation)
            if 2 <= len(unseen) <= MAX_UNSEEN and _deals_at_most(observation, unseen) <= MAX_DEALS:
                found.append((round, seat))
                break
        if len(found) == wanted:
            break
    return found


def _deals_at_most(observation: Record, unseen: list[int]) -> int:
    options = []
    for tag in unseen:
        if observation.faces[2 * tag] or observation.faces[2 * tag + 1]:
            options.append(int(possible(observation, 2 * tag + int(observation.faces[2 * tag] != 0))).bit_count())
        else:
            options.append(2 * len(unseen))
    return prod(options)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_odds_equal_enumeration_where_at_most_eight_cards_are_unseen(options: dict[str, Any]) -> None:
    check_odds_by_enumeration(10, options)


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_odds_equal_enumeration_in_more_positions(options: dict[str, Any]) -> None:
    check_odds_by_enumeration(20, options)


def check_odds_by_enumeration(wanted: int, options: dict[str, Any]) -> None:
    positions = small_positions(wanted, **options)
    assert len(positions) == wanted
    told_by_events = 0
    for round, seat in positions:
        expected, following = enumerated_odds(round, seat)
        odds = round.odds(seat)
        assert odds.pop("next") == (None if following is None else pytest.approx(following, abs=1e-9))
        assert odds == {tag: pytest.approx(row, abs=1e-9) for tag, row in expected.items()}
        observation = round.observation(seat)
        told_by_events += bool(observation.tied or observation.barred.any() or observation.needs_triplet)
    assert told_by_events >= 3, "events must rule worlds out in some of these positions"


@pytest.mark.parametrize("seed", range(6))
def test_odds_of_every_card_sum_to_one(seed: int) -> None:
    round = rounds(seed, 3 + seed % 4, 10 + 25 * seed)
    viewers: tuple[Seat, ...] = (*range(1, round.players + 1), "watcher")
    for seat in viewers:
        for row in round.odds(seat).values():
            assert row is None or sum(row.values()) == pytest.approx(1, abs=1e-9)


def test_the_long_walk_comes_within_one_percent_of_counting() -> None:
    """Where counting takes too long (a watcher late in a game) the odds come from a walk; here both can be had."""
    for seed, players, moves in ((3, 3, 60), (8, 4, 90), (5, 3, 120)):
        observation = rounds(seed, players, moves).observation(1)
        counted, walked = np.zeros((67, 12)), np.zeros((67, 12))
        assert not observation.needs_triplet
        assert count_kinds(observation, new_ways(), counted)
        walk(observation, walked, new_rng(1))
        rows = counted.sum(axis=1) > 0
        counted, walked = (table[rows] / table[rows].sum(axis=1, keepdims=True) for table in (counted, walked))
        assert np.abs(counted - walked).max() < 0.01


@kernel
def tally(observation: Record, world: Record, worlds: int, table: Any, rng: Rng) -> None:
    """Imagine many worlds; by tag and side, how often each symbol."""
    for _ in range(worlds):
        dispatch.imagine(observation, world, rng)
        for tag in range(66):
            table[2 * tag, world.sides[tag] & 255] += 1
            table[2 * tag + 1, world.sides[tag] >> 8] += 1


@pytest.mark.parametrize(("seed", "players", "moves"), [(0, 3, 12), (8, 4, 90)])
def test_imagined_worlds_match_the_odds(seed: int, players: int, moves: int) -> None:
    """10^6 draws (1,000 with the compiler off): no frequency is further off than chance allows."""
    round = rounds(seed, players, moves)
    seat = max(range(1, players + 1), key=lambda seat: int(round.observation(seat).half_known_count))
    observation, draws = round.observation(seat), 1_000_000 if COMPILED else 1_000
    table = np.zeros((132, 12))
    tally(observation, blank(GAME.state), draws, table, new_rng(3))
    odds = round.odds(seat)
    odds.pop("next")
    assert len(odds) >= 4
    for tag, row in odds.items():
        side = 2 * (int(tag[1:]) - 1)
        side += int(observation.faces[side] != 0)
        for letter, chance in row.items():
            found = table[side, LETTERS.index(letter) + 1] / draws
            assert abs(found - chance) <= 5 * sqrt(chance * (1 - chance) / draws) + 1e-12
        assert sum(row.values()) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_an_imagined_world_tells_the_same_story(seed: int, options: dict[str, Any]) -> None:
    """The oracle plays the moves in the imagined deal: the same turns, the same triplets, no end (J11, J13)."""
    round = rounds(seed, 3 + seed % 4, 20 + 20 * seed, stall=(0, 12)[seed % 2], **options)
    for seat in range(round.players):
        world = blank(GAME.state)
        assert entry_points.imagine(round.observation(seat + 1), world, new_rng(seed))
        assert same_events(round, [GAME.write_card(int(card)) for card in GAME.deal_of(world)])


def test_the_same_luck_imagines_the_same_world_and_leaves_what_was_seen_alone() -> None:
    observation = rounds(4, 5, 40).observation(2)
    before = observation.tobytes()
    worlds = []
    for _ in range(2):
        worlds.append(blank(GAME.state))
        entry_points.imagine(observation, worlds[-1], new_rng(11))
    assert worlds[0].tobytes() == worlds[1].tobytes()
    assert observation.tobytes() == before


def test_counting_gives_up_where_the_table_would_be_too_big() -> None:
    observation = rounds(2, 3, 150).observation("watcher")
    assert not few_worlds(observation)
    assert not count_kinds(observation, np.empty(MAX_ENTRIES), np.zeros((67, 12)))
