"""Attacks on what the server does for guests: bots, advice, replays, lists, the lobby, long logs, deletion."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.repository.tree import ROOT
from tests.server.attacks.attack import Attack, Target

TABLES_PER_GUEST = 50
PAUSE_S = 0.05
"""After a refusal: the attackers are not to slow the machine down by themselves."""
FRAMES_PER_SECOND = 300
"""What an address may send on all its sockets."""
LONG_LOG = 31_000
"""Events that `undo_for_ever` would write, if it could."""

Answer = dict[str, Any]


class HostileGuest:
    """Somebody with a cookie, from the address of the attack."""

    def __init__(self, target: Target) -> None:
        self._target = target
        transport = httpx.AsyncHTTPTransport(local_address=target.source)
        address = f"http://{target.host}:{target.port}"
        self.http = httpx.AsyncClient(
            transport=transport, base_url=address, headers={"X-Rectoverso": "1"}, timeout=30.0
        )
        self._ids = itertools.count(1)

    async def come(self) -> None:
        """Get a cookie."""
        while (await self.http.get("/api/site")).status_code != 200:
            await asyncio.sleep(PAUSE_S)

    async def post(self, path: str, body: object) -> httpx.Response:
        """Send a request."""
        return await self.http.post(path, json=body)

    async def open(self, game: str, *chairs: Answer, **more: Any) -> str | None:
        """Open a table; None if that is refused."""
        answer = await self.post("/api/tables", {"game": game, "chairs": list(chairs), **more})
        return str(answer.json()["table"]) if answer.status_code == 201 else None

    async def window(self, table: str, **hello: Any) -> ClientConnection:
        """A socket that has said hello."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        socket = await connect(
            f"ws://{self._target.host}:{self._target.port}/api/socket",
            additional_headers={"Cookie": cookie},
            local_addr=(self._target.source, 0),
            compression=None,
            max_size=None,
        )
        await self.say(socket, "hello", protocol=1, table=table, **hello)
        return socket

    async def say(self, socket: ClientConnection, kind: str, **fields: Any) -> None:
        """Send a message."""
        if kind not in ("hello", "look"):
            fields = {"id": f"a{next(self._ids)}", "chair": 1, **fields}
        await socket.send(json.dumps({"type": kind, **fields}))

    async def dealt(self, socket: ClientConnection) -> Answer:
        """Take no part in the draw, and wait for the deal; the message that shows it."""
        async for text in socket:
            message = json.loads(text)
            table = message.get("table", {})
            if table.get("phase") == "committing" and message.get("what") in (None, "preparing"):
                await self.say(socket, "commit", commitment=None)
            elif table.get("phase") == "playing":
                return dict(message)
        raise ConnectionResetError


def _bot(level: str) -> Answer:
    return {"kind": "bot", "level": level}


ME = {"kind": "me"}


def attack(target: Target, work: Callable[[HostileGuest, int], Awaitable[None]], guests: int) -> None:
    """A number of guests do the work again and again."""

    async def again_and_again(number: int) -> None:
        guest = HostileGuest(target)
        await guest.come()
        while True:
            with suppress(OSError, httpx.HTTPError, WebSocketException):
                await work(guest, number)
            await asyncio.sleep(PAUSE_S)

    async def all_at_once() -> None:
        await asyncio.gather(*map(again_and_again, range(guests)))

    asyncio.run(all_at_once())


# ---- pages and lists


PAGES = [
    "/api/openapi.json", "/api/docs", "/api/site", "/api/privacy", "/api/tables", "/api/lobby", "/", "/join/nothing",
    "/api/rules/titus/en", "/api/exercises/titus/1", "/api/daily/nummerus/2026-11-18/0",
]  # fmt: skip


def page_flood(target: Target) -> None:
    """Everything that can be asked for without a body, again and again."""

    async def work(guest: HostileGuest, number: int) -> None:
        answers = await asyncio.gather(*map(guest.http.get, PAGES))
        if any(answer.status_code == 200 for answer in answers):
            target.under_way()

    attack(target, work, guests=target.count)


def deletion_flood(target: Target) -> None:
    """Guests who open tables, ask ten times at once to be deleted, and come back as somebody new."""

    async def work(guest: HostileGuest, number: int) -> None:
        for _ in range(3):
            await guest.open("nummerus", ME)
        answers = await asyncio.gather(*(guest.http.delete("/api/guest") for _ in range(10)))
        if any(answer.status_code == 200 for answer in answers):
            target.under_way()
        guest.http.cookies.clear()
        await guest.come()

    attack(target, work, guests=target.count)


# ---- bots


def master_tables(target: Target) -> None:
    """`count` tables with five master bots each, and somebody connected to as many as the server allows."""
    sockets: list[ClientConnection] = []

    async def work(guest: HostileGuest, number: int) -> None:
        if len(sockets) >= target.count:
            return
        table = await guest.open("janus", ME, *[_bot("master")] * 5, random_seats=False, first_chair=2)
        if table is None:
            return
        socket = await guest.window(table)
        sockets.append(socket)
        await guest.dealt(socket)
        target.under_way()

    attack(target, work, guests=1 + target.count // TABLES_PER_GUEST)


# ---- computing


def replay_flood(target: Target) -> None:
    """Records of long games, to be shown step by step."""
    lines = (ROOT / "tests/samples/titus.jsonl").read_text("utf-8").splitlines()
    record = max(map(json.loads, lines), key=lambda record: len(record["moves"]))
    body = {"record": {key: record[key] for key in ("format", "game", "players", "options", "deal", "moves")}}

    async def work(guest: HostileGuest, number: int) -> None:
        if (await guest.post("/api/replay", body)).status_code == 200:
            target.under_way()

    attack(target, work, guests=target.count)


def advice_flood(target: Target) -> None:
    """Guests who ask for advice all the time."""

    async def work(guest: HostileGuest, number: int) -> None:
        table = await guest.open("titus", ME, _bot("novice"), random_seats=False)
        if table is None:
            return
        socket = await guest.window(table)
        await guest.dealt(socket)
        while True:
            await guest.say(socket, "advise")
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "advice":
                    target.under_way()
                if message["type"] in ("advice", "refused"):
                    break
            await asyncio.sleep(PAUSE_S)

    attack(target, work, guests=target.count)


# ---- tables


def lobby_flood(target: Target) -> None:
    """Public tables that wait for people, as many as possible, by many guests."""

    async def work(guest: HostileGuest, number: int) -> None:
        await guest.open("nummerus", ME, {"kind": "open"})
        await guest.http.get("/api/lobby")
        target.under_way()

    attack(target, work, guests=target.count)


def undo_for_ever(target: Target) -> None:
    """Guests who play and undo for as long as they may, then say hello again and again with an old past."""

    async def work(guest: HostileGuest, number: int) -> None:
        table = await guest.open("nummerus", ME)
        if table is None:
            return
        socket = await guest.window(table)
        n = await _play_and_undo(guest, socket, await guest.dealt(socket))
        target.under_way()
        while True:
            await guest.say(socket, "hello", protocol=1, table=table, have=max(1, n - 90))
            async for text in socket:
                message = json.loads(text)
                if message.get("n", 0) >= n or message["type"] == "refused":
                    break

    attack(target, work, guests=target.count)


async def _play_and_undo(guest: HostileGuest, socket: ClientConnection, dealt: Answer) -> int:
    """Write a log that is as long as the server allows; the number of its last event."""
    n, legal = dealt["n"], dealt["position"]["view"]["legal"]
    played = False
    await guest.say(socket, "play", against=n, move=legal[0])
    async for text in socket:
        message = json.loads(text)
        if message.get("code") == "too-often" or n >= LONG_LOG:
            break
        n = max(n, message.get("n", 0))
        if message["type"] == "moved" or message.get("what") == "undone":
            played = message["type"] == "moved"
        elif message["type"] != "refused":
            continue
        await asyncio.sleep(PAUSE_S)
        if played:
            await guest.say(socket, "undo", against=n)
        else:
            await guest.say(socket, "play", against=n, move=legal[0])
    return int(n)


def crowd_that_reacts(target: Target) -> None:
    """A table with `count` windows of one player, who reacts in all of them: each reaction is told to all."""

    async def work(guest: HostileGuest, number: int) -> None:
        table = await guest.open("nummerus", ME)
        if table is None:
            return
        windows = [await guest.window(table) for _ in range(target.count)]
        target.under_way()
        await asyncio.gather(*(react(guest, window) for window in windows), *map(_read_all, windows))

    async def react(guest: HostileGuest, window: ClientConnection) -> None:
        while True:
            await guest.say(window, "react", reaction="wow")
            await asyncio.sleep(target.count / FRAMES_PER_SECOND)

    attack(target, work, guests=1)


async def _read_all(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


TABLE_ATTACKS = [
    Attack(master_tables, few=4, many=400),
    Attack(replay_flood, few=2, many=20),
    Attack(advice_flood, few=2, many=20),
    Attack(lobby_flood, few=4, many=40),
    Attack(undo_for_ever, few=1, many=10),
    Attack(page_flood, few=4, many=40),
    Attack(deletion_flood, few=2, many=20),
    Attack(crowd_that_reacts, few=10, many=150),
]
