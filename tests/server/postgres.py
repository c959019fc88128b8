"""A real PostgreSQL for the tests: the one that runs here, else one of our own that goes when the tests are over."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

RUNNING = os.environ.get("RECTOVERSO_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")
OWNER = "postgres"
"""PostgreSQL does not run as root; where we are root it runs as this user, whom its Debian package brings along."""


def answers(address: str) -> bool:
    """Does a server answer there?"""
    engine = create_engine(
        address.replace("postgresql://", "postgresql+psycopg://"), connect_args={"connect_timeout": 3}
    )
    try:
        with engine.connect() as connection:
            connection.execute(text("select 1"))
    except OperationalError:
        return False
    finally:
        engine.dispose()
    return True


@functools.cache
def address() -> str | None:
    """A database of our own where PostgreSQL answers; None where there is none and none can be started."""
    return own_database() if answers(RUNNING) else started()


def own_database() -> str:
    """A new database on the server that runs here, so that tests of several checkouts do not meet in one."""
    name = f"rectoverso_test_{os.getpid()}"
    administrate(f"drop database if exists {name}", f"create database {name}")
    atexit.register(administrate, f"drop database if exists {name} with (force)")
    return f"{RUNNING.rpartition('/')[0]}/{name}"


def administrate(*commands: str) -> None:
    """Commands that PostgreSQL does not run inside a transaction."""
    engine = create_engine(RUNNING.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for command in commands:
            connection.execute(text(command))
    engine.dispose()


def programs() -> Path | None:
    """Where `initdb` and `postgres` lie; Debian keeps them out of the search path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or [
        Path(path) for path in [shutil.which("initdb")] if path
    ]
    return found[-1].parent if found else None


def started() -> str | None:
    """A server of our own, in a folder of its own."""
    folder = programs()
    if folder is None:
        return None
    user = OWNER if os.geteuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="rectoverso-postgres-"))
    if user:
        shutil.chown(home, user)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    make = [folder / "initdb", "-D", home / "data", "-A", "trust", "-U", OWNER, "-E", "UTF8"]
    subprocess.run(make, user=user, cwd=home, check=True, stdout=subprocess.DEVNULL)
    run = [folder / "postgres", "-D", home / "data", "-p", str(port), "-k", home, "-h", "127.0.0.1", "-F"]
    server = subprocess.Popen(run, user=user, cwd=home, stderr=subprocess.DEVNULL)
    atexit.register(stop, server, home)
    here = f"postgresql://{OWNER}@127.0.0.1:{port}/postgres"
    until = time.monotonic() + 60
    while not answers(here):
        if server.poll() is not None or time.monotonic() > until:
            raise RuntimeError("PostgreSQL was started and does not answer")
        time.sleep(0.1)
    return here


def stop(server: subprocess.Popen[bytes], home: Path) -> None:
    """Stop it, and leave nothing behind."""
    server.terminate()
    server.wait(timeout=30)
    shutil.rmtree(home, ignore_errors=True)
