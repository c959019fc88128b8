"""The ASGI application: routes, sockets, pages for hosts, and how errors are answered."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cached_property, partial
from typing import Any, cast

import structlog
from litestar import Litestar, MediaType, Request, Response, asgi, get
from litestar.config.app import AppConfig
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Receive, Scope, Send
from msgspec.json import decode, encode
from prometheus_client import generate_latest

from ... import __version__
from ...errors import BadInput, Refused
from ...games.discovery import BrokenGame
from ..live.blocks_and_deletions import keep_reading
from ..live.connection import Connection
from ..live.tables import Tables
from ..messages.http import Problem
from ..process import metrics
from ..process.auth import Guest
from ..process.blocks import Blocks
from ..process.compilation import Compilation
from ..process.metrics_listener import metrics_listener
from ..process.seeds_for_tests import note_test, on_this_machine
from ..process.settings import Settings
from . import game_info, guest_cookie
from .api_docs import docs_page
from .guard import Guard, address
from .pages import File, Pages
from .previews import page_with, preview
from .routes import ROUTES, AnyRequest, preferred_language, tables_of
from .tables_for_tests import open_record
from .tcp_connections import CONNECTIONS, TcpConnections
from .websocket import DIRECT

log = structlog.get_logger("app")

_STATUS = {
    "no-such-table": 404, "not-found": 404, "bad-link": 404, "no-such-chair": 404, "not-your-chair": 403,
    "not-the-host": 403, "watching-forbidden": 403, "wrong-origin": 403, "blocked": 403, "not-signed-in": 401,
    "bad-input": 400, "too-many-requests": 429, "too-many-tables": 429, "too-large": 413, "game-not-ready": 503,
    "bad-name": 400,
}  # fmt: skip
_CONFLICT = 409
GOODBYE = "rectoverso.goodbye"
"""The key in the lifespan's state where the application leaves the function that tells clients of the stop."""
_HEALTH: dict[str | None, str] = {
    None: "ok",
    "not-writing": "The database is not accepting writes.",
    "damaged": "The database is damaged: stop the server and restore a backup (docs/hosting.md).",
}
GOODBYE_S = 0.05
"""Time allowed for the goodbye messages to be sent."""


def create_app(settings: Settings) -> Guard:
    """The whole server as one ASGI application."""
    pages = Pages(settings.page)
    sockets, connections, blocks = Sockets(), TcpConnections(settings), Blocks()

    @asgi("/api/socket", copy_scope=False)
    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        await sockets.serve(scope, receive, send)

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: AnyRequest) -> Response[bytes]:
        return await _page(request, pages)

    def add_routes(config: AppConfig) -> AppConfig:
        if settings.repeatable:
            config.route_handlers.append(open_record)
            config.middleware.append(note_test)
        config.route_handlers.extend([*ROUTES, socket, health, ready, metrics_page, docs, openapi, page])
        return config

    app = Application(
        {GOODBYE: sockets.goodbye, CONNECTIONS: connections},
        on_app_init=[add_routes],
        lifespan=[partial(_lifespan, settings=settings, sockets=sockets, connections=connections, blocks=blocks)],
        before_request=_check_body,
        exception_handlers={
            Refused: _refused,
            BadInput: _bad_input,
            BrokenGame: _broken_game,
            RecursionError: _too_deep,
            HTTPException: _http,
            Exception: _our_bug,
        },
        openapi_config=OpenAPIConfig(
            title="Recto Verso",
            version=__version__,
            description="Tables, rules and records. The games themselves are played over the socket.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        request_max_body_size=1 << 20,
        debug=False,
        logging_config=None,
    )
    return Guard(app, settings, blocks)


@asynccontextmanager
async def _lifespan(
    app: Litestar, *, settings: Settings, sockets: Sockets, connections: TcpConnections, blocks: Blocks
) -> AsyncGenerator[None, None]:
    """Open the tables, and do what is done all the time, until the server stops."""
    compilation = Compilation(list(game_info.loaded().values()), _announce)
    app.state.tables = tables = Tables(settings, compilation, blocks)
    loop = asyncio.get_running_loop()
    background = [
        loop.create_task(sockets.close_idle(settings.idle_seconds)),
        loop.create_task(connections.cut_off_overdue()),
        loop.create_task(keep_reading(tables, blocks, lambda: sockets.close_blocked(blocks))),
    ]
    with metrics_listener(settings.metrics_address):
        yield
    for task in background:
        task.cancel()
    await tables.close()


class Application(Litestar):
    """Litestar, which also answers HEAD and shares state with the server process."""

    def __init__(self, shared: dict[str, Any], **settings: Any) -> None:
        super().__init__(**settings)
        self._shared = shared

    @cached_property
    def described(self) -> bytes:
        """The description of the HTTP interface, made once: it takes as long as hundreds of moves."""
        return encode(self.openapi_schema.to_schema())

    @cached_property
    def docs_page(self) -> str:
        """The same for people."""
        return docs_page(decode(self.described))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """HEAD is handled as GET; uvicorn leaves the body out."""
        if scope["type"] == "lifespan":
            scope.setdefault("state", {}).update(self._shared)
        elif scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await super().__call__(scope, receive, send)


# ---- sockets


class Sockets:
    """All open connections."""

    def __init__(self) -> None:
        self._open: dict[Connection, Guest | None] = {}
        self._by_address: dict[str, int] = {}

    async def serve(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection, from its handshake to its end."""
        if scope["type"] != "websocket":
            await _send_problem(send, 404, Problem("not-found"))
            return
        tables: Tables = scope["litestar_app"].state.tables if "litestar_app" in scope else scope["app"].state.tables
        await receive()
        client = address(scope)
        if self._by_address.get(client, 0) >= tables.settings.max_connections_per_address:
            await send({"type": "websocket.close", "code": 1008})
            return
        guest = guest_cookie.guest_in(_cookies(scope), tables.signer, tables.settings)
        await send({"type": "websocket.accept"})
        direct = scope["extensions"][DIRECT]["socket"]
        connection = Connection(tables, guest.id if guest else "", client, receive, direct)
        self._open[connection] = guest
        self._by_address[client] = self._by_address.get(client, 0) + 1
        metrics.CONNECTIONS.inc()
        self.close_blocked(tables.blocks, connection)
        try:
            await connection.run()
        finally:
            del self._open[connection]
            metrics.CONNECTIONS.dec()
            self._by_address[client] -= 1
            if not self._by_address[client]:
                del self._by_address[client]

    async def close_idle(self, timeout_s: float) -> None:
        """Close connections that have been silent for too long."""
        while True:
            await asyncio.sleep(min(10.0, timeout_s / 2))
            now = asyncio.get_running_loop().time()
            for connection in list(self._open):
                if now - connection.last_heard > timeout_s:
                    connection.drop()

    def close_blocked(self, blocks: Blocks, *connections: Connection) -> None:
        """Close those of these connections, or of all, that the host has blocked."""
        for connection in connections or list(self._open):
            guest = self._open[connection]
            if blocks.has_address(connection.address) or (guest is not None and blocks.has_name(guest.name)):
                connection.bye("blocked")

    async def goodbye(self) -> None:
        """Tell all clients that the server stops."""
        for connection in list(self._open):
            connection.bye("shutting-down")
        if self._open:
            await asyncio.sleep(GOODBYE_S)


def _cookies(scope: Any) -> dict[str, str]:
    """The cookies of a handshake; of two with one name the first counts."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        if name == b"cookie":
            for part in value.decode("latin-1").split(";"):
                key, _, text = part.strip().partition("=")
                found.setdefault(key, text.strip('"'))
    return found


async def _send_problem(send: Any, status: int, problem: Problem) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": encode(problem)})


def _announce(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


# ---- pages for hosts


@get("/health", media_type=MediaType.TEXT, include_in_schema=False)
async def health(request: AnyRequest) -> Response[str]:
    """Whether the server runs, the database accepts writes, and none of its pages is damaged."""
    problem = await tables_of(request).health_check.problem()
    return Response(_HEALTH[problem] + "\n", status_code=503 if problem else 200)


@get("/ready", include_in_schema=False)
async def ready(request: AnyRequest) -> Response[dict[str, int]]:
    """Whether every game can be played: by game, the seconds until it can."""
    seconds = tables_of(request).compilation.seconds()
    return Response(seconds, status_code=503 if any(seconds.values()) else 200)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics_page(request: AnyRequest) -> str:
    """The metrics, for a Prometheus on this machine; a client behind a proxy has another address."""
    if not tables_of(request).settings.metrics or not on_this_machine(address(request.scope)):
        raise Refused("not-found")
    return generate_latest(metrics.REGISTRY).decode()


@get("/api/docs", media_type=MediaType.HTML, include_in_schema=False)
async def docs(request: AnyRequest) -> str:
    """The HTTP interface, for people."""
    return cast("Application", request.app).docs_page


@get("/api/openapi.json", include_in_schema=False)
async def openapi(request: AnyRequest) -> Response[bytes]:
    """The HTTP interface, for programs."""
    return Response(cast("Application", request.app).described, media_type=MediaType.JSON)


async def _page(request: AnyRequest, pages: Pages) -> Response[bytes]:
    """A file; or the page itself, with a head that says what stands behind this address."""
    path = request.scope["path"]
    found = None if path.startswith("/api/") else pages.find(path)
    if found is None:
        raise Refused("not-found")
    if found is not pages.start or path == "/index.html":  # the service worker keeps that one, as it is
        return _file(request, found)
    tables = tables_of(request)
    lang = preferred_language(request.headers.get("accept-language", ""))
    shown = await preview(tables, pages, path, lang)
    scheme = "https" if tables.settings.secure else request.scope["scheme"]
    host = request.headers.get("host", "")
    with_head = page_with(pages.start.body, shown, f"{scheme}://{host}", path, lang)
    answer = _file(request, with_head, 200 if shown.found else 404)
    answer.headers["vary"] = "accept-encoding, accept-language"
    return answer


def _file(request: AnyRequest, found: File, status: int = 200) -> Response[bytes]:
    cache = "public, max-age=31536000, immutable" if found.immutable else "no-cache"
    headers = {"cache-control": cache, "etag": found.etag, "vary": "accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == found.etag:
        return Response(b"", status_code=304, headers=headers, media_type=found.media_type)
    if found.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        packed = {**headers, "content-encoding": "gzip"}
        return Response(found.gzipped, status_code=status, headers=packed, media_type=found.media_type)
    return Response(found.body, status_code=status, headers=headers, media_type=found.media_type)


# ---- errors


async def _check_body(request: Request[Any, Any, Any]) -> None:
    """Every POST has a body; without this check the framework would answer in its own words."""
    if request.method == "POST" and not await request.body():
        raise BadInput("the body is missing: send a JSON object")


def _refused(request: Request[Any, Any, Any], refused: Refused) -> Response[Problem]:
    metrics.REFUSED.labels(refused.code).inc()
    return _problem(Problem(refused.code, refused.details), _STATUS.get(refused.code, _CONFLICT))


def _bad_input(request: Request[Any, Any, Any], error: BadInput) -> Response[Problem]:
    metrics.REFUSED.labels("bad-input").inc()
    return _problem(Problem("bad-input", {"error": str(error)}), 400)


def _broken_game(request: Request[Any, Any, Any], error: BrokenGame) -> Response[Problem]:
    """Why it does not load concerns only the host, and is in the log."""
    return _problem(Problem("bad-input", {"error": "this game cannot be played here now"}), 400)


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    return _problem(Problem("bad-input", {"error": "nested too deeply"}), 400)


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework refuses: an unknown path, a wrong method, a body that does not fit its schema."""
    status = error.status_code
    if status >= 500:
        return _our_bug(request, error)
    code = {404: "not-found", 405: "not-found", 413: "too-large"}.get(status, "bad-input")
    metrics.REFUSED.labels(code).inc()
    extra = [str(part.get("message", ""))[:200] for part in error.extra or [] if isinstance(part, dict)]
    details = {"error": "; ".join(extra) or str(error.detail)[:200]} if code == "bad-input" else {}
    response = _problem(Problem(code, details), status)
    if error.headers:
        response.headers.update(error.headers)
    return response


def _our_bug(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    metrics.ERRORS.inc()
    log.error("request failed", route=str(request.scope.get("path_template", "")), exc_info=error)
    return _problem(Problem("busy"), 500)


def _problem(problem: Problem, status: int) -> Response[Problem]:
    return Response(problem, status_code=status, media_type=MediaType.JSON)
