"""Batches of games: the same games as one by one, whatever the number of threads, in the caller's own arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from rectoverso.bench.batch import batch_speed
from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named
from rectoverso.games.round import Round
from rectoverso.rl import batch
from rectoverso.rl.batch import Batch

TABLES = [(name, players) for name in GAMES for players in game_named(name).players]


def random_actions(games: Batch, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    moves, count = games.legal_lists
    return moves[np.arange(len(games)), (rng.random(len(games)) * count).astype(np.int64)].astype(np.int64)


def reward_of(round: Round, by_score: bool) -> list[float]:
    """Straight from what docs/research.md says."""
    scores, ranks = round.standing.scores, round.standing.ranks
    if by_score:
        return [float(-score if round.players == 1 else score) for score in scores]
    worse = [sum(other > rank for other in ranks) for rank in ranks]
    better = [sum(other < rank for other in ranks) for rank in ranks]
    return [(low - high) / (round.players - 1) for low, high in zip(worse, better, strict=True)]


@pytest.mark.parametrize("memory", ["notes", "table"])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_row_is_what_one_game_after_the_other_would_show(name: str, players: int, memory: Any) -> None:
    by_score = players == 1 or memory == "table"
    games = batch.make(name, 5, players, "rows", memory=memory, reward="score" if by_score else "rank")
    games.reset()
    game, rng = games.game, np.random.default_rng(7)
    rounds = [Round(game, players, games.deal(i)) for i in range(len(games))]
    finished = 0
    for _ in range(400):
        for i, round in enumerate(rounds):
            assert games.seat[i] + 1 == round.turn
            assert games.mask[i].nonzero()[0].tolist() == sorted(round.legal_numbers)
            assert (games.obs[i] == round.encoding(round.turn or 1, memory)).all()
        actions = random_actions(games, rng)
        games.step(actions)
        for i, round in enumerate(rounds):
            round.play_number(int(actions[i]))
            assert games.done[i] == round.over
            assert not games.truncated[i]
            assert games.reward[i].tolist() == pytest.approx(
                reward_of(round, by_score) if round.over else [0] * players
            )
            if round.over:
                finished += 1
                rounds[i] = Round(game, players, games.deal(i))
    assert finished >= 4


def course(name: str, threads: int, games: int = 24) -> list[bytes]:
    """All that a batch shows in 120 steps, in which each game chooses by its own random numbers."""
    stepped = batch.make(name, games, 3, seed=5, threads=threads)
    stepped.reset()
    rngs = [np.random.default_rng(i) for i in range(games)]
    shown = []
    for _ in range(120):
        moves, count = stepped.legal_lists
        stepped.step([moves[i, rng.integers(count[i])] for i, rng in enumerate(rngs)])
        shown += [part[:10].tobytes() for part in (stepped.obs, stepped.mask, stepped.reward, stepped.done)]
    stepped.close()
    return shown


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_whatever_the_number_of_threads_and_of_other_games(name: str) -> None:
    alone = course(name, threads=1)
    assert course(name, threads=1) == alone
    assert course(name, threads=3) == alone
    assert course(name, threads=2, games=10) == alone


def test_games_of_a_batch_differ_and_so_do_seeds() -> None:
    one, other = (batch.make("janus", 50, 4, seed) for seed in ("a", "b"))
    for games in (one, other):
        games.reset()
    deals = {tuple(games.deal(i).tolist()) for games in (one, other) for i in range(50)}
    assert len(deals) == 100


def test_the_callers_arrays_are_written_to_and_handed_on_without_a_copy() -> None:
    game = game_named("titus")
    needed = batch.arrays_of(game, 8, 2)
    mine = {name: np.zeros(shape, kind) for name, (shape, kind) in needed.items()}
    games = batch.make("titus", 8, 2, arrays=mine)
    games.reset()
    assert mine["mask"].any(axis=1).all()
    for name, array in mine.items():
        assert getattr(games, name) is array
        shared = np.from_dlpack(array)
        assert np.shares_memory(shared, array)
    made = batch.make("titus", 8, 2)
    assert all(getattr(made, name).ctypes.data % 64 == 0 for name in needed)


def test_a_game_that_does_not_end_is_cut_off_and_paid_as_it_stands() -> None:
    """J13: if only a vote ends the game, moves by chance may go on for ever."""
    games = batch.make("janus", 4, 3, ending="agreed")
    games._settings = games._settings._replace(max_moves=50)
    games.reset()
    rng = np.random.default_rng(3)
    for _ in range(49):
        games.step(random_actions(games, rng))
        assert not games.done.any()
    games.step(random_actions(games, rng))
    assert games.truncated.all()
    assert games.done.all()
    games.step(random_actions(games, rng))
    assert not games.done.any()
    assert not games.truncated.any()
    assert not games.reward.any()


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    games = batch.make("titus", 3, 2)
    with pytest.raises(BadInput, match="reset"):
        games.step([0, 0, 0])
    games.reset()
    before = games.obs.tobytes()
    for action in (1, -1, 10**9):
        with pytest.raises(BadInput, match="not legal in game 2"):
            games.step([0, 0, action])
    assert games.obs.tobytes() == before
    games.step([0, 0, 0])
    assert games.obs.tobytes() != before


@pytest.mark.parametrize("actions", [[0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], ["draw"] * 3, 0])
def test_actions_that_do_not_fit_are_refused(actions: Any) -> None:
    games = batch.make("titus", 3, 2)
    games.reset()
    with pytest.raises(BadInput, match="3 whole numbers"):
        games.step(actions)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"games": 0}, "games"),
        ({"games": True}, "games"),
        ({"threads": 0}, "threads"),
        ({"memory": "all"}, "memory"),
        ({"reward": "fame"}, "reward"),
        ({"players": 1, "reward": "rank"}, "rank"),
        ({"players": 9}, "players"),
        ({"tausch": "maybe"}, "tausch"),
        ({"colour": "red"}, "colour"),
        ({"arrays": {"scores": np.zeros(3)}}, "scores"),
        ({"arrays": {"done": np.zeros(3)}}, "done"),
        ({"games": 3, "arrays": dict.fromkeys(("done", "truncated"), np.zeros(3, bool))}, "share memory"),
        ({"games": 3, "arrays": {"seat": np.frombuffer(bytes(3), np.int8)}}, "writeable"),
        ({"games": 2, "arrays": {"reward": np.zeros(17, np.uint8)[1:].view(np.float32).reshape(2, 2)}}, "aligned"),
    ],
)
def test_settings_that_do_not_fit_are_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        batch.make("nummerus", **settings)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "bar"), [("janus", 2e6), ("nummerus", 10e6), ("titus", 2e6)])
def test_one_core_steps_as_many_games_as_it_should(name: str, bar: float) -> None:
    """1,024 games with observation and mask, by CPU time; docs/performance.md tells more."""
    speed = batch_speed(game_named(name), max(2, game_named(name).players[0]), 2.0, 1024)
    print(speed)
    assert speed.steps_per_s >= bar
