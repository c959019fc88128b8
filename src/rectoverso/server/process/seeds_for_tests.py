"""For tests only: seeds and ids that are the same in every run.

A test names itself in a cookie. What its tables are dealt and what their bots choose follows from the test seed, this
name, and which of the test's tables it is, so that tests that run at the same time do not influence each other.
"""

from __future__ import annotations

import hashlib
import ipaddress
from collections import Counter
from contextvars import ContextVar
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING

from ...errors import BadInput
from .settings import ID_ALPHABET, ID_LENGTH, Settings

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

TEST_SEED = "RECTOVERSO_TEST_SEED"
COOKIE = "rectoverso-test"
"""A test's name, and after the last point which run of it this is: other runs get other ids, but the same deals."""
BOT_SECONDS = 3600.0
"""No search ends because the machine is busy."""
ADVISOR_BOT = "search:1000"

_test: ContextVar[str] = ContextVar("test", default="")


def on_this_machine(host: str) -> bool:
    """Whether an address is reachable from this machine only."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def refuse_beyond_this_machine(seed: str | None, host: str) -> None:
    """Deals that anybody can predict are not for guests."""
    if seed is not None and not on_this_machine(host):
        raise BadInput(
            f"{TEST_SEED} makes every deal predictable, so it is only for tests on this machine: "
            f"unset it, or listen on 127.0.0.1 instead of {host}"
        )


class Repeatable:
    """The source of seeds and ids in a test."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._ids: Counter[str] = Counter()
        self._names: dict[str, str] = {}

    def apply(self, settings: Settings) -> None:
        """Let nothing depend on luck or on the speed of the machine."""
        settings.repeatable = True
        settings.new_id, settings.new_seed = self.new_id, self.new_seed
        settings.bot_seconds, settings.advisor_bot = BOT_SECONDS, ADVISOR_BOT

    def new_id(self) -> str:
        """The next id of the test that asks."""
        test = _test.get()
        self._ids[test] += 1
        number = self._ids[test]
        digest = self._digest("id", test, number)
        id = "".join(ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in digest[:ID_LENGTH])
        name, _, _ = test.rpartition(".")
        self._names[id] = f"{name or test}/{number}"
        return id

    def new_seed(self, table: str, n: int) -> str:
        """The seed of a table at event number `n`."""
        return self._digest("seed", self._names.get(table, table), n).hex()

    def _digest(self, *parts: object) -> bytes:
        return hashlib.sha256("\0".join([self._seed, *map(str, parts)]).encode()).digest()


def note_test(app: ASGIApp) -> ASGIApp:
    """Middleware that remembers which test sent a request."""

    async def noted(scope: Scope, receive: Receive, send: Send) -> None:
        _test.set(_named(dict(scope.get("headers", ())).get(b"cookie", b"").decode("latin-1")))
        await app(scope, receive, send)

    return noted


def _named(header: str) -> str:
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found is not None else ""
