"""Starts the server: for a host, for development, and at home with one command."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rectoverso

from ...errors import BadInput
from ..process.seeds_for_tests import TEST_SEED, refuse_beyond_this_machine
from ..storage.address_file import AddressFile, address_of
from ..storage.database import database_url, is_sqlite, open_database
from ..storage.server_lock import InUse, hold_database
from .environment import DB, answer_to_loopback_names, database, proxies, settings_from_environment
from .open_files import raise_limit
from .supervisor import Supervisor

if TYPE_CHECKING:
    import uvicorn
    from sqlalchemy.engine import URL

    from ..http.guard import Guard
    from .uvicorn_server import Server

HOME = "127.0.0.1"
MAX_FRAME_BYTES = 16 * 1024
SHUTDOWN_TIMEOUT_S = 5


@dataclass(frozen=True)
class ServeOptions:
    """Where and how to serve."""

    host: str = HOME
    port: int = 8000
    db: str | None = None
    workers: int = 1
    reload: bool = False


def app(name: str | None = None) -> Guard:
    """The application, set up from the environment; uvicorn calls this in each process. `name`: of the process."""
    from ..http.app import create_app
    from ..process.freed_memory import tune_freed_memory
    from ..process.garbage_collection import tune_garbage_collection
    from ..process.logs import set_up

    set_up(pretty=sys.stderr.isatty())
    tune_freed_memory()
    settings = settings_from_environment()
    if name is not None:
        settings.process = name
    application = create_app(settings)
    tune_garbage_collection()
    return application


def check(options: ServeOptions) -> None:
    """Refuse options that cannot work, before anything is started."""
    if not 0 <= options.port <= 65_535:
        raise BadInput(f"--port is from 0 to 65535, not {options.port}")
    if not 1 <= options.workers <= 64:
        raise BadInput(f"--workers is from 1 to 64, not {options.workers}")
    refuse_beyond_this_machine(os.environ.get(TEST_SEED), options.host)
    url = database_url(database(options.db))
    if options.workers > 1:
        _check_workers(options, url)


def _check_workers(options: ServeOptions, url: URL) -> None:
    if is_sqlite(url):
        raise BadInput(
            "--workers above 1 needs PostgreSQL (--db postgresql://…): an SQLite database belongs to one process"
        )
    if sys.platform == "win32":
        raise BadInput("--workers above 1 is not possible on Windows, where processes cannot share a listening socket")
    if options.reload:
        raise BadInput("--reload is for one process: leave --workers out")
    if os.environ.get(TEST_SEED) is not None:
        raise BadInput(f"{TEST_SEED} is for one process, or several would give the same ids: leave --workers out")


def serve(options: ServeOptions) -> None:
    """Serve until stopped."""
    check(options)
    if options.db is not None:
        os.environ[DB] = options.db
    _prepare(options.host)
    with hold_database(database()) as address_file:
        check_data()
        listening = _listen(options.host, options.port)
        address_file.write(address_of(listening))
        if options.reload:
            _serve_reloading(listening)
        elif options.workers > 1:
            Supervisor(listening, options.workers, database()).run()
        else:
            _server().run(sockets=[listening])


def _prepare(host: str) -> None:
    """What has to be set before the settings are read."""
    raise_limit()
    answer_to_loopback_names(host)


def check_data() -> None:
    """Refuse a database, a key or a setting that cannot be used, before the server listens."""
    open_database(database()).dispose()
    settings_from_environment()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"cannot listen on {host}:{port}: {reason}") from None


def _uvicorn_options() -> dict[str, Any]:
    from ..http.http_protocol import HttpProtocol
    from ..http.websocket import WebSocketProtocol

    return {
        "factory": True,
        "http": HttpProtocol,
        "ws": WebSocketProtocol,
        "ws_max_size": MAX_FRAME_BYTES,
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_level": "error",  # uvicorn warns of every malformed request, and strangers can send many
        "server_header": False,
        "timeout_graceful_shutdown": SHUTDOWN_TIMEOUT_S,
        "forwarded_allow_ips": ",".join(proxies()),
    }


def _server(ready: Callable[[], object] | None = None, name: str | None = None) -> Server:
    import uvicorn

    from .uvicorn_server import Server

    return Server(uvicorn.Config(partial(app, name), **_uvicorn_options()), ready)


def worker_server(ready: Callable[[], object], name: str) -> Server:
    """One of several servers, whose supervisor has prepared everything; `ready` is called once it answers."""
    return _server(ready, name)


def _serve_reloading(listening: socket.socket) -> None:
    import uvicorn
    from uvicorn.supervisors import ChangeReload

    from .uvicorn_server import Server

    sources = str(Path(rectoverso.__file__).parent)
    options = {**_uvicorn_options(), "reload": True, "reload_dirs": [sources]}
    config = uvicorn.Config("rectoverso.server.start.serve:app", **options)
    ChangeReload(config, target=Server(config).run, sockets=[listening]).run()


def play(port: int = 8000) -> None:
    """At home: start the server on its embedded database and open the page; if it already runs, just open the page."""
    _prepare(HOME)
    try:
        with hold_database(database()) as address_file:
            _play_here(port, address_file)
    except InUse as in_use:
        if in_use.address is None:
            raise
        print(f"Recto Verso is already running at {in_use.address}", file=sys.stderr, flush=True)
        webbrowser.open(in_use.address)


def _play_here(port: int, address_file: AddressFile) -> None:
    check_data()
    try:
        listening = _listen(HOME, port)
    except BadInput:
        listening = _listen(HOME, 0)
    server, address = _server(), address_of(listening)
    address_file.write(address)
    threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    server.run(sockets=[listening])


def _open_when_ready(server: uvicorn.Server, address: str) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.1)
    webbrowser.open(address)
