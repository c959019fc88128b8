"""One socket: reads requests, sends messages, and is dropped if its reader does not keep up."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from typing import Any

import msgspec
import structlog

from ... import __version__
from ...errors import Refused
from ...table.commands import PlayerCommand
from ..http.fast_websocket import FastWebSocketProtocol
from ..http.limits import Bucket
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
from .room import QueuedCommand, Room
from .tables import Tables

log = structlog.get_logger("connection")

MAX_EARLY = 256
"""So many messages wait while a hello is being answered."""
MAX_BYTES_BEHIND = 1 << 20
"""A reader who is further behind than that is dropped."""
CLOSING = 2.0
"""Seconds that the other side has to take what is still on its way to it."""

Send = Callable[[dict[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


class Connection:
    """A window of a guest on one table: a `Reader`."""

    def __init__(
        self, tables: Tables, guest: str, receive: Receive, send: Send, direct: FastWebSocketProtocol | None = None
    ) -> None:
        self.tables, self.guest = tables, guest
        self._direct = direct
        self._coming_in = False
        self._early: deque[str | None] = deque()
        self.chair: int | None = None
        self.lang: Language = "en"
        self.room: Room | None = None
        self._receive, self._send = receive, send
        self._loop = asyncio.get_running_loop()
        self._outgoing: deque[bytes] = deque()
        self._behind = 0
        self._waiting: asyncio.Future[None] | None = None
        settings = tables.settings
        self.heard = self._loop.time()
        self._bucket = Bucket(settings.request_rate, settings.request_burst, self.heard)
        self._main: asyncio.Task[Any] | None = None
        self._errands: set[asyncio.Task[None]] = set()
        self.closing = False

    # ---- sending

    def send(self, message: bytes) -> None:
        """Put a message on its way; whoever is too far behind is dropped."""
        if self.closing:
            return
        behind = self._put(message) if self._direct is None else self._direct.write(message)
        if behind > MAX_BYTES_BEHIND:
            metrics.DROPPED.inc()
            self.bye("too-slow")

    def _put(self, message: bytes) -> int:
        """How many bytes the other side has not yet taken."""
        if self._direct is not None:
            return self._direct.write(message)
        self._outgoing.append(message)
        self._behind += len(message)
        if self._waiting is not None:
            self._waiting.set_result(None)
            self._waiting = None
        return self._behind

    async def _write(self) -> None:
        """Where there is no shorter way: one message after the other, as the other side takes them."""
        outgoing, send = self._outgoing, self._send
        while True:
            while outgoing:
                message = outgoing.popleft()
                self._behind -= len(message)
                await send({"type": "websocket.send", "text": message.decode()})
            if self.closing:
                return
            self._waiting = self._loop.create_future()
            await self._waiting

    def acknowledge(self, id: str, n: int) -> None:
        """Answer a request: done as event number n."""
        self.send(encode(Ack(id, n)))

    def refuse(self, refused: Refused, id: str | None = None) -> None:
        """Answer with a refusal; a stale move also gets the present view."""
        metrics.REFUSED.labels(refused.code).inc()
        self.send(encode(Refusal(code=refused.code, id=id, details=refused.details)))  # type: ignore[arg-type]  # codes are checked in a test
        if refused.code == "stale" and self.room is not None:
            self.send(self.room.teller.snapshot(self, self.tables.now()))

    def bye(self, code: str) -> None:
        """Say why, send what is still to be sent, and close."""
        if self.closing:
            return
        self.closing = True
        self._put(encode(Bye(code=code)))  # type: ignore[arg-type]  # codes are checked in a test
        self._loop.call_later(0.25, self.drop)

    def drop(self) -> None:
        """Close; whoever does not even take the closing is cut off."""
        self.closing = True
        if self._main is not None:
            self._main.cancel()
        if self._direct is not None:
            self._loop.call_later(CLOSING, self._direct.cut)

    # ---- receiving

    async def run(self) -> None:
        """Until the other side, or we, have had enough."""
        self._main = asyncio.current_task()
        if self._direct is not None:
            self._direct.hear = self.hear
        writer = self._loop.create_task(self._write())
        try:
            while True:
                event = await self._receive()
                if event["type"] == "websocket.disconnect":
                    break
                self.hear(event.get("text"))
        except asyncio.CancelledError:
            if not self.closing:
                raise
        finally:
            self.closing = True
            writer.cancel()
            for errand in self._errands:
                errand.cancel()
            if self.room is not None:
                self.room.leave(self)
            await asyncio.gather(writer, *self._errands, return_exceptions=True)

    def hear(self, text: str | None) -> None:
        """A message has come; while a hello is being answered, the next ones wait."""
        if self._coming_in:
            if len(self._early) < MAX_EARLY:
                self._early.append(text)
            return
        self.heard = self._loop.time()
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
        """The request that a message holds; None if it was refused."""
        try:
            if not self._bucket.take(self.heard):
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
            self.send(encode(Pong(request.t, self.tables.now())))
        elif isinstance(request, Hello):
            self._coming_in = True
            self._run_errand(self._come_in(request))
        elif room is None:
            raise Refused("hello-first")
        elif isinstance(request, Look):
            self._look(room, request)
        elif isinstance(request, React):
            _held(room, guest, request.chair)
            room.react(request.chair, request.reaction, f"{guest}:{request.id}")
            self.acknowledge(request.id, room.table.n)
        elif isinstance(request, AskOdds | AskAdvice):
            self._help(room, request)

    def _run_errand(self, errand: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    # ---- coming in

    async def _come_in(self, hello: Hello) -> None:
        """A hello takes its time: the table may have to be brought back from its log."""
        try:
            await self._hello(hello)
        except Refused as refused:
            self.refuse(refused)
        except Exception:  # our bug, not theirs: logged and answered
            self._our_bug(hello)
        self._coming_in = False
        while self._early and not self._coming_in:
            self.hear(self._early.popleft())

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
        if not mine and not room.table.setup.watching:
            raise Refused("watching-forbidden")
        past = await asyncio.to_thread(self.tables.store.log, hello.table) if hello.have else []
        if self.room is not None:
            self.room.leave(self)
        self.chair = hello.chair if hello.chair is not None else mine[0] if len(mine) == 1 else None
        self.lang = hello.lang
        self._welcome(room, mine, hello.have or 0, past)

    def _welcome(self, room: Room, mine: list[int], have: int, past: Any) -> None:
        """From here on nothing can happen in between: what was missed, then what comes."""
        self.room = room
        resumed = room.can_resume(self, have, past)
        self.send(encode(Welcome(PROTOCOL, __version__, mine, self.chair, resumed, self.tables.now())))
        if resumed:
            room.tell_missed(self, have, past)
        else:
            self.send(room.teller.snapshot(self, self.tables.now()))
        room.enter(self)

    def _look(self, room: Room, look: Look) -> None:
        if look.chair is not None:
            _held(room, self.guest, look.chair)
        self.chair = look.chair
        self.lang = look.lang or self.lang
        self.send(room.teller.snapshot(self, self.tables.now()))

    # ---- help

    def _help(self, room: Room, request: AskOdds | AskAdvice) -> None:
        """Odds and advice are computed from what the chair's seat has seen, away from the loop."""
        _held(room, self.guest, request.chair)
        table = room.table
        if table.phase != "playing" or table.round is None:
            raise Refused("not-now", phase=table.phase)
        if not table.help:
            raise Refused("help-forbidden")
        seat = table.seat_of(request.chair)
        assert seat is not None
        if isinstance(request, AskAdvice) and table.round.turn != seat:
            raise Refused("not-your-turn")
        from .help import advice, odds

        observation, game, at, lang = table.round.observation(seat), table.game, len(table.steps), self.lang
        names = room.teller.names(seat, lang)
        word = int(self.tables.settings.seed()[:16], 16)
        bot_workers, guest = self.tables.bot_workers, self.guest

        async def errand() -> None:
            try:
                if isinstance(request, AskOdds):
                    found = await bot_workers.help(guest, lambda: odds(game, observation))
                    self.send(encode(Odds(request.id, at, found)))
                else:
                    found = await bot_workers.help(guest, lambda: advice(game, observation, lang, names, word))
                    self.send(encode(Advice(request.id, at, found)))
            except Refused as refused:
                self.refuse(refused, request.id)
            except Exception:  # our bug: answered all the same
                log.exception("help failed", game=game.name)
                self.refuse(Refused("busy"), request.id)

        self._run_errand(errand())


def _held(room: Room, guest: str, chair: int) -> None:
    from ...table.decide import held

    held(room.table, guest, chair)


def _id_in(text: object) -> str | None:
    """The id of a request that could not be read otherwise, so that its sender knows which one it was."""
    try:
        id = msgspec.json.decode(text).get("id") if isinstance(text, str) and len(text) <= MAX_BYTES else None
    except (msgspec.MsgspecError, AttributeError, RecursionError, ValueError):
        return None
    return id if isinstance(id, str) and len(id) <= 40 else None
