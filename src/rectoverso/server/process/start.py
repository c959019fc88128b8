"""Starting the server: for a host, for development, and at home with one command."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import BadInput
from ...games import GAMES
from ...resources import client
from ..http.auth import load_secret
from ..storage.address_file import AddressFile, address_of
from ..storage.database import database_url, is_sqlite, open_database, sqlite_file
from ..storage.server_lock import InUse, exclusive
from .settings import Settings

if TYPE_CHECKING:
    import uvicorn

    from ..http.guard import Guard
    from .server_process import Process

DB, ORIGINS, HOSTS, SECURE = "RECTOVERSO_DB", "RECTOVERSO_ORIGINS", "RECTOVERSO_HOSTS", "RECTOVERSO_SECURE"
METRICS, PROXIES, RATES = "RECTOVERSO_METRICS", "RECTOVERSO_PROXIES", "RECTOVERSO_RATES"
WARM = "RECTOVERSO_WARM"
PACE = "RECTOVERSO_PACE"
MAX_FRAME = 16 * 1024
GRACE_SECONDS = 5


@dataclass(frozen=True)
class Serving:
    """Where and how to serve."""

    host: str = "127.0.0.1"
    port: int = 8000
    db: str | None = None
    workers: int = 1
    reload: bool = False


def data_folder() -> Path:
    """Where the games of this user lie."""
    from platformdirs import user_data_path

    folder = user_data_path("rectoverso", appauthor=False)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def database(given: str | None = None) -> str:
    """The database that was given, else that of the environment, else the user's own."""
    return given if given is not None else os.environ.get(DB) or str(data_folder() / "rectoverso.db")


def settings_from_environment() -> Settings:
    """All settings but the command line's come from the environment, so that they also reach other processes."""
    db = database()
    url = database_url(db)
    folder = sqlite_file(url).resolve().parent if is_sqlite(url) else data_folder()
    settings = Settings(db=db, secret=load_secret(folder), page=client())
    settings.origins = _words(ORIGINS)
    settings.hosts = _words(HOSTS)
    settings.secure = os.environ.get(SECURE, "") == "1"
    settings.metrics = os.environ.get(METRICS, "on") != "off"
    settings.bot_threads = max(4, 2 * (os.cpu_count() or 1))
    if os.environ.get(PACE, "") == "off":
        settings.bot_pace = (0.0, 0.0)
    if os.environ.get(RATES, "") == "off":
        settings.request_rate = settings.request_burst = settings.http_rate = settings.http_burst = 1e9
        settings.most_tables_an_hour = settings.most_connections_an_address = 1_000_000
    return settings


def _words(name: str) -> tuple[str, ...]:
    return tuple(word for word in os.environ.get(name, "").replace(",", " ").split() if word)


def app() -> Guard:
    """The application as the environment describes it: what uvicorn calls in each process."""
    from ..http.app import create_app
    from .logs import set_up

    set_up(pretty=sys.stderr.isatty())
    settings = settings_from_environment()
    if os.environ.get(WARM, "on") != "off":
        get_ready()
    application = create_app(settings)
    _collect_less()
    return application


def _collect_less() -> None:
    """What is loaded now stays; what a move makes goes by itself. So garbage is looked for seldom, and not in that."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def get_ready() -> None:
    """Load and, the first time on a machine, compile the games."""
    from .warm_up import warm

    for name in GAMES:
        begun = time.perf_counter()
        teller = threading.Timer(1.5, _tell_of_compiling, [name])
        teller.start()
        warm(name)
        teller.cancel()
        if time.perf_counter() - begun > 1.5:
            print(f"{name} is ready", file=sys.stderr, flush=True)


def _tell_of_compiling(name: str) -> None:
    print(f"Compiling {name} for this machine; this happens once …", file=sys.stderr, flush=True)


def check(serving: Serving) -> None:
    """Refuse what cannot work, before anything is started."""
    if not 0 <= serving.port <= 65_535:
        raise BadInput(f"--port is from 0 to 65535, not {serving.port}")
    if not 1 <= serving.workers <= 64:
        raise BadInput(f"--workers is from 1 to 64, not {serving.workers}")
    if serving.workers > 1:
        raise BadInput(
            "--workers above 1 is not possible yet: this version keeps all tables in one process, "
            "on SQLite and on PostgreSQL alike"
        )
    database_url(database(serving.db))


def serve(serving: Serving) -> None:
    """Serve until stopped."""
    check(serving)
    if serving.db is not None:
        os.environ[DB] = serving.db
    with exclusive(database()) as address_file:
        check_data()
        listening = _listen(serving.host, serving.port)
        address_file.write(address_of(listening))
        if serving.reload:
            _serve_reloading(listening)
        else:
            _server().run(sockets=[listening])


def check_data() -> None:
    """Refuse a database or a key that cannot be used, before anybody is let in."""
    open_database(database()).dispose()
    settings_from_environment()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"cannot listen on {host}:{port}: {reason}") from None


def _options() -> dict[str, Any]:
    from ..http.fast_websocket import FastWebSocketProtocol

    return {
        "factory": True,
        "ws": FastWebSocketProtocol,
        "ws_max_size": MAX_FRAME,
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_level": "warning",
        "server_header": False,
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "forwarded_allow_ips": os.environ.get(PROXIES, "127.0.0.1"),
    }


def _server() -> Process:
    import uvicorn

    from .server_process import Process

    return Process(uvicorn.Config(app, **_options()))


def _serve_reloading(listening: socket.socket) -> None:
    import uvicorn
    from uvicorn.supervisors import ChangeReload

    from .server_process import Process

    sources = str(Path(__file__).parent.parent)
    config = uvicorn.Config("rectoverso.server.process.start:app", reload=True, reload_dirs=[sources], **_options())
    ChangeReload(config, target=Process(config).run, sockets=[listening]).run()


def play(port: int = 8000) -> None:
    """At home: the server on its embedded database, and the page in the browser; if it is there already, the page."""
    try:
        with exclusive(database()) as address_file:
            _play_here(port, address_file)
    except InUse as in_use:
        if in_use.address is None:
            raise
        print(f"Recto Verso is open already, at {in_use.address}", file=sys.stderr, flush=True)
        webbrowser.open(in_use.address)


def _play_here(port: int, address_file: AddressFile) -> None:
    check_data()
    try:
        listening = _listen("127.0.0.1", port)
    except BadInput:
        listening = _listen("127.0.0.1", 0)
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
