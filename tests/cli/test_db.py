"""`rectoverso db` and `rectoverso verify` on the data of a real server."""

from __future__ import annotations

import copy
import json
import sqlite3
import subprocess
import sys
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
class LiveServer:
    """A running server with a finished game and an unfinished one."""

    site: Site
    db: str
    guest: Guest
    finished: str
    running: str
    windows: list[Window]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("server")
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
    yield LiveServer(site, str(folder / "games.db"), anna, finished, opened["table"], windows)
    site.stop()


@pytest.fixture(scope="module")
def record(live: LiveServer) -> dict[str, Any]:
    """The finished game, as its players download it."""
    answer: dict[str, Any] = live.guest.get(f"/api/tables/{live.finished}/rounds/1/record")
    return answer


def numbers(db: Path, table: str) -> list[int]:
    with closing(sqlite3.connect(db)) as opened:
        return [n for (n,) in opened.execute("select n from events where table_id = ? order by n", (table,))]


# ---- backup and restore


def test_a_backup_is_made_while_the_server_runs_and_its_games_can_be_continued(
    run: Run, live: LiveServer, tmp_path: Path
) -> None:
    kept, again = tmp_path / "kept.db", tmp_path / "again.db"
    ran = run("db", "backup", kept, "--db", live.db)
    assert (ran.code, ran.err) == (0, "")
    assert kept.stat().st_mode & 0o077 == 0
    had = numbers(kept, live.running)
    assert had == list(range(1, max(window.n for window in live.windows) + 1))
    first = mover(*live.windows)
    assert first.play(first.legal[0])["n"] == had[-1] + 1
    assert numbers(kept, live.running) == had

    ran = run("db", "restore", kept, "--db", str(again))
    assert (ran.code, ran.err) == (0, "")
    assert again.stat().st_mode & 0o077 == 0
    other = Site(tmp_path, db=str(again))
    try:
        back = Guest(other)
        back.http.cookies.clear()
        back.http.cookies.update(dict(first.guest.http.cookies.items()))
        window = back.window(live.running)
        assert window.n == had[-1]
        assert window.play(window.legal[0], id="after-the-restore")["n"] == had[-1] + 1
    finally:
        other.stop()


def test_a_backup_overwrites_nothing_and_needs_a_database(run: Run, live: LiveServer, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("mine")
    assert_one_sentence(run("db", "backup", there, "--db", live.db))
    assert there.read_text() == "mine"
    assert_one_sentence(run("db", "backup", tmp_path / "new.db", "--db", str(tmp_path / "missing.db")))
    assert_one_sentence(run("db", "backup", tmp_path / "new.db", "--db", "postgresql://nobody@localhost/nothing"))
    assert not (tmp_path / "new.db").exists()
    assert not (tmp_path / "missing.db").exists()


def test_only_a_backup_is_restored_and_no_database_is_overwritten(run: Run, live: LiveServer, tmp_path: Path) -> None:
    kept, text, other = tmp_path / "kept.db", tmp_path / "text.db", tmp_path / "other.db"
    run("db", "backup", kept, "--db", live.db)
    text.write_text("no database at all, but long enough to be read as one")
    with closing(sqlite3.connect(other)) as opened:
        opened.execute("create table events (n)")
    assert_one_sentence(run("db", "restore", kept, "--db", live.db))
    for wrong in (text, other, tmp_path / "missing.db"):
        assert_one_sentence(run("db", "restore", wrong, "--db", str(tmp_path / "new.db")))
    assert not (tmp_path / "new.db").exists()


def test_the_log_of_an_old_database_is_not_applied_to_the_restored_one(
    run: Run, live: LiveServer, tmp_path: Path
) -> None:
    """After a crash the database was moved away, but not its -wal and -shm files."""
    kept, target = tmp_path / "kept.db", tmp_path / "games.db"
    run("db", "backup", kept, "--db", live.db)
    for left in ("-wal", "-shm"):
        behind = tmp_path / f"games.db{left}"
        behind.write_bytes(Path(live.db + left).read_bytes())
        ran = run("db", "restore", kept, "--db", str(target))
        assert_one_sentence(ran)
        assert f"games.db{left} is still there" in ran.err
        assert not target.exists()
        behind.unlink()
    assert run("db", "restore", kept, "--db", str(target)).code == 0


def test_moves_between_backup_and_crash_do_not_come_back(run: Run, tmp_path: Path) -> None:
    """Play, back up, play on, kill -9, move the database with its -wal, restore."""
    db, kept, log = tmp_path / "games.db", tmp_path / "kept.db", Path(f"{tmp_path}/games.db-wal")
    program = (
        "import os, sys; from sqlalchemy import text; from rectoverso.server.storage.database import open_database\n"
        "with open_database(sys.argv[1]).connect() as connection:\n"
        "    for n in range(int(sys.argv[2])):\n"
        "        row = {'table': sys.argv[3] + str(n)}\n"
        "        connection.execute(text(\"insert into events values (:table, 1, null, '{}')\"), row)\n"
        "        connection.commit()\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    for count, name in (("3", "early"), ("40", "late")):
        subprocess.run([sys.executable, "-c", program, str(db), count, name])
        if name == "early":
            assert run("db", "backup", kept, "--db", str(db)).code == 0
    assert log.stat().st_size > 0
    db.rename(tmp_path / "old.db")
    assert_one_sentence(run("db", "restore", kept, "--db", str(db)))
    for left in ("-wal", "-shm"):
        Path(f"{db}{left}").rename(tmp_path / f"old.db{left}")
    assert run("db", "restore", kept, "--db", str(db)).code == 0
    assert tables(db) == {"early0", "early1", "early2"}
    assert len(tables(tmp_path / "old.db")) == 43


def tables(db: Path) -> set[str]:
    with closing(sqlite3.connect(db)) as opened:
        return {table for (table,) in opened.execute("select table_id from events")}


def test_a_damaged_backup_is_not_restored_and_a_damaged_database_not_backed_up(
    run: Run, live: LiveServer, tmp_path: Path
) -> None:
    kept, cut, torn = tmp_path / "kept.db", tmp_path / "cut.db", tmp_path / "torn.db"
    run("db", "backup", kept, "--db", live.db)
    whole = kept.read_bytes()
    cut.write_bytes(whole[: len(whole) * 2 // 3])
    torn.write_bytes(whole[:8192] + b"\xa5" * (len(whole) - 8192))
    before = {file.name for file in tmp_path.iterdir()}
    for damaged in (cut, torn):
        for arguments in (
            ("restore", damaged, "--db", str(tmp_path / "new.db")),
            ("backup", tmp_path / "new.db", "--db", str(damaged)),
        ):
            ran = run("db", *arguments)
            assert_one_sentence(ran)
            assert f"{damaged} is damaged" in ran.err
    assert {file.name for file in tmp_path.iterdir()} == before


def test_restoring_leaves_no_files_behind(run: Run, live: LiveServer, tmp_path: Path) -> None:
    kept, again, recipes = tmp_path / "kept.db", tmp_path / "again.db", tmp_path / "recipes.db"
    run("db", "backup", kept, "--db", live.db)
    with closing(sqlite3.connect(recipes)) as opened:
        opened.execute("create table recipes (name)")
    for database in (kept, recipes):
        with closing(sqlite3.connect(database)) as opened:
            opened.execute("pragma journal_mode=wal")  # as in a copy made by other means
    before = kept.read_bytes()
    assert_one_sentence(run("db", "restore", recipes, "--db", str(again)))
    assert run("db", "restore", kept, "--db", str(again)).code == 0
    assert {file.name for file in tmp_path.iterdir()} == {"kept.db", "again.db", "recipes.db"}
    assert kept.read_bytes() == before


def test_a_database_with_a_wal_file_is_not_restored(run: Run, live: LiveServer, tmp_path: Path) -> None:
    """The moves in the -wal file would be lost."""
    for left in ("", "-wal", "-shm"):
        (tmp_path / f"copied.db{left}").write_bytes(Path(live.db + left).read_bytes())
    assert_one_sentence(run("db", "restore", tmp_path / "copied.db", "--db", str(tmp_path / "new.db")))
    assert run("db", "backup", tmp_path / "kept.db", "--db", str(tmp_path / "copied.db")).code == 0
    assert numbers(tmp_path / "kept.db", live.running) == numbers(Path(live.db), live.running)


def test_a_missing_folder_is_named(run: Run, live: LiveServer, tmp_path: Path) -> None:
    run("db", "backup", tmp_path / "kept.db", "--db", live.db)
    for arguments in (
        ("restore", tmp_path / "kept.db", "--db", str(tmp_path / "missing" / "games.db")),
        ("backup", tmp_path / "missing" / "kept.db", "--db", live.db),
    ):
        ran = run("db", *arguments)
        assert_one_sentence(ran)
        assert ran.err.endswith(f"there is no folder {tmp_path}/missing\n")


@pytest.mark.parametrize("content", [b"\0\1\2\3" * 2000, b"Dear diary, " * 500])
def test_a_file_that_is_no_database_is_named_and_left_alone(run: Run, content: bytes, tmp_path: Path) -> None:
    (tmp_path / "noise.db").write_bytes(content)
    (tmp_path / "none.jsonl").write_bytes(b"")
    for arguments in (
        ("backup", tmp_path / "kept.db"), ("export", tmp_path / "out.jsonl"), ("import", tmp_path / "none.jsonl"),
    ):  # fmt: skip
        ran = run("db", *arguments, "--db", str(tmp_path / "noise.db"))
        assert_one_sentence(ran)
        assert "noise.db" in ran.err
        assert "database" in ran.err
    assert {file.name for file in tmp_path.iterdir()} == {"noise.db", "none.jsonl"}
    assert (tmp_path / "noise.db").read_bytes() == content


def test_an_empty_name_is_refused(run: Run, tmp_path: Path) -> None:
    ran = run("db", "export", "-", "--db", "")
    assert_one_sentence(ran)
    assert "--db is empty" in ran.err


# ---- export and import


def test_finished_games_are_exported_and_imported_once(
    run: Run, live: LiveServer, record: dict[str, Any], tmp_path: Path
) -> None:
    out, fresh = tmp_path / "out.jsonl", str(tmp_path / "fresh.db")
    ran = run("db", "export", out, "--db", live.db)
    assert (ran.code, ran.out) == (0, f"{out}: 1 record\n".encode())
    assert [json.loads(line) for line in out.read_text().splitlines()] == [record]
    assert json.loads(run("db", "export", "-", "--db", live.db).out) == record
    assert run("db", "import", out, "--db", fresh).out == b"1 new record\n"
    assert run("db", "import", out, "--db", fresh).out == b"0 new records\n"
    assert json.loads(run("db", "export", "-", "--db", fresh).out) == record


def test_a_record_is_recognised_by_its_content(run: Run, live: LiveServer, tmp_path: Path) -> None:
    """From whichever table, with its keys in another order, and twice in one file."""
    copied, out, turned = tmp_path / "copied.db", tmp_path / "out.jsonl", tmp_path / "turned.jsonl"
    run("db", "backup", copied, "--db", live.db)
    run("db", "export", out, "--db", str(copied))
    record = json.loads(out.read_text())
    turned.write_text(f"{json.dumps(dict(reversed(record.items())))}\n" * 2)
    for file in (out, turned):
        assert run("db", "import", file, "--db", str(copied)).out == b"0 new records\n"
    assert run("db", "export", "-", "--db", str(copied)).out == out.read_bytes()
    assert run("db", "import", turned, "--db", str(tmp_path / "fresh.db")).out == b"1 new record\n"
    other = {**record, "names": ["Somebody else"]}
    stdin = json.dumps(other).encode()
    assert run("db", "import", "-", "--db", str(copied), stdin=stdin).out == b"1 new record\n"


def test_an_import_with_one_bad_line_imports_nothing(run: Run, record: dict[str, Any], tmp_path: Path) -> None:
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


def test_an_export_needs_a_database(run: Run, tmp_path: Path) -> None:
    assert_one_sentence(run("db", "export", "-", "--db", str(tmp_path / "missing.db")))
    assert not (tmp_path / "missing.db").exists()


# ---- verify


def test_a_downloaded_record_verifies(run: Run, record: dict[str, Any]) -> None:
    ran = run("verify", "-", stdin=json.dumps(record).encode())
    said = b"line 1: the deal and the seats are as promised; with the nonce of chair 1\n"
    assert (ran.code, ran.out, ran.err) == (0, said, "")


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
        (_other_nonce, "nonce of chair 1 is not the one it committed to"),
        (_absent, "chair 1 committed to a nonce, and it was not opened"),
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


def test_a_record_that_was_cut_does_not_verify(run: Run, record: dict[str, Any]) -> None:
    """The proof is published only after the end of the game."""
    cut = {**record, "moves": record["moves"][:3]}
    del cut["result"]
    ran = run("verify", "-", stdin=json.dumps(cut).encode())
    said = b"line 1: the deal is as promised, but the record stops after 3 moves, before the end of the game\n"
    assert (ran.code, ran.out) == (2, said)
    without_result = {key: value for key, value in record.items() if key != "result"}
    assert run("verify", "-", stdin=json.dumps(without_result).encode()).code == 0


def test_a_line_that_is_no_record_does_not_verify(run: Run, live: LiveServer) -> None:
    ran = run("verify", "-", stdin=b"nothing of the kind\n")
    assert ran.code == 2
    assert ran.out.startswith(b"line 1: not a record")
    assert live.guest.refused("GET", f"/api/tables/{live.running}/rounds/1/record") == "not-over"
