"""Every command answers bad input with one sentence and exit code 2."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rectoverso
from rectoverso.bots.selfplay import self_played
from rectoverso.games import game_named
from tests.cli.conftest import Run, assert_one_sentence


@cache
def played(game: str) -> bytes:
    described = game_named(game)
    players = described.players[-1]
    record = self_played(described, players, {}, "bad input", 0, ["random"] * players).record(legal=True)
    return msgspec.json.encode(record)


def a_record(of: str = "nummerus", /, **changes: Any) -> dict[str, Any]:
    """A good record, with some values replaced."""
    return {**msgspec.json.decode(played(of)), **changes}


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.jsonl"
    path.write_text(json.dumps(a_record()) + "\n")
    return path


# command line, what the message must contain; GOOD is a file with a good record, MISSING does not exist
COMMAND_LINES = [
    ("no-such-command", "no-such-command"),
    ("--no-such-option", "--no-such-option"),
    # selfplay
    ("selfplay", "GAME"),
    ("selfplay chess", "chess"),
    ("selfplay TITUS", "TITUS"),
    ("selfplay titus extra", "extra"),
    ("selfplay titus --players 1", "2 to 4"),
    ("selfplay titus --players 5", "2 to 4"),
    ("selfplay titus --players two", "two"),
    ("selfplay titus --players 99999999999999999999", "99999999999999999999"),
    ("selfplay janus --players 2", "3 to 6"),
    ("selfplay nummerus --players 0", "1 to 4"),
    ("selfplay nummerus --players -1", "1 to 4"),
    ("selfplay titus --games 0", "--games"),
    ("selfplay titus --games -5", "--games"),
    ("selfplay titus --games many", "many"),
    ("selfplay titus --games 10000001", "--games"),
    ("selfplay titus --bots chess", "chess"),
    ("selfplay titus --bots ,", "bot"),
    ("selfplay titus --bots greedy,", "bot"),
    ("selfplay titus --players 3 --bots greedy,random", "2 bots for 3 seats"),
    ("selfplay titus --players 2 --bots greedy,random,greedy", "3 bots for 2 seats"),
    ("selfplay titus --option fewest", "NAME=VALUE"),
    ("selfplay titus --option fewest=coins", "cards or points"),
    ("selfplay titus --option colour=red", "colour"),
    ("selfplay titus --option =", "''"),
    ("selfplay titus --option fewest=cards --option fewest=points", "twice"),
    ("selfplay janus --option stall=many", "stall"),
    ("selfplay janus --option stall=-1", "stall"),
    ("selfplay janus --option stall=99999999999999999999", "stall"),
    ("selfplay janus --option discard=over", "under or top"),
    ("selfplay nummerus --players 1 --option tausch=true", "tausch"),
    ("selfplay nummerus --players 1 --option scoring=points", "scoring"),
    ("selfplay nummerus --players 2 --option tausch=1", "true"),
    ("selfplay nummerus --players 2 --option board=round", "classic or square"),
    ("selfplay titus --seed", "--seed"),
    ("selfplay titus --out MISSING/games.jsonl", "no such folder"),
    ("selfplay titus --out FOLDER", "it is a folder"),
    ("selfplay titus --out ''", "write"),
    # replay, legal, view, odds
    ("replay", "FILE"),
    ("replay MISSING", "no such file"),
    ("replay FOLDER", "it is a folder"),
    ("replay GOOD GOOD", "good.jsonl"),
    ("replay EMPTY", "no game record"),
    ("legal", "FILE"),
    ("legal MISSING --at 0", "no such file"),
    ("legal EMPTY --at 0", "no game record"),
    ("legal GOOD --at -1", "from 0 to"),
    ("legal GOOD --at 100", "from 0 to"),
    ("legal GOOD --at 99999999999999999999", "from 0 to"),
    ("legal GOOD --at one", "one"),
    ("view GOOD --at 1", "--seat"),
    ("view GOOD --at 1 --seat 0", "a seat is"),
    ("view GOOD --at 1 --seat 5", "a seat is"),
    ("view GOOD --at 1 --seat -1", "a seat is"),
    ("view GOOD --at 1 --seat 99999", "a seat is"),
    ("view GOOD --at 1 --seat everybody", "a seat is"),
    ("view GOOD --at 1 --seat ''", "a seat is"),
    ("view GOOD --at 1 --seat 1 --memory total", "table or notes"),
    ("view GOOD --at 999 --seat 1", "from 0 to"),
    ("view MISSING --at 1 --seat 1", "no such file"),
    ("odds GOOD --at 1 --seat 9", "a seat is"),
    ("odds GOOD --at 999", "from 0 to"),
    ("odds MISSING", "no such file"),
    ("odds JANUS --at 3", "--seat"),
    # bench, check-game, play
    ("bench laps", "laps"),
    ("bench playouts chess", "chess"),
    ("bench playouts titus --players 7", "2 to 4"),
    ("bench playouts titus --seconds 0", "--seconds"),
    ("bench playouts titus --seconds nan", "--seconds"),
    ("bench playouts titus --seconds inf", "--seconds"),
    ("bench playouts titus --seconds soon", "soon"),
    ("check-game", "GAME"),
    ("check-game chess", "chess"),
    ("play chess --terminal", "chess"),
    ("play titus --terminal --players 9", "2 to 4"),
    ("play titus --terminal --seat 3 --players 2", "a seat is"),
    ("play titus --terminal --bots chess", "chess"),
    ("play titus --terminal --lang tlh", "languages"),
    ("play titus --terminal --option colour=red", "colour"),
    ("warm titus", "titus"),
    # advise, analyse, solve, arena, bots
    ("advise", "FILE"),
    ("advise MISSING", "no such file"),
    ("advise EMPTY", "no game record"),
    ("advise GOOD", "the game is over"),
    ("advise GOOD --at 999", "from 0 to"),
    ("advise GOOD --at 3 --bot chess", "chess"),
    ("advise GOOD --at 3 --bot search:0", "search:0"),
    ("advise GOOD --at 3 --bot search:", "search:"),
    ("advise GOOD --at 3 --bot search:99999999999", "search:99999999999"),
    ("advise GOOD --at 3 --bot search:0ms", "search:0ms"),
    ("advise GOOD --at 3 --lang tlh", "tlh"),
    ("advise GOOD --at 3 --threads 0", "--threads"),
    ("analyse", "FILE"),
    ("analyse MISSING", "no such file"),
    ("analyse EMPTY", "no game record"),
    ("analyse GOOD --game 9", "--game 9"),
    ("analyse GOOD --game one", "one"),
    ("analyse GOOD --simulations 0", "--simulations"),
    ("analyse GOOD --lang tlh", "tlh"),
    ("analyse GOOD --out ''", "--out"),
    ("solve", "FILE"),
    ("solve MISSING", "no such file"),
    ("solve GOOD", "solitaire"),
    ("solve GOOD --seed tea", "one of the two"),
    ("solve --seed tea --option board=round", "classic or square"),
    ("solve --seed tea --option tausch=true", "tausch"),
    ("arena titus", "--bots"),
    ("arena titus --bots greedy", "bots"),
    ("arena chess --bots greedy,random", "chess"),
    ("arena titus --bots greedy,chess", "chess"),
    ("arena titus --bots greedy,nowhere.at.all:make", "nowhere"),
    ("arena titus --bots greedy,math:tea", "tea"),
    ("arena titus --bots greedy,math:pi", "math:pi"),
    ("arena titus --bots greedy,random --games 0", "--games"),
    ("arena titus --bots greedy,random --players 7", "2 to 4"),
    ("arena titus --bots greedy,random --processes 0", "--processes"),
    ("arena titus --bots greedy,random --option x=y", "'x'"),
    ("selfplay titus --bots search:1e9", "search:1e9"),
    ("dataset titus", "--out"),
    ("dataset --out MISSING", "GAME"),
    ("dataset titus --out ''", "--out"),
    ("dataset titus --out GOOD --seed tea", "file exists"),
    ("dataset chess --out MISSING", "chess"),
    ("dataset titus --out MISSING --players 5", "2 to 4"),
    ("dataset titus --out MISSING --games 0", "--games"),
    ("dataset titus --out MISSING --games 10000001", "--games"),
    ("dataset titus --out MISSING --shard-games 0", "--shard-games"),
    ("dataset titus --out MISSING --games 1000000 --shard-games 10 --seed tea", "--shard-games"),
    ("dataset titus --out MISSING --processes 0", "--processes"),
    ("dataset titus --out MISSING --bots chess", "chess"),
    ("dataset titus --out MISSING --bots ''", "bot"),
    ("dataset titus --out MISSING --bots search:50ms --seed tea", "search:400"),
    ("dataset titus --out MISSING --option colour=red", "colour"),
    ("dataset --check", "--out"),
    ("dataset --check --out MISSING", "no data set"),
    ("dataset titus --check --out MISSING", "only --out"),
    ("bench search chess", "chess"),
    ("bench batch chess", "chess"),
    ("bench batch titus --batch 0", "--batch"),
    ("bench batch titus --threads 0", "--threads"),
    ("bench worlds chess", "chess"),
    ("bench think chess", "chess"),
    ("bench think titus --games 0", "--games"),
    ("bench worlds titus --games 0", "--games"),
    ("bench search titus --seconds 0", "--seconds"),
    # serve, verify, db
    ("serve --port 99999", "--port"),
    ("serve --port http", "'http' is not a whole number"),
    ("serve --workers 0", "--workers"),
    ("serve --workers 2", "an SQLite database belongs to one process"),
    ("serve --db mysql://here", "mysql"),
    ("verify", "FILE"),
    ("verify MISSING", "no such file"),
    ("verify EMPTY", "no record"),
    ("db", "missing command"),
    ("db fly", "fly"),
    ("db backup", "FILE"),
    ("db import MISSING", "no such file"),
    ("db restore MISSING", "no backup"),
]


@pytest.mark.parametrize(("line", "named"), COMMAND_LINES, ids=[line for line, _ in COMMAND_LINES])
def test_a_wrong_command_line_gets_one_sentence(line: str, named: str, good: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "empty.jsonl").write_text("\n\n")
    (tmp_path / "folder").mkdir()
    if "JANUS" in line:
        (tmp_path / "janus.jsonl").write_text(json.dumps(a_record("janus")))
    places = {
        "GOOD": str(good),
        "EMPTY": str(tmp_path / "empty.jsonl"),
        "FOLDER": str(tmp_path / "folder"),
        "JANUS": str(tmp_path / "janus.jsonl"),
        "MISSING": str(tmp_path / "missing"),
        "''": "",
    }
    arguments = []
    for word in line.split():
        for short, path in places.items():
            word = word.replace(short, path)
        arguments.append(word)
    ran = run(*arguments)
    assert_one_sentence(ran)
    assert named in ran.err


# a bad record (or the bad values of one), what the message must contain
RECORDS: list[tuple[Any, str]] = [
    (b"", "no game record"),
    (b"   \n \n", "no game record"),
    (b"not json", "not JSON"),
    (b"{", "not JSON"),
    (b'{"format": "rectoverso/1"', "not JSON"),
    (b"\x00\x01\x02\xff\xfe", "not JSON"),
    (b"\xff\xfe{\x00}\x00", "not JSON"),
    (b"[]", "not a game record"),
    (b"null", "not a game record"),
    (b"3", "not a game record"),
    (b'"titus"', "not a game record"),
    (b"{}", "format"),
    (b"[" * 200_000, "not a game record"),
    (b'{"format":' * 100_000, "not a game record"),
    (b'{"other": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested"),
    ({"format": "rectoverso/2"}, "rectoverso/1"),
    ({"format": 1}, "format"),
    ({"game": "chess"}, "chess"),
    ({"game": "x" * 100_000}, "there is no game"),
    ({"game": None}, "game"),
    ({"players": 5}, "1 to 4"),
    ({"players": 0}, "1 to 4"),
    ({"players": -1}, "1 to 4"),
    ({"players": 10**30}, "players"),
    ({"players": True}, "players"),
    ({"players": 2.5}, "players"),
    ({"players": "2"}, "players"),
    ({"options": []}, "options"),
    ({"options": {"colour": "red"}}, "colour"),
    ({"options": {"board": "round"}}, "classic or square"),
    ({"options": {"board": {"a": [1]}}}, "classic or square"),
    ({"options": {"tausch": 1}}, "tausch"),
    ({"options": {"tausch": "true"}}, "tausch"),
    ({"options": {"x" * 10_000: 1}}, "no option"),
    ({"deal": []}, "49 cards"),
    ({"deal": {}}, "deal"),
    ({"deal": list(range(48))}, "49 cards"),
    ({"deal": [0] * 49}, "card 2"),
    ({"deal": [*range(48), 49]}, "card 49"),
    ({"deal": [*range(48), "48"]}, "card 49"),
    ({"deal": [*range(48), 48.0]}, "card 49"),
    ({"deal": [*range(48), None]}, "card 49"),
    ({"deal": [*range(48), 10**40]}, "card 49"),
    ({"deal": [False, *range(1, 49)]}, "card 1"),
    ({"moves": "take 1"}, "moves"),
    ({"moves": [1]}, "moves"),
    ({"moves": ["take 0"], "legal": None, "to_move": None, "result": None}, "move 1"),
    ({"to_move": []}, "to_move"),
    ({"to_move": [True] * 48}, "to_move"),
    ({"to_move": [1.0] * 48}, "to_move"),
    ({"to_move": ["1"] * 48}, "to_move"),
    ({"to_move": [9] * 48}, "to_move"),
    ({"legal": []}, "legal"),
    ({"legal": [[]] * 48}, "leaves out"),
    ({"legal": [["fly"]] * 48}, "'fly'"),
    ({"legal": ["take 1"] * 48}, "legal"),
    ({"legal": [[1]] * 48}, "legal"),
    ({"result": {}}, "result"),
    ({"result": []}, "result"),
    ({"result": 7}, "result"),
    ({"result": {"scores": [1], "ranks": [1]}}, "scores"),
    ({"result": {"scores": [0, 0, 0, 0], "ranks": [1, 1, 1, 1]}}, "scores"),
]


def as_bytes(record: Any) -> bytes:
    if isinstance(record, bytes):
        return record
    if not record:
        return b"{}"
    return json.dumps(a_record(**record)).encode()


def short(record: Any) -> str:
    return str(record)[:40]


@pytest.mark.parametrize(("record", "named"), RECORDS, ids=[short(record) for record, _ in RECORDS])
@pytest.mark.parametrize("command", ["legal", "view", "odds"])
def test_a_wrong_record_gets_one_sentence(command: str, record: Any, named: str, run: Run) -> None:
    extra = ["--seat", "1"] if command == "view" else []
    ran = run(command, "-", "--at", "0", *extra, stdin=as_bytes(record))
    assert_one_sentence(ran)
    assert named in ran.err


@pytest.mark.parametrize(("record", "named"), RECORDS, ids=[short(record) for record, _ in RECORDS])
def test_replay_names_what_is_wrong_with_a_record(record: Any, named: str, run: Run) -> None:
    ran = run("replay", "-", "--json", stdin=as_bytes(record))
    assert ran.code == 2
    told = ran.json
    assert isinstance(told, dict)
    assert told["bad"] == told["records"] == len(told["results"])
    if told["records"]:
        assert told["results"][0]["ok"] is False
        assert named in told["results"][0]["error"]
        assert len(told["results"][0]["error"]) < 400
    else:
        assert named in ran.err


def test_an_illegal_move_is_named_with_the_legal_ones(run: Run) -> None:
    record = a_record()
    record["moves"][7] = "take 0"
    ran = run("legal", "-", "--at", "0", stdin=json.dumps(record).encode())
    assert_one_sentence(ran)
    assert "line 1: move 8: 'take 0' is not legal; legal: " in ran.err
    assert record["legal"][7][0] in ran.err


def test_a_move_after_the_end_is_named(run: Run) -> None:
    record = a_record(legal=None, to_move=None)
    record["moves"].append("take 1")
    ran = run("legal", "-", stdin=json.dumps(record).encode())
    assert "move 49: 'take 1' comes after the end of the game" in ran.err


def test_a_result_of_an_unfinished_game_is_refused(run: Run) -> None:
    record = a_record(legal=None, to_move=None)
    record["moves"].pop()
    ran = run("legal", "-", stdin=json.dumps(record).encode())
    assert "not over after 47 moves" in ran.err


def test_the_python_interface_refuses_the_same_records() -> None:
    for record, _ in RECORDS[3:]:
        with pytest.raises(rectoverso.BadInput):
            rectoverso.from_record(as_bytes(record))
    with pytest.raises(rectoverso.BadInput):
        rectoverso.from_record({"format": "rectoverso/1"})
    with pytest.raises(rectoverso.BadInput):
        rectoverso.from_record("\ud800")
