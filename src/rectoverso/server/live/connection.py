"""One socket: decodes requests into commands, sends messages, and is dropped if the client does not keep up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from functools import partial
from typing import Any, Protocol

import msgspec
import structlog
from msgspec import Struct

from ... import __version__
from ...bots.plan import TurnPlan
from ...errors import Refused
from ...table.commands import PlayerCommand, Rename
from ...table.decide import check_may_watch, held
from ..messages.common import Language
from ..messages.socket import (
    MAX_BYTES,
    PROTOCOL,
    Ack,
    Advice,
    AskAdvice,
    AskOdds,
    AskWhy,
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
    Why,
    encode,
    read_request,
)  # fmt: skip
from ..process import metrics
from ..process.rate_limits import Bucket
from . import answers
from .queued_command import QueuedCommand
from .room import Room
from .tables import Tables

log = structlog.get_logger("connection")

MAX_WAITING_MESSAGES = 256
"""Messages that may wait while a hello is being answered; more are dropped."""
MAX_UNSENT_BYTES = 1 << 20
"""A client that is further behind than this is dropped."""
OVERRUN_RATE, OVERRUN_BURST = 1.0, 120.0
"""Frames over the limit, per second and at once; a client that sends more is disconnected."""
GOODBYE_S = 0.25
"""Time allowed for the goodbye to be sent before the connection closes."""
FRAMES_PER_VIEW = 20
"""A whole view (hello, look) counts as this many frames of its connection, and a quarter of that for its address."""
CLOSE_TIMEOUT_S = 2.0
"""Time allowed for the client to receive what is unsent when the connection closes."""

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Listener(Protocol):
    """Who hears what arrives on a socket."""

    def count(self, frames: int) -> bool:
        """Count frames of any kind; False closes the socket."""

    def receive(self, text: str | None) -> None:
        """Handle a message; None if it was not a text."""


class DirectSocket(Protocol):
    """The network side of a connection, without ASGI's queues in between."""

    def listen(self, listener: Listener) -> None:
        """From now on the listener gets everything as it arrives."""

    def write(self, message: bytes) -> int:
        """Send a message; returns how many bytes are unsent."""

    def abort(self) -> None:
        """Close at once, whatever is unsent."""


class Connection:
    """A guest's window on one table: a `Reader`."""

    def __init__(self, tables: Tables, guest: str, address: str, receive: Receive, direct: DirectSocket) -> None:
        self.tables, self.guest, self.address = tables, guest, address
        self._direct = direct
        self._greeting = False
        self._waiting_messages: deque[str | None] = deque()
        self.chair: int | None = None
        self.lang: Language = "en"
        self.room: Room | None = None
        self._plans: dict[int, TurnPlan] = {}
        """By chair, what the last hint meant to do in the rest of the turn."""
        self._receive = receive
        self._loop = asyncio.get_running_loop()
        settings = tables.settings
        self.last_heard = now = self._loop.time()
        self._frames = Bucket(settings.request_rate, settings.request_burst, now)
        self._overruns = Bucket(OVERRUN_RATE, OVERRUN_BURST, now)
        self._over_limit = False
        self._main: asyncio.Task[Any] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    # ---- sending

    def send(self, message: bytes) -> None:
        """Send a message; a client that is too far behind is dropped."""
        if self.closing:
            return
        if self._direct.write(message) > MAX_UNSENT_BYTES:
            metrics.DROPPED.inc()
            self.bye("too-slow")

    def acknowledge(self, id: str, n: int) -> None:
        """Answer a request: done as event number n."""
        self.send(encode(Ack(id, n)))

    def refuse(self, refused: Refused, id: str | None = None) -> None:
        """Answer a request: refused; a stale move also gets a fresh view."""
        metrics.REFUSED.labels(refused.code).inc()
        self.send(encode(Refusal(code=refused.code, id=id, details=refused.details)))  # type: ignore[arg-type]  # codes are checked in a test
        if refused.code == "stale" and self.room is not None:
            self._frames.take(self._loop.time(), FRAMES_PER_VIEW)
            self.send(self.room.teller.snapshot(self, self.room.now()))

    def bye(self, code: str) -> None:
        """Say why, send what is unsent, and close."""
        if self.closing:
            return
        self.closing = True
        self._direct.write(encode(Bye(code=code)))  # type: ignore[arg-type]  # codes are checked in a test
        self._loop.call_later(GOODBYE_S, self.drop)

    def drop(self) -> None:
        """Close; a client that does not complete the closing handshake is cut off."""
        self.closing = True
        if self._main is not None:
            self._main.cancel()
        self._loop.call_later(CLOSE_TIMEOUT_S, self._direct.abort)

    # ---- receiving

    async def run(self) -> None:
        """Serve until either side closes the connection."""
        self._main = asyncio.current_task()
        self._direct.listen(self)
        try:
            while (await self._receive())["type"] != "websocket.disconnect":
                pass
        except asyncio.CancelledError:
            if not self.closing:
                raise
        finally:
            self.closing = True
            for task in self._tasks:
                task.cancel()
            if self.room is not None:
                self.room.leave(self)
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def count(self, frames: int) -> bool:
        """Count what arrives against the limits of the connection and its address; False: close the connection.

        Requests over a limit are refused. A client that goes on is disconnected.
        """
        now = self._loop.time()
        address_frames = self.tables.address_limits.frames
        self._over_limit = not (self._frames.take(now, frames) and address_frames.take(self.address, now, frames))
        if not self._over_limit or self._overruns.take(now, frames):
            return True
        metrics.DROPPED.inc()
        return False

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
            if self._over_limit:
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
            if isinstance(request, Rename):
                self.tables.blocks.check_name(request.name)
            room.submit(QueuedCommand(request, guest, self))
        elif isinstance(request, Ping):
            self.send(encode(Pong(request.t, self.tables.now() if room is None else room.now())))
        elif isinstance(request, Hello):
            self._check_views()
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
        elif isinstance(request, AskOdds | AskAdvice | AskWhy):
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
        async with self.tables.greetings.turn(self.address):
            self._come_in(room, hello)

    def _come_in(self, room: Room, hello: Hello) -> None:
        mine = room.table.chairs_of(self.guest)
        if hello.chair is not None and hello.chair not in mine:
            raise Refused("not-your-chair" if hello.chair <= len(room.table.chairs) else "no-such-chair")
        check_may_watch(room.table, self.guest)
        if self.room is not None:
            self.room.leave(self)
        self.chair = hello.chair if hello.chair is not None else mine[0] if len(mine) == 1 else None
        self.lang = hello.lang
        self._welcome(room, mine, hello.have or 0)

    def _welcome(self, room: Room, mine: list[int], have: int) -> None:
        """Nothing can happen between these steps, so the client misses no event: first the past, then what comes."""
        self.room = room
        resumed = room.can_resume(self, have)
        self.send(encode(Welcome(PROTOCOL, __version__, mine, self.chair, resumed, room.now())))
        if resumed:
            room.tell_missed(self, have)
        else:
            self.send(room.teller.snapshot(self, room.now()))
        room.enter(self)

    def _check_views(self) -> None:
        """A whole view costs the server as much as many frames, so it counts as many."""
        now = self._loop.time()
        within = self._frames.take(now, FRAMES_PER_VIEW)
        of_address = self.tables.address_limits.frames.take(self.address, now, FRAMES_PER_VIEW // 4)
        if not within or not of_address:
            raise Refused("too-many-requests")

    def _look(self, room: Room, look: Look) -> None:
        self._check_views()
        if look.chair is not None:
            held(room.table, self.guest, look.chair)
        self.chair = look.chair
        self.lang = look.lang or self.lang
        self.send(room.teller.snapshot(self, room.now()))

    # ---- odds, advice, and why a move is not possible

    def _help(self, room: Room, request: AskOdds | AskAdvice | AskWhy) -> None:
        """Compute an answer from what the chair's seat has seen, away from the event loop."""
        table = room.table
        held(table, self.guest, request.chair)
        if table.phase != "playing" or table.round is None:
            raise Refused("not-now", phase=table.phase)
        if not table.help and not isinstance(request, AskWhy):
            raise Refused("help-forbidden")
        seat = table.seat_of(request.chair)
        assert seat is not None
        if table.round.turn != seat and not isinstance(request, AskOdds):
            raise Refused("not-your-turn")
        observation, at = table.round.observation(seat), len(table.steps)
        compute: Callable[[], Odds | Advice | Why]
        if isinstance(request, AskOdds):
            compute = partial(answers.odds, request.id, at, observation)
        elif isinstance(request, AskWhy):
            compute = partial(answers.why, request.id, at, observation, request.move, self.lang)
        else:
            settings = self.tables.settings
            word = int(settings.new_seed(room.id, table.position_n)[:16], 16)
            names = room.teller.names(seat, self.lang)
            bot, plan = settings.advisor_bot, self._plans.setdefault(request.chair, TurnPlan())
            compute = partial(answers.advice, request.id, at, bot, observation, self.lang, names, word, plan)
        self._start(self._send_help(request, compute))

    async def _send_help(self, request: AskOdds | AskAdvice | AskWhy, compute: Callable[[], Struct]) -> None:
        try:
            answer = await self.tables.computing.compute(self.address, self.guest, compute)
        except Refused as refused:
            self.refuse(refused, request.id)
        except Exception:  # our bug: answered all the same
            self._our_bug(request)
        else:
            self.send(encode(answer))


def _id_in(text: object) -> str | None:
    """The id in a message that could not be decoded, so that its sender knows which request failed."""
    try:
        id = msgspec.json.decode(text).get("id") if isinstance(text, str) and len(text) <= MAX_BYTES else None
    except (msgspec.MsgspecError, AttributeError, RecursionError, ValueError):
        return None
    return id if isinstance(id, str) and len(id) <= 40 else None
