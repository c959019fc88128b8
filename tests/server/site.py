"""A real server for tests, on a real port, and people who use it: guests with cookies, windows with sockets."""

from __future__ import annotations

import itertools
import os
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from rectoverso.server.http.app import GOODBYE, Sockets, create_app
from rectoverso.server.http.tcp_connections import CONNECTIONS, TcpConnections
from rectoverso.server.live.tables import Tables
from rectoverso.server.process import logs, seeds_for_tests
from rectoverso.server.process.settings import Settings
from rectoverso.server.start import serve
from rectoverso.server.start.environment import lift_limits
from rectoverso.table.fair import commitment_to_nonce

PATIENCE = 60.0
"""How long a test waits for something that must come."""
LOADED_S = 240.0
"""How long it may take until a server has loaded all games."""
KEPT_ALIVE = httpx.Limits(keepalive_expiry=2)
"""The server closes a connection that has been idle for 5 s; no request is to be sent at that instant."""


class Clock:
    """Time that stands still until a test moves it."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000

    def __call__(self) -> int:
        return self.time


def counted(prefix: str, width: int) -> Callable[..., str]:
    """Ids and seeds that are the same in every run."""
    numbers = itertools.count(1)
    return lambda *_: f"{prefix}{next(numbers):0{width}d}"


class RemoteSite:
    """A server at an address, and the people who came."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._people: list[Guest | Window] = []

    def guest(self, name: str | None = None) -> Guest:
        """Somebody new, with a cookie."""
        return Guest(self, name)

    def came(self, somebody: Guest | Window) -> None:
        """Remember whom to send home."""
        self._people.append(somebody)

    def send_home(self) -> None:
        """The evening is over: all windows are closed."""
        while self._people:
            self._people.pop().close()


class Site(RemoteSite):
    """The server, in a thread of this process, so that a test can look behind the scenes.

    Its seeds and ids are the same in every run, unless `test_seed` is None.
    """

    def __init__(self, folder: Path, test_seed: str | None = "tests", **settings: Any) -> None:
        usual: dict[str, Any] = {
            "db": str(folder / "games.db"), "secret": "for tests only, for tests only", "bot_pace": (0.0, 0.0),
        }  # fmt: skip
        logs.set_up(pretty=False)
        self.settings = Settings(**usual)
        lift_limits(self.settings)
        if test_seed is not None:
            seeds_for_tests.Repeatable(test_seed).apply(self.settings)
        for name, value in settings.items():
            setattr(self.settings, name, value)
        self.app = create_app(self.settings)
        options = {**serve._uvicorn_options(), "factory": False, "timeout_graceful_shutdown": 2}
        self._server = uvicorn.Server(uvicorn.Config(self.app, **options))
        self._listening = serve._listen("127.0.0.1", 0)
        super().__init__(f"127.0.0.1:{self._listening.getsockname()[1]}")
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]}, daemon=True)
        self._thread.start()
        until(lambda: self._server.started)

    @property
    def tables(self) -> Tables:
        """What lies behind the door."""
        inner: Any = self.app
        tables: Tables = inner._app.state.tables
        return tables

    @property
    def connections(self) -> TcpConnections:
        """All TCP connections."""
        inner: Any = self.app
        connections: TcpConnections = inner._app._shared[CONNECTIONS]
        return connections

    @property
    def sockets(self) -> Sockets:
        """All open sockets."""
        inner: Any = self.app
        sockets: Sockets = inner._app._shared[GOODBYE].__self__
        return sockets

    def stop(self) -> None:
        """Stop the server."""
        self.send_home()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()


def until(true: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait for something that must come."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.005)


class Guest:
    """Somebody with a cookie."""

    def __init__(self, site: RemoteSite, name: str | None = None) -> None:
        self.site = site
        self.http = httpx.Client(
            base_url=f"http://{site.address}", headers={"X-Rectoverso": "1"}, timeout=PATIENCE, limits=KEPT_ALIVE
        )
        site.came(self)
        self.http.cookies.set(seeds_for_tests.COOKIE, _this_test())
        self.ids = itertools.count(1)
        self.get("/api/site")
        if name is not None:
            self.post("/api/name", {"name": name})

    def get(self, path: str) -> Any:
        """What a path answers."""
        return self.http.get(path).raise_for_status().json()

    def post(self, path: str, body: object) -> Any:
        """What a request answers."""
        return self.http.post(path, json=body).raise_for_status().json()

    def refused(self, method: str, path: str, body: object = None) -> str:
        """The code with which a request is refused."""
        answer = self.http.request(method, path, json=body)
        assert answer.status_code >= 400, answer.text
        return str(answer.json()["code"])

    def close(self) -> None:
        """Go home."""
        self.http.close()

    @property
    def cookie(self) -> str:
        """As a header."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def open(self, game: str, *chairs: str | dict[str, Any], **more: Any) -> str:
        """Open a table: chairs as `me`, `person`, `open`, `bot`, or in full."""
        return str(self.opened(game, *chairs, **more)["table"])

    def opened(self, game: str, *chairs: str | dict[str, Any], **more: Any) -> Any:
        """The same, with the links."""
        full = [_chair(chair) if isinstance(chair, str) else chair for chair in chairs]
        return self.post("/api/tables", {"game": game, "chairs": full, **more})

    def window(self, table: str, **hello: Any) -> Window:
        """A window on a table, which has said hello."""
        window = Window(self)
        window.hello(table, **hello)
        return window


def _this_test() -> str:
    """The name of the test that runs, short and without signs that mean something in a cookie."""
    name, _, _ = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")
    return f"{zlib.crc32(name.encode()):08x}"


def _chair(kind: str) -> dict[str, Any]:
    return {"kind": "bot", "level": "novice"} if kind == "bot" else {"kind": kind}


class Window:
    """One socket, and all that came over it."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.socket: ClientConnection = connect(
            f"ws://{guest.site.address}/api/socket",
            legacy=True,
            additional_headers={"Cookie": guest.cookie},
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            close_timeout=1,
            max_size=None,
        )
        guest.site.came(self)
        self.frames: list[str] = []
        self.n = 0
        self.chair: int | None = None
        self.view: dict[str, Any] = {}
        self.table: dict[str, Any] = {}

    # ---- talking

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.socket.send(msgspec.json.encode({"type": kind, **fields}).decode())

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.frames.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        self._take_in(message)
        return message

    def _take_in(self, message: dict[str, Any]) -> None:
        self.n = max(self.n, message.get("n", 0))
        if "table" in message:
            self.table = message["table"]
        if message["type"] == "welcome":
            self.chair = message["chair"]
        if message["type"] == "snapshot":
            self.chair = message["chair"]
        position = message.get("position")
        if position:
            self.view = position["view"]
        elif message["type"] == "moved":
            self.view = {**self.view, "table": message["board"], "legal": message["legal"]}
            self.view["at"] = message["line"]["entry"]["at"]
            self.view["to_move"] = message["to_move"]

    def hello(self, table: str, **fields: Any) -> dict[str, Any]:
        """Come in; the welcome."""
        self.say("hello", protocol=1, table=table, **fields)
        message = self.hear()
        if message["type"] == "welcome" and not message["resumed"]:
            assert self.hear()["type"] == "snapshot"
        return message

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request; its one answer."""
        fields.setdefault("id", f"request-{next(self.guest.ids)}")
        if kind != "close_table":
            fields.setdefault("chair", self.chair)
        self.say(kind, **fields)
        return self.answer(fields["id"])

    def answer(self, id: str) -> dict[str, Any]:
        """The one message that answers a request."""
        while True:
            message = self.hear()
            if fields_say(message, id):
                return message

    def refused(self, kind: str, **fields: Any) -> str:
        """The code with which a request is refused."""
        answer = self.ask(kind, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["code"])

    def until(self, true: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Listen until a message says it."""
        while True:
            message = self.hear()
            if true(message):
                return message

    def settle(self, t: int = 1) -> None:
        """Hear everything that has been said so far."""
        self.say("ping", t=t)
        self.until(lambda message: message["type"] == "pong")

    def close(self) -> None:
        """Close the window."""
        self.socket.close()

    # ---- playing

    @property
    def legal(self) -> list[str]:
        """My legal moves."""
        legal: list[str] = self.view.get("legal", [])
        return legal

    def play(self, move: str, **fields: Any) -> dict[str, Any]:
        """Make a move; its answer."""
        return self.ask("play", move=move, against=fields.pop("against", self.n), **fields)

    def until_my_turn(self) -> None:
        """Listen until it is my turn, or the round is over."""
        while not self.legal and self.table["phase"] == "playing":
            self.hear()

    def messages(self) -> Iterator[dict[str, Any]]:
        """All that came so far."""
        return (msgspec.json.decode(frame) for frame in self.frames)


def fields_say(message: dict[str, Any], id: str) -> bool:
    """Is this the answer to a request?"""
    return message.get("ref") == id or (message.get("id") == id and message["type"] not in ("moved", "changed"))


def deal(*windows: Window, nonces: bool = False) -> None:
    """All persons go through the fair deal, and the round begins."""
    for window in windows:
        while window.table["phase"] in ("waiting", "over"):
            window.hear()
    for number, window in enumerate(windows, 1):
        if window.chair is not None and window.table["phase"] == "committing":
            window.ask("commit", commitment=commitment_to_nonce(nonce(number)) if nonces else None)
    for number, window in enumerate(windows, 1):
        while window.table["phase"] == "committing":
            window.hear()
        if nonces and window.chair is not None and window.table["phase"] == "opening":
            window.ask("open", nonce=nonce(number))
    for window in windows:
        while window.table["phase"] != "playing":
            window.hear()


def nonce(number: int) -> str:
    """A nonce for tests."""
    return f"{number:064x}"


def mover(*windows: Window) -> Window:
    """The window whose turn it is."""
    for window in windows:
        window.settle()
    [found] = [window for window in windows if window.legal]
    return found


def play_out(windows: list[Window]) -> None:
    """The first legal move each time, to the end of the round."""
    while windows[0].table["phase"] == "playing":
        first = mover(*windows)
        answer = first.play(first.legal[0])
        if answer["to_move"] is None:
            for window in windows:
                window.until(lambda message: message.get("what") == "over")
