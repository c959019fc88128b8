"""Checks every request (host, origin, forgery, rate, size) and adds security headers to every response."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog

from ..messages.http import Problem
from ..process import metrics
from ..process.blocks import Blocks
from ..process.rate_limits import Buckets, limited_address
from ..process.seeds_for_tests import on_this_machine
from ..process.settings import Settings

log = structlog.get_logger("guard")

MAX_BODY_BYTES = 512 * 1024
HEADER = b"x-rectoverso"
"""Another site's page cannot send this header without permission: our protection against forged requests."""

_POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "media-src 'self' data:", "base-uri 'none'",
        "object-src 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ]
)  # fmt: skip
_SECURITY = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
]
_FOR_MONITORS = ("/health", "/ready")
_METRICS = "/metrics"
_HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Guard:
    """Wraps the application."""

    def __init__(self, app: App, settings: Settings, blocks: Blocks) -> None:
        self._app, self._settings, self._blocks = app, settings, blocks
        self._addresses = Buckets(settings.http_rate, settings.http_burst)
        self._told_of_hosts = False
        self._headers = [*_SECURITY, _HTTPS_ONLY] if settings.secure else _SECURITY

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        problem = self._problem(scope, headers)
        if scope["type"] == "websocket":
            if problem is None:
                await self._app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
        elif problem is not None:
            await self._refuse(problem, send)
        else:
            await self._app(scope, receive, self._with_headers(scope, send))

    def _problem(self, scope: Scope, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        """Why a request is refused: status and code; None if it is fine."""
        if self._settings.repeatable and not on_this_machine(address(scope)):
            return 403, "wrong-origin"
        if self._blocks.has_address(address(scope)):
            return 403, "blocked"
        if not self._host_allowed(scope, headers):
            return 421, "wrong-origin"
        if not self._origin_allowed(headers):
            return 403, "wrong-origin"
        changes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and HEADER not in headers:
            return 403, "wrong-origin"
        if changes and not _small_enough(headers):
            return 413, "too-large"
        if not self._addresses.take(address(scope), asyncio.get_running_loop().time()):
            return 429, "too-many-requests"
        return None

    def _host_allowed(self, scope: Scope, headers: dict[bytes, bytes]) -> bool:
        """Whether a request names a host that the server answers to.

        Monitors may use any name. Metrics are for this machine, under its loopback names: under any other name
        a stranger's page could read them (DNS rebinding).
        """
        hosts, name = self._settings.hosts, _host_name(headers)
        if not hosts or name in hosts or scope["path"] in _FOR_MONITORS:
            return True
        if scope["path"] == _METRICS and on_this_machine(name.strip("[]")):
            return True
        if not self._told_of_hosts:
            self._told_of_hosts = True
            log.warning("a host name was refused; RECTOVERSO_HOSTS lists those to answer to", host=name[:100])
        return False

    def _origin_allowed(self, headers: dict[bytes, bytes]) -> bool:
        """Browsers name the site that a page came from; programs send no origin."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        text = origin.decode("latin-1")
        return text in self._settings.origins or _site(text) == headers.get(b"host", b"").decode("latin-1")

    async def _refuse(self, problem: tuple[int, str], send: Send) -> None:
        status, code = problem
        metrics.REFUSED.labels(code).inc()
        body = msgspec.json.encode(Problem(code))
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if status == 429:
            headers.append((b"connection", b"close"))  # the next request then meets the limit of new connections
        await send({"type": "http.response.start", "status": status, "headers": [*headers, *self._headers]})
        await send({"type": "http.response.body", "body": body})

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        api = scope["path"].startswith("/api/")

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *self._headers]
                if api:
                    headers.append((b"cache-control", b"no-store"))
                message = {**message, "headers": headers}
            await send(message)

        return sending


def _site(origin: str) -> str | None:
    """The host in an origin; None if it is not a URL."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def address(scope: Mapping[str, Any]) -> str:
    """The client's address, as limits count it."""
    client = scope.get("client")
    return limited_address(client[0] if client else "local")


def _host_name(headers: dict[bytes, bytes]) -> str:
    """The host name of a request, without its port; an IPv6 address keeps its brackets."""
    host = headers.get(b"host", b"").decode("latin-1").lower()
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).removesuffix(".")


def _small_enough(headers: dict[bytes, bytes]) -> bool:
    """Bodies must state their length."""
    length = headers.get(b"content-length", b"")
    if not length:
        return b"transfer-encoding" not in headers
    return length.isdigit() and int(length) <= MAX_BODY_BYTES
