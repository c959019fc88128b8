"""Tournaments: fair seats, correct ratings, runs that can be interrupted and continued."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from rectoverso.arena.match import play
from rectoverso.arena.ratings import UNMET_DRAW, duels, pairs, rated, ratings
from rectoverso.arena.runners import in_processes, in_this_process
from rectoverso.arena.schedule import Played, Task, Tournament, check_bots
from rectoverso.arena.tournament_folder import GAMES, REPORT, Folder, kept_seed
from rectoverso.errors import BadInput
from rectoverso.games.game_record import from_record
from rectoverso.plots import Bar, Curve, bars, lines, nice_ticks

PLAN = Tournament("nummerus", 3, {}, "tea", ("greedy", "random"), 4)


def test_games_are_rounded_up_to_whole_rotations_of_the_seats() -> None:
    assert PLAN.deals == 2
    assert len(PLAN.tasks) == 2
    assert len(play(PLAN, Task(0, 0))) == 3


def test_bots_that_fit_the_seats_share_a_table_and_others_meet_in_pairs() -> None:
    assert Tournament("janus", 3, {}, "tea", ("a", "b", "c"), 1).lineups == [(0, 1, 2)]
    assert Tournament("janus", 4, {}, "tea", ("a", "b", "c"), 1).lineups == [(0, 1, 1, 1), (0, 2, 2, 2), (1, 2, 2, 2)]
    assert Tournament("titus", 2, {}, "tea", ("a", "b", "c"), 1).lineups == [(0, 1), (0, 2), (1, 2)]


def test_on_a_ladder_each_bot_is_alone_against_the_one_before_it() -> None:
    assert Tournament("janus", 3, {}, "tea", ("a", "b", "c"), 1, ladder=True).lineups == [(1, 0, 0), (2, 1, 1)]


def test_every_bot_sits_in_every_seat_with_the_same_deal() -> None:
    games = play(PLAN, Task(0, 1))
    assert sorted(played.seats for played, _ in games) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert len({json.dumps(record["deal"]) for _, record in games}) == 1
    for played, record in games:
        replayed = from_record(record)
        assert replayed.result is not None
        assert tuple(replayed.result.scores) == played.scores


def test_other_pairings_get_the_same_deals() -> None:
    plan = Tournament("nummerus", 2, {}, "tea", ("greedy", "random", "search:5"), 2)
    deals = {json.dumps(play(plan, Task(pairing, 0))[0][1]["deal"]) for pairing in range(3)}
    assert len(deals) == 1


def test_several_processes_play_the_same_games_as_one() -> None:
    assert dict(in_processes(PLAN, PLAN.tasks, 2)) == dict(in_this_process(PLAN, PLAN.tasks))


# ---- ratings


def game(seats: tuple[int, ...], ranks: tuple[int, ...], deal: int = 0) -> Played:
    return Played(0, deal, 0, seats, tuple(10 - rank for rank in ranks), ranks, 50)


def test_the_better_rank_wins_a_duel_and_equal_ranks_share_it() -> None:
    assert duels(game((0, 1), (1, 2)), 2).tolist() == [[0, 1], [0, 0]]
    assert duels(game((0, 1), (1, 1)), 2).tolist() == [[0, 0.5], [0.5, 0]]
    assert duels(game((0, 1, 1), (2, 1, 3)), 2).tolist() == [[0, 0.5], [0.5, 0]]


def test_ratings_are_the_logarithm_of_the_odds_with_one_virtual_draw() -> None:
    elo = ratings(np.array([[0.0, 29.5], [9.5, 0.0]]))
    assert elo.sum() == pytest.approx(0)
    assert elo[0] - elo[1] == pytest.approx(400 * np.log10(30 / 10))


def test_on_a_ladder_the_ratings_of_neighbours_add_up() -> None:
    elo = ratings(np.array([[0.0, 9.5, 0.0], [29.5, 0.0, 9.5], [0.0, 29.5, 0.0]]))
    assert np.diff(elo) == pytest.approx([400 * np.log10(3)] * 2, rel=0.01)


@pytest.mark.parametrize(("bots", "won", "lost"), [(8, 1000, 0), (32, 80, 20)])
def test_ratings_of_long_and_lopsided_ladders_converge(bots: int, won: int, lost: int) -> None:
    """Each step of a ladder is rated almost as if it stood alone; only the faint virtual draws tie it to the others."""
    up, down = np.eye(bots, k=-1) * won, np.eye(bots, k=1) * lost
    step = 400 * np.log10((won + 0.5) / (lost + 0.5))
    elo = ratings(up + down)
    expected = 1 / (1 + 10 ** ((elo[None, :] - elo[:, None]) / 400))
    points = up + down + np.where(up + down + (up + down).T > 0, 0.5, UNMET_DRAW) * (1 - np.eye(bots))
    assert points.sum(1) == pytest.approx(((points + points.T) * expected * (1 - np.eye(bots))).sum(1), rel=1e-6)
    assert 0.7 * step < np.diff(elo).mean() <= step


def test_a_bot_that_always_wins_has_a_finite_rating() -> None:
    elo = ratings(np.array([[0.0, 100.0, 100.0], [0.0, 0.0, 60.0], [0.0, 40.0, 0.0]]))
    assert elo[0] > elo[1] > elo[2]
    assert np.isfinite(elo).all()


def test_wins_count_first_places_and_shared_ones_by_their_share() -> None:
    plan = Tournament("titus", 2, {}, "tea", ("a", "b"), 4)
    table = rated(plan, [game((0, 1), (1, 2)), game((1, 0), (1, 1)), game((0, 1), (1, 2), 1), game((1, 0), (1, 2), 1)])
    assert [one.wins for one in table.bots] == [2.5, 1.5]
    assert [one.games for one in table.bots] == [4, 4]
    assert table.bots[0].elo == pytest.approx(-table.bots[1].elo)
    assert table.bots[0].elo_low <= table.bots[0].elo <= table.bots[0].elo_high


def test_pairs_say_who_is_ahead_with_an_interval_over_deals() -> None:
    plan = Tournament("titus", 2, {}, "tea", ("a", "b", "c"), 4, ladder=True)
    games = [game((0, 1), (1, 2)), game((1, 0), (1, 1)), game((0, 1), (1, 2), 1), game((1, 0), (1, 2), 1)]
    assert [(one.bot, one.other, one.games) for one in pairs(plan, games)] == [("a", "b", 4)]
    pair = pairs(plan, games)[0]
    assert pair.ahead == 0.625
    assert (pair.low, pair.high) == (pytest.approx(0.625 - 1.96 * 0.125, abs=1e-3), pytest.approx(0.87, abs=1e-3))
    assert pairs(plan, [game((0, 1), (2, 1))])[0].bot == "b"


def test_the_interval_covers_the_true_rating_about_as_often_as_it_should() -> None:
    truth = 400 * np.log10(0.6 / 0.4)
    chance, inside = np.random.default_rng(1), 0
    plan = Tournament("titus", 2, {}, "tea", ("a", "b"), 80)
    for _ in range(40):
        games = [game((0, 1), (1, 2) if chance.random() < 0.6 else (2, 1), deal) for deal in range(80)]
        one = rated(plan, games).bots[0]
        inside += one.elo_low <= truth / 2 <= one.elo_high
    assert inside >= 33


# ---- interrupting and continuing


def test_a_folder_keeps_complete_deals_and_belongs_to_one_tournament(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path / "arena"), PLAN)
    games = play(PLAN, Task(0, 0))
    folder.add(record for _, record in games)
    with (tmp_path / "arena" / GAMES).open("ab") as file:
        file.write(b'{"half a rec')
    again = Folder(str(tmp_path / "arena"), PLAN).games()
    assert list(again) == [Task(0, 0)]
    assert [played for played, _ in again[Task(0, 0)]] == [played for played, _ in games]
    with pytest.raises(BadInput):
        Folder(str(tmp_path / "arena"), Tournament("nummerus", 3, {}, "coffee", ("greedy", "random"), 4))


TIMEOUT_S = 300
"""A run that must end has ended by then, however busy the machine is."""


def arena(folder: Path, *more: str) -> list[str]:
    seed = ["--seed", "tea", "--bots", "greedy,search:60", "--games", "60", "--processes", "1"]
    return [
        sys.executable,
        "-m",
        "rectoverso",
        "arena",
        "nummerus",
        "--players",
        "2",
        *seed,
        "--out",
        str(folder),
        *more,
    ]


def test_an_interrupted_and_repeated_run_ends_like_an_uninterrupted_one(tmp_path: Path) -> None:
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    run = subprocess.Popen(arena(broken), stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    deadline = time.monotonic() + TIMEOUT_S
    while not (broken / GAMES).exists() and run.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(run.pid, signal.SIGINT)
    _, complaint = run.communicate(timeout=TIMEOUT_S)
    assert run.returncode in (130, 0), complaint.decode()
    if run.returncode == 130:
        assert b"repeat the command" in complaint
    for folder in (broken, whole):
        subprocess.run(arena(folder, "--json"), check=True, capture_output=True, timeout=TIMEOUT_S)
    assert (broken / GAMES).read_bytes() == (whole / GAMES).read_bytes()
    assert (broken / REPORT).read_bytes() == (whole / REPORT).read_bytes()
    assert Counter((broken / REPORT).read_text().split()).total() > 50


def test_an_interrupt_stops_all_processes_and_the_folder_keeps_the_seed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rectoverso", "arena", "nummerus", "--players", "2", "--games", "4000"]
    command += ["--bots", "greedy,search:400", "--processes", "2", "--out", str(tmp_path / "out")]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    games = tmp_path / "out" / GAMES
    while not games.exists() or not games.stat().st_size:
        assert run.poll() is None
        time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    assert run.stderr is not None
    said = ""
    while "repeat the command to continue" not in said:
        line = run.stderr.readline()
        assert line, f"it ended and said only: {said}"
        said += line
    with suppress(ProcessLookupError):  # a second Ctrl-C, if there is still somebody to hear it
        os.killpg(run.pid, signal.SIGINT)
    said += run.communicate(timeout=TIMEOUT_S)[1]
    assert run.returncode == 130
    assert "Traceback" not in said
    again = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    before = games.stat().st_size
    while games.stat().st_size <= before:
        assert again.poll() is None
        time.sleep(0.05)
    os.killpg(again.pid, signal.SIGINT)
    again.communicate(timeout=TIMEOUT_S)


def test_an_interval_stays_open_where_every_game_was_won() -> None:
    plan = Tournament("nummerus", 2, {}, "tea", ("greedy", "random"), 20)
    played = [Played(0, deal, rotation, (0, 1), (9, 1), (1, 2), 48) for deal in range(10) for rotation in range(2)]
    table, [pair] = rated(plan, played), pairs(plan, played)
    assert pair.ahead == 1.0
    assert 0.6 < pair.low < 0.8
    assert pair.high == pytest.approx(1.0)
    assert table.bots[0].elo_high > table.bots[0].elo + 50


@pytest.mark.parametrize("line", ["{}", "[]", "5", '{"arena":[0,0,0],"names":["no","one"]}'])
def test_a_line_that_is_no_game_of_the_tournament_is_refused(tmp_path: Path, line: str) -> None:
    folder = Folder(str(tmp_path), PLAN)
    (tmp_path / GAMES).write_text(f"{line}\n")
    with pytest.raises(BadInput, match="line 1, is not a game of this tournament"):
        folder.games()


@pytest.mark.parametrize("arena", [[1, 0, 0], [0, 2, 0], [0, 0, 3], [-1, 0, 0], ["0", 0, 0]])
def test_a_game_outside_the_plan_is_refused(tmp_path: Path, arena: list[object]) -> None:
    folder = Folder(str(tmp_path), PLAN)
    folder.add([{**play(PLAN, Task(0, 0))[0][1], "arena": arena}])
    with pytest.raises(BadInput, match="line 1, is not a game of this tournament"):
        folder.games()


def test_a_line_that_was_cut_off_does_not_damage_the_next_one(tmp_path: Path) -> None:
    folder, games = Folder(str(tmp_path), PLAN), tmp_path / GAMES
    folder.add(record for _, record in play(PLAN, Task(0, 0)))
    games.write_bytes(games.read_bytes()[:-9])
    folder.add(record for _, record in play(PLAN, Task(0, 1)))
    assert list(folder.games()) == [Task(0, 1)]


def test_a_damaged_plan_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text("{]")
    with pytest.raises(BadInput, match="cannot be read as the plan"):
        kept_seed(str(tmp_path))


# ---- bad input, plots


@pytest.mark.parametrize("names", [["greedy"], ["greedy", "greedy"], ["greedy", "nobody"], []])
def test_lists_of_bots_that_make_no_tournament_are_refused(names: list[str]) -> None:
    with pytest.raises(BadInput):
        check_bots(names)


def test_an_interval_stays_open_where_every_game_was_a_draw() -> None:
    plan = Tournament("titus", 2, {}, "tea", ("a", "b"), 2)
    level = [Played(0, deal, rotation, (0, 1), (5, 5), (1, 1), 9) for deal in range(2) for rotation in range(2)]
    [one, other] = rated(plan, level).bots
    assert one.elo == other.elo == 0
    assert one.elo_low < -20 < 20 < one.elo_high


def test_shares_that_differ_by_rounding_do_not_close_the_interval() -> None:
    plan = Tournament("janus", 3, {}, "tea", ("a", "b"), 30)
    seats = [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    ranks = [(1, 2, 3), (2, 1, 3), (1, 2, 3)]  # both behind, both behind, none behind: 2/3 of the duels
    all_alike = [
        Played(0, deal, r, seats[r], (0, 0, 0), ranks[r], 9) for deal in range(10) for r in range(3)
    ]  # fmt: skip
    [pair] = pairs(plan, all_alike)
    assert pair.ahead == pytest.approx(2 / 3, abs=1e-3)
    assert pair.low < 0.5 < 0.8 < pair.high


def test_a_deal_cut_off_twice_is_not_complete(tmp_path: Path) -> None:
    plan = Tournament("nummerus", 2, {}, "tea", ("greedy", "random"), 2)
    folder = Folder(str(tmp_path / "run"), plan)
    records = [record for _, record in play(plan, Task(0, 0))]
    folder.add(records[:1])
    folder.add(records[:1])
    assert folder.games() == {}
    folder.add(records)
    assert [record for _, record in folder.games()[Task(0, 0)]] == records


def test_plots_are_well_formed_and_show_all_values() -> None:
    from xml.etree import ElementTree

    drawn = [
        bars("Elo <of> bots", [Bar("a & b", -120.5, -150, -90), Bar("c", 120.5, 90, 150)], "Elo"),
        lines("How long", [Curve("one", [(0, 1), (5, 3)]), Curve("two", [(1, 2), (4, 0.5)])], "moves", "games"),
    ]
    for svg in drawn:
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    written = ["".join(ElementTree.fromstring(svg).itertext()) for svg in drawn]
    assert all(value in written[0] for value in ("Elo <of> bots", "a & b", "-120", "c", "120"))
    assert all(value in written[1] for value in ("How long", "one", "two", "moves", "games"))
    assert ElementTree.fromstring(drawn[1]).findall(".//{*}polyline")[0].attrib["points"].count(",") == 2
    for low, high in ((0, 1), (-3, 17), (5, 5), (0.001, 0.002), (-1000, 4)):
        ticks = nice_ticks(low, high)
        assert ticks[0] <= low
        assert ticks[-1] >= high
        assert 2 <= len(ticks) <= 12


A_PARENT_THAT_WAITS = """
import os, signal
from rectoverso.arena.runners import workers
with workers(1) as pool:
    print(pool.submit(os.getpid).result(), flush=True)
    signal.pause()
"""


def test_workers_end_when_their_parent_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", A_PARENT_THAT_WAITS], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().strip().isdigit()
        parent.kill()
        assert parent.communicate(timeout=TIMEOUT_S)[0] == b""  # the pipe ends with the last process that holds it
