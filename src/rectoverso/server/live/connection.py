"""One socket: decodes requests into commands, sends messages, and is dropped if the client does not keep up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from functools import partial
from typing import Any, Protocol

import msgspec
import structlog

from ... import __version__
from ...errors import Refused
from ...table.commands import PlayerCommand
from ...table.decide import check_may_watch, held
from ..messages.common import Language
from ..messages.socket import (
    MAX_BYTES,
    PROTOCOL,
    Ack,
    Advice,
    AskAdvice,
    AskOdds,
    Bye,
    Hello,
    Look,
    Odds,
    Ping,
    Pong,
    React,
    Refusal,
    Request,
    Welcome,
    encode,
    read_request,
)  # fmt: skip
from ..process import metrics
from ..process.limits import Bucket
from . import odds_and_advice
from .room import QueuedCommand, Room
from .tables import Tables

log = structlog.get_logger("connection")

MAX_WAITING_MESSAGES = 256
"""Messages that may wait while a hello is being answered; more are dropped."""
MAX_UNSENT_BYTES = 1 << 20
"""A client that is further behind than this is dropped."""
GOODBYE_S = 0.25
"""Time allowed for the goodbye to be sent before the connection closes."""
CLOSE_TIMEOUT_S = 2.0
"""Time allowed for the client to receive what is unsent when the connection closes."""

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class DirectSocket(Protocol):
    """The network side of a connection, without ASGI's queues in between."""

    on_text: Callable[[str], None] | None
    """Gets each message as it arrives."""

    def write(self, message: bytes) -> int:
        """Send a message; returns how many bytes are unsent."""

    def abort(self) -> None:
        """Close at once, whatever is unsent."""


class Connection:
    """A guest's window on one table: a `Reader`."""

    def __init__(
        self,
        tables: Tables,
        guest: str,
        address: str,
        receive: Receive,
        send: Send,
        direct: DirectSocket | None = None,
    ) -> None:
        self.tables, self.guest, self.address = tables, guest, address
        self._direct = direct
        self._greeting = False
        self._waiting_messages: deque[str | None] = deque()
        self.chair: int | None = None
        self.lang: Language = "en"
        self.room: Room | None = None
        self._receive, self._send = receive, send
        self._loop = asyncio.get_running_loop()
        self._outgoing: deque[bytes] = deque()
        self._unsent = 0
        self._outgoing_ready: asyncio.Future[None] | None = None
        settings = tables.settings
        self.last_heard = self._loop.time()
        self._bucket = Bucket(settings.request_rate, settings.request_burst, self.last_heard)
        self._main: asyncio.Task[Any] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    # ---- sending

    def send(self, message: bytes) -> None:
        """Send a message; a client that is too far behind is dropped."""
        if self.closing:
            return
        if self._put(message) > MAX_UNSENT_BYTES:
            metrics.DROPPED.inc()
            self.bye("too-slow")

    def _put(self, message: bytes) -> int:
        """Queue a message; returns how many bytes are unsent."""
        if self._direct is not None:
            return self._direct.write(message)
        self._outgoing.append(message)
        self._unsent += len(message)
        if self._outgoing_ready is not None:
            self._outgoing_ready.set_result(None)
            self._outgoing_ready = None
        return self._unsent

    async def _write(self) -> None:
        """Without the direct path: send one message after the other, as fast as the client takes them."""
        outgoing, send = self._outgoing, self._send
        while True:
            while outgoing:
                message = outgoing.popleft()
                self._unsent -= len(message)
                await send({"type": "websocket.send", "text": message.decode()})
            if self.closing:
                return
            self._outgoing_ready = self._loop.create_future()
            await self._outgoing_ready

    def acknowledge(self, id: str, n: int) -> None:
        """Answer a request: done as event number n."""
        self.send(encode(Ack(id, n)))

    def refuse(self, refused: Refused, id: str | None = None) -> None:
        """Answer a request: refused; a stale move also gets a fresh view."""
        metrics.REFUSED.labels(refused.code).inc()
        self.send(encode(Refusal(code=refused.code, id=id, details=refused.details)))  # type: ignore[arg-type]  # codes are checked in a test
        if refused.code == "stale" and self.room is not None:
            self.send(self.room.teller.snapshot(self, self.room.now()))

    def bye(self, code: str) -> None:
        """Say why, send what is unsent, and close."""
        if self.closing:
            return
        self.closing = True
        self._put(encode(Bye(code=code)))  # type: ignore[arg-type]  # codes are checked in a test
        self._loop.call_later(GOODBYE_S, self.drop)

    def drop(self) -> None:
        """Close; a client that does not complete the closing handshake is cut off."""
        self.closing = True
        if self._main is not None:
            self._main.cancel()
        if self._direct is not None:
            self._loop.call_later(CLOSE_TIMEOUT_S, self._direct.abort)

    # ---- receiving

    async def run(self) -> None:
        """Serve until either side closes the connection."""
        self._main = asyncio.current_task()
        if self._direct is not None:
            self._direct.on_text = self.receive
        writer = self._loop.create_task(self._write())
        try:
            while True:
                event = await self._receive()
                if event["type"] == "websocket.disconnect":
                    break
                self.receive(event.get("text"))
        except asyncio.CancelledError:
            if not self.closing:
                raise
        finally:
            self.closing = True
            writer.cancel()
            for task in self._tasks:
                task.cancel()
            if self.room is not None:
                self.room.leave(self)
            await asyncio.gather(writer, *self._tasks, return_exceptions=True)

    def receive(self, text: str | None) -> None:
        """Handle a message; while a hello is being answered, the next ones wait."""
        if self._greeting:
            if len(self._waiting_messages) < MAX_WAITING_MESSAGES:
                self._waiting_messages.append(text)
            return
        self.last_heard = self._loop.time()
        request = self._read(text)
        if request is None:
            return
        try:
            self._handle(request)
        except Refused as refused:
            self.refuse(refused, getattr(request, "id", None))
        except Exception:  # our bug, not theirs: logged, answered, and the connection lives on
            self._our_bug(request)

    def _our_bug(self, request: Request) -> None:
        metrics.ERRORS.inc()
        log.exception("request failed", request=type(request).__name__)
        self.refuse(Refused("busy"), getattr(request, "id", None))

    def _read(self, text: str | None) -> Request | None:
        """Decode a message; None if it was refused."""
        try:
            if not self._bucket.take(self.last_heard):
                raise Refused("too-many-requests")
            if text is None:
                raise Refused("malformed", error="send text frames")
            if len(text) > MAX_BYTES or (not text.isascii() and len(text.encode()) > MAX_BYTES):
                raise Refused("too-large", most=MAX_BYTES)
            request: Request = read_request(text)
            return request
        except Refused as refused:
            self.refuse(refused, _id_in(text))
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            self.refuse(Refused("malformed", error=str(error)[:200]), _id_in(text))
        return None

    def _handle(self, request: Request) -> None:
        room, guest = self.room, self.guest
        if isinstance(request, PlayerCommand) and room is not None:
            room.submit(QueuedCommand(request, guest, self))
        elif isinstance(request, Ping):
            self.send(encode(Pong(request.t, self.tables.now() if room is None else room.now())))
        elif isinstance(request, Hello):
            self._greeting = True
            self._start(self._greet(request))
        elif room is None:
            raise Refused("hello-first")
        elif isinstance(request, Look):
            self._look(room, request)
        elif isinstance(request, React):
            held(room.table, guest, request.chair)
            room.react(request.chair, request.reaction, f"{guest}:{request.id}")
            self.acknowledge(request.id, room.table.n)
        elif isinstance(request, AskOdds | AskAdvice):
            self._help(room, request)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- hello

    async def _greet(self, hello: Hello) -> None:
        """Answering a hello may take a while: the table may have to be loaded from its log."""
        try:
            await self._hello(hello)
        except Refused as refused:
            self.refuse(refused)
        except Exception:  # our bug, not theirs: logged and answered
            self._our_bug(hello)
        self._greeting = False
        while self._waiting_messages and not self._greeting:
            self.receive(self._waiting_messages.popleft())

    async def _hello(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            self.refuse(Refused("wrong-protocol", protocol=PROTOCOL))
            self.bye("wrong-protocol")
            return
        room = await self.tables.room(hello.table)
        if room is None:
            raise Refused("no-such-table")
        mine = room.table.chairs_of(self.guest)
        if hello.chair is not None and hello.chair not in mine:
            raise Refused("not-your-chair" if hello.chair <= len(room.table.chairs) else "no-such-chair")
        check_may_watch(room.table, self.guest)
        past = await asyncio.to_thread(self.tables.store.log, hello.table) if hello.have else []
        if self.room is not None:
            self.room.leave(self)
        self.chair = hello.chair if hello.chair is not None else mine[0] if len(mine) == 1 else None
        self.lang = hello.lang
        self._welcome(room, mine, hello.have or 0, past)

    def _welcome(self, room: Room, mine: list[int], have: int, past: Any) -> None:
        """Nothing can happen between these steps, so the client misses no event: first the past, then what comes."""
        self.room = room
        resumed = room.can_resume(self, have, past)
        self.send(encode(Welcome(PROTOCOL, __version__, mine, self.chair, resumed, room.now())))
        if resumed:
            room.tell_missed(self, have, past)
        else:
            self.send(room.teller.snapshot(self, room.now()))
        room.enter(self)

    def _look(self, room: Room, look: Look) -> None:
        if look.chair is not None:
            held(room.table, self.guest, look.chair)
        self.chair = look.chair
        self.lang = look.lang or self.lang
        self.send(room.teller.snapshot(self, room.now()))

    # ---- odds and advice

    def _help(self, room: Room, request: AskOdds | AskAdvice) -> None:
        """Compute odds or advice from what the chair's seat has seen, away from the event loop."""
        table = room.table
        held(table, self.guest, request.chair)
        if table.phase != "playing" or table.round is None:
            raise Refused("not-now", phase=table.phase)
        if not table.help:
            raise Refused("help-forbidden")
        seat = table.seat_of(request.chair)
        assert seat is not None
        observation = table.round.observation(seat)
        if isinstance(request, AskOdds):
            compute = partial(odds_and_advice.odds, table.game, observation)
        elif table.round.turn != seat:
            raise Refused("not-your-turn")
        else:
            settings = self.tables.settings
            word = int(settings.new_seed(room.id, table.position_n)[:16], 16)
            names = room.teller.names(seat, self.lang)
            compute = partial(odds_and_advice.advice, settings.advisor_bot, observation, self.lang, names, word)
        self._start(self._send_help(request, len(table.steps), compute))

    async def _send_help(self, request: AskOdds | AskAdvice, at: int, compute: Callable[[], dict[str, Any]]) -> None:
        try:
            found = await self.tables.computing.compute(self.address, self.guest, compute)
        except Refused as refused:
            self.refuse(refused, request.id)
        except Exception:  # our bug: answered all the same
            self._our_bug(request)
        else:
            answer = Odds if isinstance(request, AskOdds) else Advice
            self.send(encode(answer(request.id, at, found)))


def _id_in(text: object) -> str | None:
    """The id in a message that could not be decoded, so that its sender knows which request failed."""
    try:
        id = msgspec.json.decode(text).get("id") if isinstance(text, str) and len(text) <= MAX_BYTES else None
    except (msgspec.MsgspecError, AttributeError, RecursionError, ValueError):
        return None
    return id if isinstance(id, str) and len(id) <= 40 else None
