"""What processes that share a PostgreSQL database tell each other, with NOTIFY.

Notices may get lost, with a connection for example. Nothing that matters depends on them: the log is the truth.
They never hold what a seat has not seen: no events, no seeds, no cards.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import Connection, Engine, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql.functions import func

from ..messages.common import Reaction
from .advisory_locks import number_of

log = structlog.get_logger("notices")

MAX_BYTES = 7900
"""PostgreSQL takes less than 8000 bytes in one notice."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 1.0
"""After an error the listener tries again after these times, each twice as long as the one before."""
WAKE_EVERY_S = 0.5
"""How often the listener looks whether it should stop."""


class EventsWritten(Struct, tag="written", array_like=True):
    """A table's log goes up to this number."""

    table: str
    n: int


class Here(Struct, tag="here", array_like=True):
    """Who reads a table in this process: guests who hold a chair there, and how many others."""

    table: str
    guests: list[str]
    watchers: int
    resumed_at: int
    """Since when the table goes on; 0 where another process runs its clocks."""


class WhoIsHere(Struct, tag="who", array_like=True):
    """Asks every process who reads a table there."""

    table: str


class ReactedElsewhere(Struct, tag="reacted", array_like=True):
    """A player has reacted."""

    table: str
    chair: int
    reaction: Reaction
    ref: str


class Deleted(Struct, tag="deleted", array_like=True):
    """A table has been deleted."""

    table: str


class Started(Struct, tag="started", array_like=True):
    """This process has begun, and wants to be told what happens."""


class Stopping(Struct, tag="stopping", array_like=True):
    """This process stops: its tables are free, and nobody reads here any more."""


Notice = EventsWritten | Here | WhoIsHere | ReactedElsewhere | Deleted | Started | Stopping


class _Payload(Struct, array_like=True):
    sender: str
    notices: list[Notice]


_NOTIFY = text("SELECT pg_notify(:channel, :payload)")
_decode = msgspec.json.Decoder(_Payload).decode
_encode = msgspec.json.Encoder().encode

Hear = Callable[[str, list[Notice]], None]
"""Gets the process that sent notices, and the notices."""


def channel_of(connection: Connection) -> str:
    """Servers of one schema hear each other, and no others."""
    return f"rectoverso_{number_of(str(connection.scalar(select(func.current_schema())))) & 0xFFFFFFFF:08x}"


def send(connection: Connection, channel: str, payloads: Iterable[str]) -> None:
    """Send notices when the transaction is committed."""
    for payload in payloads:
        connection.execute(_NOTIFY, {"channel": channel, "payload": payload})


def payloads(sender: str, notices: Iterable[Notice]) -> list[str]:
    """As few texts as possible; a notice that is too long is left out."""
    packed: list[list[Notice]] = []
    size = MAX_BYTES  # the first notice begins a new text
    for notice in notices:
        length = len(_encode(notice)) + 1
        if length > MAX_BYTES - 100:
            continue
        if size + length > MAX_BYTES - 100:
            packed.append([])
            size = 0
        packed[-1].append(notice)
        size += length
    return [_encode(_Payload(sender, some)).decode() for some in packed]


class Listener:
    """A thread with a connection of its own, which hears what other processes send."""

    def __init__(self, engine: Engine, hear: Hear, reconnected: Callable[[], None]) -> None:
        """Both callbacks run in this thread. `reconnected`: what was sent before may be lost."""
        self._engine, self._hear, self._reconnected = engine, hear, reconnected
        self._stopping = threading.Event()
        self._errors = (SQLAlchemyError, engine.dialect.loaded_dbapi.Error)
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._stopping.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        pause_s = FIRST_PAUSE_S
        while not self._stopping.is_set():
            try:
                with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                    pause_s = FIRST_PAUSE_S
                    try:
                        self._listen(connection)
                    finally:
                        connection.invalidate()  # in the pool it would go on to listen
            except self._errors as error:
                log.error("no notices from other processes", error=type(error).__name__)
                self._stopping.wait(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _listen(self, connection: Connection) -> None:
        connection.execute(text(f"LISTEN {channel_of(connection)}"))
        driver: Any = connection.connection.driver_connection
        self._reconnected()
        while not self._stopping.is_set():
            for notice in driver.notifies(timeout=WAKE_EVERY_S):
                self._take(notice.payload)

    def _take(self, payload: str) -> None:
        try:
            read = _decode(payload)
        except msgspec.MsgspecError:  # by another version
            return
        self._hear(read.sender, read.notices)
