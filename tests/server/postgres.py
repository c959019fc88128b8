"""A real PostgreSQL for the tests: the one that runs here, else one of our own that goes when the tests are over."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

RUNNING = os.environ.get("RECTOVERSO_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")
OWNER = "postgres"
"""PostgreSQL does not run as root; where we are root it runs as this user, whom its Debian package brings along."""


def answers(address: str) -> bool:
    """Does a server answer there?"""
    engine = create_engine(driver(address), connect_args={"connect_timeout": 3})
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


def administrate(*commands: str, at: str = RUNNING) -> None:
    """Commands that PostgreSQL does not run inside a transaction."""
    engine = create_engine(driver(at), isolation_level="AUTOCOMMIT")
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
    """A server of our own, until the tests are over."""
    if programs() is None:
        return None
    server = OwnServer()
    atexit.register(server.remove)
    return server.address


class OwnServer:
    """A server in a folder of its own, which can be stopped and started again."""

    def __init__(self) -> None:
        folder = programs()
        assert folder is not None
        self._user = OWNER if os.geteuid() == 0 else None
        self._home = Path(tempfile.mkdtemp(prefix="rectoverso-postgres-"))
        if self._user:
            shutil.chown(self._home, self._user)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"postgresql://{OWNER}@127.0.0.1:{port}/postgres"
        data = self._home / "data"
        make = [folder / "initdb", "-D", data, "-A", "trust", "-U", OWNER, "-E", "UTF8"]
        subprocess.run(make, user=self._user, cwd=self._home, check=True, stdout=subprocess.DEVNULL)
        self._command = [folder / "postgres", "-D", data, "-p", str(port), "-k", self._home, "-h", "127.0.0.1", "-F"]
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._process = subprocess.Popen(self._command, user=self._user, cwd=self._home, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while not answers(self.address):
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("PostgreSQL was started and does not answer")
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop it; all its connections are cut."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=30)

    def remove(self) -> None:
        """Stop it, and leave nothing behind."""
        self.stop()
        shutil.rmtree(self._home, ignore_errors=True)


@contextmanager
def own_schema(address: str) -> Iterator[str]:
    """The address of an empty database: a schema of its own, whose name its connections have too."""
    space = f"rv_{uuid.uuid4().hex[:12]}"
    engine = create_engine(driver(address))
    with engine.begin() as connection:
        connection.execute(text(f"create schema {space}"))
    yield f"{address}?options=-csearch_path%3D{space}&application_name={space}"
    with engine.begin() as connection:
        connection.execute(text(f"drop schema {space} cascade"))
    engine.dispose()


def driver(address: str) -> str:
    """An address for SQLAlchemy."""
    return address.replace("postgresql://", "postgresql+psycopg://")
