"""`rectoverso replay`, `legal`, `view` and `odds` on good records, and on bad ones among good ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rectoverso.games.game_record import from_record
from tests.cli.conftest import Run
from tests.cli.test_bad_input import a_record

SAMPLES = sorted((Path(__file__).parents[1] / "samples").glob("*.jsonl"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_samples_replay(path: Path, run: Run) -> None:
    ran = run("replay", str(path), "--json")
    assert ran.code == 0
    told: Any = ran.json
    wanted = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert told["records"] == len(wanted)
    assert told["bad"] == 0
    for number, (result, record) in enumerate(zip(told["results"], wanted, strict=True), 1):
        assert list(result) == ["line", "ok", "moves", "scores", "ranks", "error"]
        assert result == {"line": number, "ok": True, "moves": len(record["moves"]), **record["result"], "error": None}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_legal_agrees_with_the_samples(path: Path, run: Run) -> None:
    record = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    for at in (0, 1, 20, len(record["moves"]) - 1):
        ran = run("legal", str(path), "--at", str(at))
        assert sorted(ran.json) == sorted(record["legal"][at])  # type: ignore[call-overload]  # a list of texts
    assert run("legal", str(path)).json == []


def test_replay_goes_on_after_a_bad_record(run: Run) -> None:
    good, bad = json.dumps(a_record()), json.dumps(a_record(players=3))
    ran = run("replay", "-", stdin=f"{good}\n{bad}\n\n{{\n{good}\n".encode())
    assert ran.code == 2
    lines = ran.out.decode().splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == ["line 1", "line 2", "line 4", "line 5"]
    assert [": ok: " in line for line in lines[:-1]] == [True, False, False, True]
    assert lines[-1] == "4 records, 2 bad"


def test_a_bad_record_counts_the_moves_before_its_error(run: Run) -> None:
    record = a_record(legal=None, to_move=None)
    record["moves"][10] = "take 0"
    told: Any = run("replay", "-", "--json", stdin=json.dumps(record).encode()).json
    assert told["results"][0]["moves"] == 10
    assert told["results"][0]["scores"] is None


def test_an_unfinished_record_is_good(run: Run) -> None:
    record = a_record(legal=None, to_move=None, result=None)
    record["moves"] = record["moves"][:9]
    ran = run("replay", "-", stdin=json.dumps(record).encode())
    assert ran.code == 0
    assert ran.out.decode().startswith("line 1: ok: nummerus, 4 players, 9 moves, seat 2 to move\n")


def test_a_single_record_may_span_several_lines_and_start_with_a_byte_order_mark(run: Run) -> None:
    text = json.dumps(a_record(), indent=2)
    assert run("replay", "-", stdin=b"\xef\xbb\xbf" + text.encode()).code == 0
    assert run("legal", "-", "--at", "0", stdin=b"\n\n" + text.encode()).code == 0


def test_unknown_keys_are_ignored_and_explicit_defaults_accepted(run: Run) -> None:
    options = {"board": "classic", "tausch": False, "scoring": "longest"}
    record = a_record(names=["A", "B", "C", "D"], site="here", other=[{"deep": [1]}], options=options)
    assert run("replay", "-", stdin=json.dumps(record).encode()).code == 0


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("memory", ["table", "notes"])
def test_view_prints_what_the_seat_sees(path: Path, memory: str, run: Run) -> None:
    record = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])
    keys = ["game", "players", "options", "seat", "to_move", "at", "table", "legal", "log", "result"]
    for seat in (*range(1, record["players"] + 1), "watcher"):
        ran = run("view", "-", "--at", "12", "--seat", str(seat), "--memory", memory, stdin=json.dumps(record).encode())
        view: Any = ran.json
        assert list(view) == keys + (["known", "odds"] if memory == "notes" else [])
        assert (view["seat"], view["at"], view["to_move"]) == (seat, 12, record["to_move"][12])
        assert sorted(view["legal"]) == (sorted(record["legal"][12]) if seat == record["to_move"][12] else [])
        assert len(view["log"]) == 12
        assert view["result"] is None


def test_after_the_end_nobody_is_to_move(run: Run) -> None:
    view: Any = run("view", "-", "--seat", "1", stdin=json.dumps(a_record()).encode()).json
    assert view["to_move"] is None
    assert view["result"] == a_record()["result"]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_odds_agree_with_the_python_interface(path: Path, run: Run) -> None:
    line = path.read_text(encoding="utf-8").splitlines()[0]
    odds = run("odds", "-", "--at", "15", "--seat", "2", stdin=line.encode()).json
    assert odds == json.loads(json.dumps(from_record(line).at(15).odds(2)))
