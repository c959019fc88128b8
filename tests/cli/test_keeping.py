"""`rectoverso db` and `rectoverso verify` on what a real server has stored."""

from __future__ import annotations

import copy
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rectoverso.games.round import new
from tests.cli.conftest import Run, assert_one_sentence
from tests.server.site import Guest, Site, Window, deal, mover


@dataclass
class Evening:
    """A server that runs, with a finished game and one that goes on."""

    site: Site
    db: str
    guest: Guest
    finished: str
    running: str
    windows: list[Window]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("evening")
    site = Site(folder)
    anna, ben = site.guest("Anna"), site.guest("Ben")
    alone = anna.window(anna.open("nummerus", "me"))
    deal(alone, nonces=True)
    while alone.legal:
        alone.play(alone.legal[0])
    alone.until(lambda message: message.get("what") == "over")
    opened = anna.opened("nummerus", "me", "person")
    ben.post("/api/join", {"link": opened["links"][0]["link"]})
    windows = [anna.window(opened["table"]), ben.window(opened["table"])]
    deal(*windows)
    first = mover(*windows)
    first.play(first.legal[0])
    [finished] = [line["table"] for line in anna.get("/api/tables")["tables"] if line["table"] != opened["table"]]
    yield Evening(site, str(folder / "games.db"), anna, finished, opened["table"], windows)
    site.stop()


@pytest.fixture(scope="module")
def record(evening: Evening) -> dict[str, Any]:
    """The finished game, as its players download it."""
    answer: dict[str, Any] = evening.guest.get(f"/api/tables/{evening.finished}/rounds/1/record")
    return answer


def numbers(db: Path, table: str) -> list[int]:
    with closing(sqlite3.connect(db)) as opened:
        return [n for (n,) in opened.execute("select n from events where table_id = ? order by n", (table,))]


# ---- backup and restore


def test_a_backup_is_made_while_the_server_runs_and_games_go_on_from_it(
    run: Run, evening: Evening, tmp_path: Path
) -> None:
    kept, again = tmp_path / "kept.db", tmp_path / "again.db"
    ran = run("db", "backup", kept, "--db", evening.db)
    assert (ran.code, ran.err) == (0, "")
    assert kept.stat().st_mode & 0o077 == 0
    had = numbers(kept, evening.running)
    assert had == list(range(1, max(window.n for window in evening.windows) + 1))
    first = mover(*evening.windows)
    assert first.play(first.legal[0])["n"] == had[-1] + 1
    assert numbers(kept, evening.running) == had

    ran = run("db", "restore", kept, "--db", str(again))
    assert (ran.code, ran.err) == (0, "")
    assert again.stat().st_mode & 0o077 == 0
    other = Site(tmp_path, db=str(again))
    try:
        back = Guest(other)
        back.http.cookies.clear()
        back.http.cookies.update(dict(first.guest.http.cookies.items()))
        window = back.window(evening.running)
        assert window.n == had[-1]
        assert window.play(window.legal[0], id="after-the-restore")["n"] == had[-1] + 1
    finally:
        other.stop()


def test_a_backup_writes_over_nothing_and_needs_something_to_copy(run: Run, evening: Evening, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("mine")
    assert_one_sentence(run("db", "backup", there, "--db", evening.db))
    assert there.read_text() == "mine"
    assert_one_sentence(run("db", "backup", tmp_path / "new.db", "--db", str(tmp_path / "missing.db")))
    assert_one_sentence(run("db", "backup", tmp_path / "new.db", "--db", "postgresql://nobody@localhost/nothing"))
    assert not (tmp_path / "new.db").exists()
    assert not (tmp_path / "missing.db").exists()


def test_only_a_backup_is_restored_and_only_where_nothing_is(run: Run, evening: Evening, tmp_path: Path) -> None:
    kept, text, other = tmp_path / "kept.db", tmp_path / "text.db", tmp_path / "other.db"
    run("db", "backup", kept, "--db", evening.db)
    text.write_text("no database at all, but long enough to be read as one")
    with closing(sqlite3.connect(other)) as opened:
        opened.execute("create table events (n)")
    assert_one_sentence(run("db", "restore", kept, "--db", evening.db))
    for wrong in (text, other, tmp_path / "missing.db"):
        assert_one_sentence(run("db", "restore", wrong, "--db", str(tmp_path / "new.db")))
    assert not (tmp_path / "new.db").exists()


# ---- export and import


def test_finished_games_go_out_and_come_in_once(
    run: Run, evening: Evening, record: dict[str, Any], tmp_path: Path
) -> None:
    out, fresh = tmp_path / "out.jsonl", str(tmp_path / "fresh.db")
    ran = run("db", "export", out, "--db", evening.db)
    assert (ran.code, ran.out) == (0, f"{out}: 1 record\n".encode())
    assert [json.loads(line) for line in out.read_text().splitlines()] == [record]
    assert json.loads(run("db", "export", "-", "--db", evening.db).out) == record
    assert run("db", "import", out, "--db", fresh).out == b"1 new record\n"
    assert run("db", "import", out, "--db", fresh).out == b"0 new records\n"
    assert json.loads(run("db", "export", "-", "--db", fresh).out) == record


def test_an_import_with_one_bad_line_takes_nothing_in(run: Run, record: dict[str, Any], tmp_path: Path) -> None:
    fresh = str(tmp_path / "fresh.db")
    unfinished = new("nummerus", players=1, seed="x").record()
    illegal = {**record, "moves": ["take 99", *record["moves"][1:]]}
    for number, bad in enumerate((json.dumps(unfinished), json.dumps(illegal), "{", "[]")):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(f"{json.dumps(record)}\n{bad}\n")
        ran = run("db", "import", file, "--db", fresh)
        assert_one_sentence(ran)
        assert "line 2" in ran.err
    assert run("db", "import", "-", "--db", fresh, stdin=json.dumps(record).encode()).out == b"1 new record\n"


def test_there_is_nothing_to_export_where_there_is_no_database(run: Run, tmp_path: Path) -> None:
    assert_one_sentence(run("db", "export", "-", "--db", str(tmp_path / "missing.db")))
    assert not (tmp_path / "missing.db").exists()


# ---- verify


def test_a_downloaded_record_is_as_promised(run: Run, record: dict[str, Any]) -> None:
    ran = run("verify", "-", stdin=json.dumps(record).encode())
    assert (ran.code, ran.out, ran.err) == (0, b"line 1: the deal is as promised\n", "")


def _flip(text: str) -> str:
    return ("1" if text[0] != "1" else "2") + text[1:]


def _other_seed(record: Any) -> None:
    record["proof"]["seed"] = _flip(record["proof"]["seed"])


def _other_commitment(record: Any) -> None:
    record["proof"]["commitment"] = _flip(record["proof"]["commitment"])


def _other_nonce(record: Any) -> None:
    record["proof"]["nonces"][0] = _flip(record["proof"]["nonces"][0])


def _absent(record: Any) -> None:
    record["proof"]["nonces"][0] = None


def _other_deal(record: Any) -> None:
    record["deal"][:2] = record["deal"][1::-1]
    record["moves"] = []
    record.pop("result", None)


def _no_proof(record: Any) -> None:
    del record["proof"]


@pytest.mark.parametrize(
    ("tamper", "complaint"),
    [
        (_other_seed, "the seed is not the one"),
        (_other_commitment, "the seed is not the one"),
        (_other_nonce, "the proof says"),
        (_absent, "the proof says"),
        (_other_deal, "the proof says"),
        (_no_proof, "has no proof"),
    ],
)
def test_a_record_that_was_tampered_with_does_not_verify(
    run: Run, record: dict[str, Any], tamper: Callable[[Any], None], complaint: str
) -> None:
    changed = copy.deepcopy(record)
    tamper(changed)
    ran = run("verify", "-", stdin=json.dumps(changed).encode())
    assert ran.code == 2
    assert complaint in ran.out.decode()
    found = run("verify", "-", "--json", stdin=f"{json.dumps(record)}\n{json.dumps(changed)}\n".encode()).json
    assert isinstance(found, dict)
    assert [line["ok"] for line in found["results"]] == [True, False]


def test_what_is_no_record_does_not_verify(run: Run, evening: Evening) -> None:
    ran = run("verify", "-", stdin=b"nothing of the kind\n")
    assert ran.code == 2
    assert ran.out.startswith(b"line 1: not a record")
    assert evening.guest.refused("GET", f"/api/tables/{evening.running}/rounds/1/record") == "not-over"
