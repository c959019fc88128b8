"""The server as a process: what it refuses before it listens, what it says, how it stops."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from rectoverso.errors import BadInput
from rectoverso.server.start.serve import ServeOptions, check
from tests.server import postgres
from tests.server.server_process import refused, running, start
from tests.server.site import PATIENCE


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (ServeOptions(db="games.db", workers=2), "needs PostgreSQL"),
        (ServeOptions(db="postgresql://localhost/x", workers=2, reload=True), "--reload is for one process"),
        (ServeOptions(port=70_000), "--port"),
        (ServeOptions(workers=0), "--workers"),
        (ServeOptions(db="mysql://x"), "SQLite or PostgreSQL"),
        (ServeOptions(db=""), "--db is empty"),
    ],
)
def test_what_cannot_be_served_is_refused(options: ServeOptions, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        check(options)


def test_workers_on_sqlite_are_refused_on_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rectoverso", "serve", "--db", str(tmp_path / "games.db"), "--workers", "2"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "belongs to one process" in done.stderr
    assert "Traceback" not in done.stderr


RESTARTING = 1012


def test_what_is_no_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "noise.db").write_bytes(bytes(range(1, 256)) * 40)
    (tmp_path / "text.db").write_text("Dear diary, " * 500)
    (tmp_path / "folder.db").mkdir()
    assert "noise.db: file is not a database" in refused(tmp_path, "--db", "noise.db")
    assert "text.db: file is not a database" in refused(tmp_path, "--db", "text.db")
    assert "folder.db is a folder" in refused(tmp_path, "--db", "folder.db")
    assert "--db is empty" in refused(tmp_path, "--db", "")
    assert f"there is no folder {tmp_path}/missing" in refused(tmp_path, "--db", "missing/games.db")
    beside = {file.name for file in tmp_path.iterdir() if file.suffix != ".lock"}  # locks are empty, and stay
    assert beside == {"noise.db", "text.db", "folder.db"}


def test_a_postgresql_that_does_not_answer_is_refused_in_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    said = refused(tmp_path, "--db", "postgresql://anna:secret@127.0.0.1:1/games")
    assert "connection failed" in said
    assert "secret" not in said


def test_the_data_of_another_program_or_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "recipes.db")) as opened:
        opened.execute("create table recipes (name text)")
    with closing(sqlite3.connect(tmp_path / "newer.db")) as opened:
        opened.execute("create table alembic_version (version_num text)")
        opened.execute("insert into alembic_version values ('9999')")
        opened.commit()
    (tmp_path / "newer.db").chmod(0o600)
    before = (tmp_path / "recipes.db").read_bytes()
    assert "another program" in refused(tmp_path, "--db", "recipes.db")
    assert "newer version" in refused(tmp_path, "--db", "newer.db")
    assert (tmp_path / "recipes.db").read_bytes() == before


def test_an_empty_key_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "rectoverso.key").touch(mode=0o600)
    assert "rectoverso.key is too short" in refused(tmp_path, "--db", "games.db")


@pytest.mark.parametrize("reload", [(), ("--reload",)])
def test_a_busy_port_is_refused_in_one_sentence(reload: tuple[str, ...], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        assert f"cannot listen on 127.0.0.1:{port}" in refused(tmp_path, "--db", "games.db", "--port", port, *reload)


@pytest.mark.parametrize("reload", [(), ("--reload",)])
def test_it_says_where_it_is_once_it_answers(reload: tuple[str, ...], tmp_path: Path) -> None:
    with running(tmp_path, "--db", "games.db", *reload) as (_, address):
        assert httpx.get(f"http://{address}/health", timeout=PATIENCE).text == "ok\n"


def test_a_database_has_one_server_at_a_time(tmp_path: Path) -> None:
    with running(tmp_path, "--db", "games.db") as (process, there):
        where = f"open at http://{there}; use that one, stop it, or name another database"
        in_use = f"--db: another server has games.db {where}"
        assert in_use in refused(tmp_path, "--db", "games.db", "--port", "0")
        assert in_use in not_restored(tmp_path)
        process.kill()
        process.wait(PATIENCE)
        with running(tmp_path, "--db", "games.db") as (_, address):
            assert httpx.get(f"http://{address}/health", timeout=PATIENCE).text == "ok\n"


def not_restored(folder: Path) -> str:
    """What `db restore` says where the database of a server that runs was moved away."""
    moved = folder / "moved"
    moved.mkdir()
    for file in folder.glob("games.db*"):
        if file.suffix not in (".lock", ".address"):
            file.rename(moved / file.name)
    command = [sys.executable, "-m", "rectoverso", "db", "restore", "backup.db", "--db", "games.db"]
    (folder / "backup.db").touch()
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
    for file in moved.iterdir():
        file.rename(folder / file.name)
    assert said.returncode == 2
    return said.stderr


def test_a_second_play_opens_the_page_of_the_first(tmp_path: Path) -> None:
    ours = {"RECTOVERSO_DB": str(tmp_path / "games.db"), "BROWSER": "echo opens %s"}
    command = [sys.executable, "-m", "rectoverso", "play"]
    with running(tmp_path, "--db", "games.db") as (_, address):
        said = subprocess.run(command, env=os.environ | ours, capture_output=True, text=True, timeout=PATIENCE)
        assert said.stderr == f"Recto Verso is already running at http://{address}\n"
        assert said.stdout == f"opens http://{address}\n"
        assert said.returncode == 0


def test_two_servers_share_a_postgresql_database(tmp_path: Path) -> None:
    db = postgres.address()
    if db is None:
        pytest.skip("no PostgreSQL here, and none can be started")
    with running(tmp_path, "--db", db) as (_, one), running(tmp_path, "--db", db) as (_, other):
        for address in (one, other):
            assert httpx.get(f"http://{address}/health", timeout=PATIENCE).text == "ok\n"


def test_readers_are_told_why_before_the_server_stops(tmp_path: Path) -> None:
    with running(tmp_path, "--db", "games.db") as (process, address), httpx.Client(timeout=PATIENCE) as http:
        http.get(f"http://{address}/api/site").raise_for_status()
        chairs = {"game": "nummerus", "chairs": [{"kind": "me"}, {"kind": "person"}]}
        opened = http.post(f"http://{address}/api/tables", json=chairs, headers={"X-Rectoverso": "1"})
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in http.cookies.items())}
        with connect(f"ws://{address}/api/socket", additional_headers=cookie, legacy=True) as reader:
            reader.send(json.dumps({"type": "hello", "protocol": 1, "table": opened.json()["table"]}))
            assert json.loads(reader.recv(timeout=PATIENCE))["type"] == "welcome"
            process.send_signal(signal.SIGTERM)
            heard = heard_to_the_end(reader)
        assert json.loads(heard[-1]) == {"type": "bye", "code": "shutting-down"}
        assert reader.close_code == RESTARTING


def heard_to_the_end(reader: ClientConnection) -> list[str | bytes]:
    """All that a reader still hears."""
    heard = []
    with suppress(ConnectionClosed):
        while True:
            heard.append(reader.recv(timeout=PATIENCE))
    return heard


def test_at_home_a_page_of_another_site_cannot_pose_as_ours_and_the_log_tells_the_limits(tmp_path: Path) -> None:
    with running(tmp_path) as (process, address):
        assert process.stderr is not None
        said = json.loads(process.stderr.readline())
        assert said["event"] == "limits"
        assert 0 < said["connections"] < said["open_files"]
        assert httpx.get(f"http://{address}/api/site", headers={"Host": "evil.example"}).status_code == 421
        assert "RECTOVERSO_HOSTS" in json.loads(process.stderr.readline())["event"]
        assert httpx.get(f"http://{address}/health", headers={"Host": "evil.example"}).status_code == 200
        assert httpx.get(f"http://{address}/api/site").status_code == 200


def test_a_proxy_that_is_no_address_is_refused(tmp_path: Path) -> None:
    process = start(tmp_path, RECTOVERSO_PROXIES="proxy.example")
    said = process.communicate(timeout=PATIENCE)[1]
    assert (process.returncode, said.count("\n")) == (2, 1)
    assert "RECTOVERSO_PROXIES" in said
