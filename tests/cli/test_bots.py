"""`rectoverso arena`, `advise`, `solve` and `bench search`: what they print, and what they refuse."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rectoverso.games.game_record import from_record
from tests.cli.conftest import Run


@pytest.fixture
def titus(run: Run, tmp_path: Path) -> str:
    file = tmp_path / "titus.jsonl"
    assert run("selfplay", "titus", "--players", "2", "--seed", "tea", "--bots", "greedy", "--out", file).code == 0
    return str(file)


def test_the_arena_prints_one_document(run: Run) -> None:
    ran = run("arena", "nummerus", "--players", "2", "--games", "3", "--seed", "tea", "--bots", "greedy,random",
              "--processes", "1", "--json")  # fmt: skip
    assert ran.code == 0, ran.err
    table = json.loads(ran.out)
    assert set(table) == {"game", "players", "games", "bots"}
    assert (table["game"], table["players"], table["games"]) == ("nummerus", 2, 4)
    for bot in table["bots"]:
        assert set(bot) == {"bot", "games", "wins", "mean_score", "elo", "elo_low", "elo_high"}
    assert sum(bot["wins"] for bot in table["bots"]) == 4


def test_advice_is_one_document_and_the_same_for_the_same_seed(run: Run, titus: str) -> None:
    told = [run("advise", titus, "--at", "20", "--bot", "search:100", "--seed", "tea", "--json") for _ in range(2)]
    assert told[0].out == told[1].out
    advice = json.loads(told[0].out)
    assert list(advice) == ["move", "win", "score", "exact", "reason", "moves", "seat"]
    assert set(advice["moves"][0]) == {"move", "win", "score", "visits", "exact", "sure"}
    assert sorted(one["move"] for one in advice["moves"]) == sorted(json.loads(run("legal", titus, "--at", "20").out))


@pytest.mark.parametrize("lang", ["en", "fr", "nl", "de"])
def test_advice_speaks_four_languages(run: Run, titus: str, lang: str) -> None:
    ran = run("advise", titus, "--at", "20", "--bot", "search:50", "--lang", lang)
    assert ran.code == 0
    assert len(ran.out.splitlines()) > 1


def test_advice_names_the_seat_and_the_basis_of_its_figures(run: Run, titus: str) -> None:
    first, reason, *others = run("advise", titus, "--at", "20", "--bot", "search:300").out.decode().splitlines()
    assert re.fullmatch(r"Seat [12]: [a-z0-9 #]+, wins \d+ %, expected score [\d.]+, \d+ tries", first)
    assert reason[0].isupper() or reason[0].isdigit()
    assert any("too few to tell" in other for other in others)


def test_n10_solitaire_advice_counts_series_and_no_wins(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "alone.jsonl"
    run("selfplay", "nummerus", "--players", "1", "--seed", "tea", "--bots", "greedy", "--out", file)
    ran = run("advise", str(file), "--at", "10", "--bot", "search:50")
    assert b"series left (fewer is better), proved" in ran.out
    assert b"wins" not in ran.out


@pytest.mark.parametrize(("name", "players"), [("titus", "3"), ("janus", "4"), ("nummerus", "2")])
def test_a_second_advice_compiles_nothing(run: Run, name: str, players: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    run("selfplay", name, "--players", players, "--seed", "tea", "--bots", "greedy", "--out", file)
    asked = [sys.executable, "-m", "rectoverso", "advise", str(file), "--at", "20", "--bot", "search:50"]
    runs = [subprocess.run(asked, capture_output=True, text=True, timeout=600, check=True) for _ in range(2)]
    assert runs[1].stderr == ""


@pytest.mark.parametrize("board", ["classic", "square"])
def test_n10_solving_a_seed_writes_a_record_without_a_series(run: Run, board: str, tmp_path: Path) -> None:
    solved = tmp_path / "solved.json"
    ran = run("solve", "--seed", "tea", "--option", f"board={board}", "--out", solved)
    assert ran.code == 0, ran.err
    assert "fewer are impossible" in ran.err
    game = from_record(solved.read_text())
    assert game.result is not None
    assert game.result.scores == [0]


def test_solving_continues_from_where_a_record_stops(run: Run, tmp_path: Path) -> None:
    solved = run("solve", "--seed", "tea")
    record = json.loads(solved.out)
    begun = {key: value for key, value in record.items() if key != "result"} | {"moves": record["moves"][:10]}
    ran = run("solve", "-", stdin=json.dumps(begun).encode())
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["moves"][:10] == begun["moves"]


def test_the_bench_measures_odds_and_worlds(run: Run) -> None:
    ran = run("bench", "worlds", "janus", "--games", "1", "--json")
    assert ran.code == 0, ran.err
    seat, watcher = json.loads(ran.out)
    assert (seat["viewer"], watcher["viewer"]) == ("seat", "watcher")
    assert 0 < seat["world_us"] <= seat["world_us_most"]
    assert 0 < watcher["odds_ms"] <= watcher["odds_ms_most"]


def test_the_bench_measures_simulations_per_second(run: Run) -> None:
    ran = run("bench", "search", "nummerus", "--seconds", "0.01", "--json")
    assert ran.code == 0, ran.err
    [speed] = json.loads(ran.out)
    assert set(speed) == {"game", "players", "simulations_per_s"}
    assert speed["simulations_per_s"] > 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["arena", "titus", "--bots", "greedy"],
        ["arena", "titus", "--bots", "greedy,nobody"],
        ["arena", "titus", "--bots", "greedy,random", "--games", "0"],
        ["arena", "nummerus", "--players", "1", "--bots", "greedy,random"],
        ["arena", "titus", "--players", "9", "--bots", "greedy,random"],
        ["solve"],
        ["solve", "--seed", "a", "--option", "board=round"],
        ["solve", "no-such-file.json"],
        ["bench", "search", "--seconds", "0"],
        ["bench", "search", "--threads", "0"],
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(run: Run, arguments: list[str]) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert ran.err.strip()


@pytest.mark.parametrize("more", [["--bot", "nobody"], ["--lang", "xx"], ["--at", "999"], ["--threads", "0"], []])
def test_advice_that_cannot_be_given_is_refused(run: Run, titus: str, more: list[str]) -> None:
    assert run("advise", titus, *more).code == 2  # without --at, the game is over


def test_only_a_solitaire_can_be_solved(run: Run, titus: str) -> None:
    ran = run("solve", titus)
    assert ran.code == 2
    assert "solitaire" in ran.err
