"""The analysis of finished games: what adds up, what is exact, what it may not know (docs/analysis.md)."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import msgspec
import numpy as np
import pytest

from rectoverso.analysis.analysis import Analysis, analyse, outlined
from rectoverso.analysis.positions import Effort, estimate, positions
from rectoverso.bots.selfplay import self_played
from rectoverso.errors import BadInput
from rectoverso.games import game_named
from rectoverso.games.game_record import from_record
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng
from tests.bots.positions import position

ENDINGS = Path(__file__).parents[1] / "games" / "endings"
SAMPLES = Path(__file__).parents[1] / "samples"
QUICK = Effort(simulations=40, value_simulations=20, worlds=3, proof_positions=20_000)
TABLES = [("titus", 2), ("titus", 3), ("janus", 3), ("nummerus", 1), ("nummerus", 2), ("nummerus", 3)]


def played(name: str, bots: list[str], seed: str = "analysis", number: int = 0) -> Round:
    return self_played(game_named(name), len(bots), {}, seed, number, bots)


def analysed(round: Round, effort: Effort = QUICK) -> Analysis:
    return analyse(round, effort, "en", [f"P{seat}" for seat in range(round.players)])


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_start_luck_and_skill_add_up_to_the_result(name: str, players: int) -> None:
    analysis = analysed(played(name, ["greedy"] * players))
    for seat in analysis.seats:
        assert seat.start + seat.luck + seat.skill + seat.others + seat.settled == pytest.approx(seat.result, abs=1e-3)
    for move in analysis.moves:
        assert move.lost >= 0
        if players > 1:
            assert sum(move.before) == pytest.approx(1, abs=1e-4)
            assert sum(move.luck) == pytest.approx(0, abs=1e-4)
        if move.choices == 1:
            assert move.lost == 0
            assert move.best == move.move


@pytest.mark.parametrize("players", [1, 2, 3])
def test_nummerus_has_no_luck_after_the_deal(players: int) -> None:
    analysis = analysed(played("nummerus", ["greedy"] * players))
    assert all(seat.luck == 0 for seat in analysis.seats)
    assert all(seat.memory == 0 for seat in analysis.seats)


def test_the_same_game_gives_the_same_analysis() -> None:
    round = played("titus", ["greedy", "random"])
    assert msgspec.json.encode(analysed(round)) == msgspec.json.encode(analysed(from_record(round.record())))


@pytest.mark.parametrize(("name", "players"), [("titus", 2), ("janus", 3)])
def test_an_estimate_is_the_same_in_every_world_the_mover_cannot_tell_apart(name: str, players: int) -> None:
    for number in range(4):
        round = position(name, players, number, 20 + 7 * number, noise=True)
        seat = round.turn or 1
        move = round.legal_numbers[-1]
        twins = [round.copy(), round.imagine(seat, new_rng(number))]
        for twin in twins:
            twin.play_number(move)
        told = [estimate(positions(twin)[-1], QUICK) for twin in twins]
        assert told[0] == told[1]


def test_proved_positions_equal_the_solution() -> None:
    """N6: the end of a game for two, where every line is solved."""
    round = played("nummerus", ["random", "random"])
    game, exact = round.game, 0
    assert game.solver is not None
    for one, move in zip(positions(round), analysed(round, Effort(40)).moves, strict=True):
        if not move.exact:
            continue
        lines = {line.move: line for line in game.solver().lines(one.observation, 10**6) or []}
        assert move.before[one.seat - 1] == max(line.win for line in lines.values())
        assert move.lost == pytest.approx(move.before[one.seat - 1] - lines[one.move].win)
        exact += 1
    assert exact > 10


def test_a_solitaire_begins_with_its_solution() -> None:
    """N10: what the solver can reach is what is there at the start; every mistake is counted once."""
    round = played("nummerus", ["random"])
    solitaire = round.game.solitaire
    assert solitaire is not None
    best = round.at(0)
    best.play_numbers(solitaire.solve(best.state).moves)
    analysis = analysed(round, Effort(40))
    assert analysis.seats[0].start == best.standing.scores[0]
    assert analysis.seats[0].lost == analysis.seats[0].skill == analysis.seats[0].result - analysis.seats[0].start


@pytest.mark.parametrize(
    ("name", "bots", "times"),
    [
        ("titus", ["random", "master"], 3),
        ("janus", ["random", "master", "random"], 2.5),
        ("nummerus", ["random", "master"], 2),
    ],
)
def test_random_moves_lose_far_more_than_those_of_the_master(name: str, bots: list[str], times: float) -> None:
    random, master = analysed(played(name, bots), Effort(200, 10, 1)).seats[:2]
    assert random.lost > times * master.lost


LUCK = Effort(simulations=10, value_simulations=40, worlds=4)


def mean_luck(name: str, bots: list[str], games: int) -> tuple[float, float]:
    """The mean luck of the first seat, and its standard error."""
    luck = [analysed(played(name, bots, "luck", number), LUCK).seats[0].luck for number in range(games)]
    return float(np.mean(luck)), float(np.std(luck) / np.sqrt(games))


def test_luck_sums_up_to_about_nothing_in_a_few_games() -> None:
    mean, error = mean_luck("titus", ["random", "greedy"], 4)
    assert abs(mean) < 3 * error


@pytest.mark.soak
@pytest.mark.parametrize(("name", "bots"), [("titus", ["random", "greedy"]), ("janus", ["greedy", "random", "greedy"])])
def test_luck_sums_up_to_about_nothing_over_200_games(name: str, bots: list[str]) -> None:
    """Unequal players are equally lucky: the mean is within three standard errors of 0."""
    mean, error = mean_luck(name, bots, 200)
    assert abs(mean) < 3 * error


@pytest.mark.soak
def test_a_game_of_250_moves_takes_less_than_60_seconds_on_two_cores() -> None:
    """By CPU time, as other load on the machine must not decide."""
    round = from_record((SAMPLES / "titus.jsonl").read_text("utf-8").splitlines()[11])
    assert len(round.numbers) >= 250
    begin = process_time()
    outlined(round)
    assert process_time() - begin < 2
    analysed(round, Effort())
    assert process_time() - begin < 2 * 60


def test_a_vote_is_nobodys_skill() -> None:
    """J13: the table agreed to end the game; what that changed is settled, not played."""
    analysis = analysed(from_record((ENDINGS / "janus-close.jsonl").read_bytes()))
    last = analysis.moves[-1]
    assert last.move == "close"
    assert last.lost == 0
    assert last.skill == last.luck == [0.0] * analysis.players


def test_only_finished_games_are_analysed() -> None:
    running = played("titus", ["greedy", "greedy"]).at(20)
    for look in (analysed, outlined):
        with pytest.raises(BadInput, match="not over"):
            look(running)
