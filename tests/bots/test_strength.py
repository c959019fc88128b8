"""Which bot beats which: the strength that docs/bots.md promises. Long runs, in `make soak`."""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from rectoverso.arena.ratings import pairs, rated
from rectoverso.arena.runners import in_processes
from rectoverso.arena.schedule import Played, Tournament
from rectoverso.bots import LEVELS
from rectoverso.games import game_named

pytestmark = pytest.mark.soak

GAMES = int(os.environ.get("RECTOVERSO_STRENGTH_GAMES", "400"))
SLOW_GAMES = {("janus", "search:1600"): 150}
"""At most this many games, where one takes several seconds."""
LADDER = {"titus": 200, "janus": 60, "nummerus": 100}
"""Games per pair of levels, as in the tables of docs/bots.md."""
PROCESSES = os.cpu_count() or 1
TABLES = [("titus", 2), ("janus", 3), ("nummerus", 2)]


def games(name: str, players: int, one: str, other: str) -> tuple[Tournament, list[Played]]:
    number = min(GAMES, SLOW_GAMES.get((name, one), GAMES))
    plan = Tournament(name, players, {}, "strength", (one, other), number)
    return plan, played(plan)


def played(plan: Tournament) -> list[Played]:
    done = dict(in_processes(plan, plan.tasks, PROCESSES))
    return [one for task in sorted(done) for one, _ in done[task]]


def first_places(name: str, players: int, one: str, other: str) -> float:
    """The share of first places of one bot, alone against others."""
    plan, all_games = games(name, players, one, other)
    return rated(plan, all_games).bots[0].wins / len(all_games)


def ahead(name: str, players: int, one: str, other: str) -> tuple[float, float]:
    """How often one bot comes out ahead of the other, and the lower end of the 95 % interval, deal by deal."""
    [pair] = pairs(*games(name, players, one, other))
    return (pair.ahead, pair.low) if pair.bot == one else (1.0 - pair.ahead, 1.0 - pair.high)


@pytest.mark.parametrize(("name", "players", "share"), [("titus", 2, 0.95), ("nummerus", 2, 0.95), ("janus", 3, 0.85)])
def test_greedy_beats_random(name: str, players: int, share: float) -> None:
    assert first_places(name, players, "greedy", "random") >= share


@pytest.mark.parametrize(("name", "players", "share"), [("titus", 2, 0.75), ("nummerus", 2, 0.85), ("janus", 3, 0.60)])
def test_search_beats_greedy(name: str, players: int, share: float) -> None:
    assert first_places(name, players, "search:1000", "greedy") >= share


@pytest.mark.parametrize(("low", "high"), [(100, 400), (400, 1600)])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_more_simulations_play_better(name: str, players: int, low: int, high: int) -> None:
    share, at_least = ahead(name, players, f"search:{high}", f"search:{low}")
    assert share > 0.5
    assert at_least > 0.47


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_each_level_clearly_beats_the_one_below(name: str, players: int) -> None:
    plan = Tournament(name, players, {}, "levels", LEVELS, min(GAMES, LADDER[name]), ladder=True)
    ladder = pairs(plan, played(plan))
    assert [(pair.other, pair.bot) for pair in ladder] == list(pairwise(LEVELS))
    assert [pair for pair in ladder if not 0.65 <= pair.ahead <= 0.90] == []


@pytest.mark.parametrize(("level", "low", "high"), [("novice", 0.60, 0.75), ("casual", 0.40, 0.55)])
@pytest.mark.parametrize("name", ["titus", "janus", "nummerus"])
def test_a_newcomer_beats_novice_bots_and_holds_out_against_casual_ones(
    name: str, level: str, low: float, high: float
) -> None:
    share, _ = ahead(name, game_named(name).usual_players, "newcomer", level)
    assert low <= share <= high


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("bot", ["newcomer", "greedy", "novice", "casual", "club"])
def test_j13_games_of_bots_rarely_end_by_stalling(players: int, bot: str) -> None:
    from rectoverso.bots.selfplay import self_played
    from rectoverso.games.janus.rules import STALLED

    game = game_named("janus")
    stalled = sum(
        int(self_played(game, players, {}, "stall", number, [bot] * players).state.ending) == STALLED
        for number in range(100)
    )
    assert stalled < 5
