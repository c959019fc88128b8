"""The HTTP interface (docs/protocol.md): guests, tables, links, records, rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar, get_args

from litestar import Request, Response, delete, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, Parameter, QueryParameter

from ... import __version__
from ...errors import Refused
from ...games.game import Game
from ...table import player_names
from ...table.decide import check_may_watch, held
from ...table.round_record import round_record as record_of
from ...words import LANGUAGES
from ..live.deletion import delete_guest, empty_journal, end_cookies
from ..live.table_message import table_message
from ..live.tables import Tables
from ..messages import http as http_messages
from ..messages.common import Language, Level, Reaction
from ..messages.socket import PROTOCOL
from ..process.auth import Guest
from . import (
    daily,
    exercises,
    game_info,
    guest_cookie,
    joining_tables,
    lessons,
    opening_tables,
    privacy,
    record_replay,
    table_lists,
)
from .guard import address
from .joining_tables import existing_room

AnyRequest = Request[Any, Any, Any]
T = TypeVar("T")
TablePath = Annotated[str, Parameter(description="The table's id.", max_length=40)]
LinkPath = Annotated[str, Parameter(description="The last part of /join/…", max_length=200)]
RoundPath = Annotated[int, Parameter(description="Which round, from 1.", ge=1, le=100_000)]


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals that a request may get; some are possible everywhere."""
    described = {
        400: "The request cannot be read.",
        401: "No cookie yet: ask for /api/site first.",
        403: "Not allowed.",
        404: "There is no such thing.",
        409: "Not possible now.",
        413: "Too large.",
        421: "Another host's name.",
        429: "Too many requests.",
    }
    wanted = sorted({400, 403, 421, 429, *statuses})
    return {
        status: ResponseSpec(http_messages.Problem, description=described[status], generate_examples=False)
        for status in wanted
    }


def tables_of(request: AnyRequest) -> Tables:
    """The registry of all tables."""
    tables: Tables = request.app.state.tables
    return tables


def guest_of(request: AnyRequest) -> Guest:
    """Who sent the request; refuses requests without our cookie."""
    guest = known_guest(request)
    if guest is None:
        raise Refused("not-signed-in")
    return guest


def known_guest(request: AnyRequest) -> Guest | None:
    """Who sent the request; None without our cookie."""
    tables = tables_of(request)
    return guest_cookie.guest_in(request.cookies, tables.signer, tables.settings)


def address_of(request: AnyRequest) -> str:
    """The address it came from."""
    return address(request.scope)


def new_guest(request: AnyRequest) -> Guest:
    """A new guest, unless too many have come from the same address."""
    tables = tables_of(request)
    if not tables.address_limits.new_guests.take(address_of(request), asyncio.get_running_loop().time()):
        raise Refused("too-many-requests")
    return tables.signer.new_guest()


def with_cookie(request: AnyRequest, content: T, guest: Guest) -> Response[T]:
    """A response that renews the guest's cookie."""
    tables = tables_of(request)
    return Response(content, cookies=guest_cookie.renewed(guest, request.cookies, tables.signer, tables.settings))


def preferred_language(header: str) -> Language:
    """The language that a browser prefers, of those we have."""
    choices: list[tuple[float, int, Language]] = []
    for place, part in enumerate(header[:500].split(",")):
        tag, _, weight = part.partition(";q=")
        code = tag.strip().lower()[:2]
        try:
            quality = float(weight) if weight else 1.0
        except ValueError:
            continue
        if code in LANGUAGES:
            choices.append((-quality, place, code))  # type: ignore[arg-type]  # one of LANGUAGES
    return min(choices)[2] if choices else "en"


# ---- guests


@get("/api/site", responses=refusals())
async def site(request: AnyRequest) -> Response[http_messages.Site]:
    """Who I am here, and what can be played. Gives the cookie that everything else needs."""
    tables = tables_of(request)
    guest = known_guest(request) or new_guest(request)
    answer = http_messages.Site(
        version=__version__,
        protocol=PROTOCOL,
        name=guest.name,
        lang=preferred_language(request.headers.get("accept-language", "")),
        languages=list(LANGUAGES),
        games=game_info.games(),
        levels=list(get_args(Level)),
        reactions=list(get_args(Reaction)),
        ready_in=tables.compilation.seconds(),
    )
    return with_cookie(request, answer, guest)


@get("/api/ready", responses=refusals())
async def ready(request: AnyRequest) -> http_messages.ReadyIn:
    """When each game can be played."""
    return http_messages.ReadyIn(tables_of(request).compilation.seconds())


@post("/api/name", status_code=200, responses=refusals(401, 409, 413))
async def set_name(request: AnyRequest, data: JSONBody[http_messages.SetName]) -> Response[http_messages.SetName]:
    """What I am called from now on; cleaned."""
    name = player_names.clean(data.name)
    tables_of(request).blocks.check_name(name)
    guest = Guest(guest_of(request).id, name)
    return with_cookie(request, http_messages.SetName(name), guest)


# ---- privacy


@get("/api/privacy", responses=refusals(401))
async def show_privacy(request: AnyRequest) -> http_messages.Privacy:
    """How long things are kept here, and the other devices that hold a chair of mine."""
    return await privacy.privacy(tables_of(request), guest_of(request))


@post("/api/devices/revoke", status_code=200, responses=refusals(401, 404, 409, 413))
async def revoke_device(request: AnyRequest, data: JSONBody[http_messages.RevokeDevice]) -> http_messages.Privacy:
    """Take my chairs away from another device."""
    return await privacy.revoke(tables_of(request), guest_of(request), data.device)


@delete("/api/guest", status_code=200, responses=refusals(401, 409))
async def delete_me(request: AnyRequest) -> Response[http_messages.Deleted]:
    """Delete me and my tables; where others play I become "a guest"."""
    tables, guest = tables_of(request), guest_of(request)
    async with tables.deletions.turn(guest.id):  # who asks a hundred times at once is deleted once
        await delete_guest(tables, guest.id)
        await end_cookies(tables, guest.id)
        await delete_guest(tables, guest.id)  # from tables that they came to meanwhile, with another window
    await empty_journal(tables)
    return Response(http_messages.Deleted(), cookies=guest_cookie.removed(request.cookies, tables.settings))


# ---- tables


@post("/api/tables", responses=refusals(401, 409, 413))
async def open_table(request: AnyRequest, data: JSONBody[http_messages.OpenTable]) -> http_messages.TableOpened:
    """Open a table."""
    return await opening_tables.open_table(tables_of(request), guest_of(request), data, address_of(request))


@post("/api/quick", status_code=200, responses=refusals(401, 409, 413))
async def quick_match(request: AnyRequest, data: JSONBody[http_messages.QuickMatch]) -> http_messages.Joined:
    """Sit down at a public table that waits, or open one."""
    return await opening_tables.quick_match(tables_of(request), guest_of(request), data, address_of(request))


@get("/api/lobby", responses=refusals())
async def lobby(request: AnyRequest) -> http_messages.Lobby:
    """Public tables."""
    return await table_lists.lobby(tables_of(request))


@get("/api/tables", responses=refusals(401))
async def my_tables(request: AnyRequest) -> http_messages.MyTables:
    """My games."""
    return await table_lists.my_tables(tables_of(request), guest_of(request))


@get("/api/tables/{table:str}", responses=refusals(401, 404))
async def one_table(request: AnyRequest, table: TablePath) -> http_messages.TableAnswer:
    """A table as I may see it; where watching is off, only for those who sit there or may still sit down."""
    room, guest = await existing_room(tables_of(request), table), guest_of(request).id
    invited = room.table.phase == "waiting" and (room.table.setup.public or room.table.host == guest)
    if not invited:
        check_may_watch(room.table, guest)
    return http_messages.TableAnswer(table_message(room.table, guest, room.attendance, room.watchers()))


@post("/api/tables/{table:str}/join", status_code=200, responses=refusals(401, 404, 409, 413))
async def join_table(
    request: AnyRequest, table: TablePath, data: JSONBody[http_messages.JoinTable]
) -> http_messages.Joined:
    """Sit down on an open chair."""
    room = await existing_room(tables_of(request), table)
    return await joining_tables.join(tables_of(request), room, guest_of(request), data.chair)


@post("/api/join", status_code=200, responses=refusals(401, 404, 409, 413))
async def use_link(request: AnyRequest, data: JSONBody[http_messages.UseLink]) -> http_messages.Joined:
    """Sit down where a private link leads."""
    return await joining_tables.use_link(tables_of(request), guest_of(request), data.link)


@get("/api/invitations/{link:str}", responses=refusals(401, 404))
async def invitation(request: AnyRequest, link: LinkPath) -> http_messages.Invitation:
    """Where a private link leads, before anybody sits down."""
    return await joining_tables.invitation_to(tables_of(request), link, guest_of(request))


@get("/api/tables/{table:str}/links", responses=refusals(401, 404))
async def table_links(request: AnyRequest, table: TablePath) -> http_messages.Links:
    """The private links of the empty chairs; for the host."""
    tables = tables_of(request)
    room = await existing_room(tables, table)
    if room.table.host != guest_of(request).id:
        raise Refused("not-the-host")
    return http_messages.Links(joining_tables.seat_links(tables, room))


@post("/api/tables/{table:str}/carry", status_code=200, responses=refusals(401, 404, 409, 413))
async def carry_chair(
    request: AnyRequest, table: TablePath, data: JSONBody[http_messages.CarryChair]
) -> http_messages.SeatLink:
    """A link that carries my chair to another device."""
    tables = tables_of(request)
    room = await existing_room(tables, table)
    held(room.table, guest_of(request).id, data.chair)
    return joining_tables.carry_link(tables, room, data.chair)


@get("/api/tables/{table:str}/rounds/{round:int}/record", responses=refusals(401, 404, 409))
async def round_record(request: AnyRequest, table: TablePath, round: RoundPath) -> Response[dict[str, Any]]:
    """The record of a finished round, with its proof; for the players, and for all where watching is allowed."""
    room = await existing_room(tables_of(request), table)
    check_may_watch(room.table, guest_of(request).id)
    if round > room.table.number:
        raise Refused("not-found")
    if round > len(room.table.finished):
        raise Refused("not-over")
    found = record_of(room.table, room.table.finished[round - 1], room.id)
    file = f"{room.table.setup.game}-{room.id}-{round}.json"
    return Response(found, headers={"content-disposition": f'attachment; filename="{file}"'})


# ---- finished games, rules


@post("/api/replay", status_code=200, responses=refusals(413))
async def replay(request: AnyRequest, data: JSONBody[http_messages.ReplayRecord]) -> http_messages.Replay:
    """A finished game step by step."""
    tables_of(request).compilation.check(str(data.record.get("game")))
    return await _computed(request, partial(record_replay.replay_steps, data))


async def _computed(request: AnyRequest, work: Callable[[], T]) -> T:
    """Something that takes a while, within the limits for help."""
    tables, client = tables_of(request), address_of(request)
    guest = known_guest(request)
    return await tables.computing.compute(client, guest.id if guest else client, work)


@post("/api/analysis", status_code=200, responses=refusals(413))
async def analysis(request: AnyRequest, data: JSONBody[http_messages.AnalyseRecord]) -> http_messages.AnalysisProgress:
    """Luck and skill of a finished game; computed a moment at a time, with each request."""
    tables = tables_of(request)
    tables.compilation.check(str(data.record.get("game")))
    return await _computed(request, partial(tables.analyses.proceed, data))


@get("/api/rules/{game:str}/{lang:str}", media_type="text/markdown", responses=refusals(404))
async def rules(game: Annotated[str, Parameter(max_length=20)], lang: Annotated[str, Parameter(max_length=5)]) -> str:
    """The rules of a game for players, as Markdown."""
    asked = game_info.game_asked_for(game)
    if lang not in LANGUAGES or not asked.rules_page(lang).is_file():
        raise Refused("not-found")
    return asked.rules_page(lang).read_text("utf-8")


GamePath = Annotated[str, Parameter(max_length=20)]
LessonPath = Annotated[str, Parameter(description="A name from the game's `lessons`.", max_length=20)]
LanguageAsked = Annotated[Language, QueryParameter(description="The language of the texts.")]
StepPath = Annotated[int, Parameter(description="Which step, from 1.", ge=1, le=100)]
ExercisePath = Annotated[int, Parameter(description="Which exercise, from 1.", ge=1, le=10_000)]


@get("/api/lessons/{game:str}/{lesson:str}/{step:int}", responses=refusals(404))
async def lesson_step(
    request: AnyRequest, game: GamePath, lesson: LessonPath, step: StepPath, lang: LanguageAsked = "en"
) -> http_messages.LessonStep:
    """A step of a lesson."""
    return await _taught(request, game, partial(lessons.show, name=lesson, number=step, lang=lang))


@post("/api/lessons/{game:str}/{lesson:str}/{step:int}", status_code=200, responses=refusals(404, 413))
async def lesson_move(
    request: AnyRequest, game: GamePath, lesson: LessonPath, step: StepPath, data: JSONBody[http_messages.LessonMove]
) -> http_messages.LessonAnswer:
    """The answer to a learner's move."""
    return await _taught(request, game, partial(lessons.answer_move, name=lesson, number=step, tried=data))


@get("/api/exercises/{game:str}", responses=refusals(404))
async def exercise_grades(game: GamePath) -> http_messages.Exercises:
    """The exercises of a game."""
    return exercises.grades(game_info.game_asked_for(game))


@get("/api/exercises/{game:str}/{number:int}", responses=refusals(404))
async def exercise(request: AnyRequest, game: GamePath, number: ExercisePath) -> http_messages.ExercisePosition:
    """The position of an exercise."""
    return await _taught(request, game, partial(exercises.show, number=number))


@post("/api/exercises/{game:str}/{number:int}", status_code=200, responses=refusals(404, 409, 413))
async def exercise_move(
    request: AnyRequest, game: GamePath, number: ExercisePath, data: JSONBody[http_messages.LessonMove]
) -> http_messages.ExerciseAnswer:
    """The answer to a move in an exercise."""
    return await _taught(request, game, partial(exercises.answer, number=number, tried=data))


async def _taught(request: AnyRequest, name: str, teach: Callable[[Game], T]) -> T:
    """Ask a game something about a lesson or an exercise."""
    game = game_info.game_asked_for(name)
    tables_of(request).compilation.check(name)
    return await _computed(request, partial(teach, game))


@get("/api/rules/{game:str}/pictures/{name:str}", media_type="image/svg+xml", responses=refusals(404))
async def rules_picture(
    game: Annotated[str, Parameter(max_length=20)], name: Annotated[str, Parameter(max_length=60)]
) -> str:
    """A diagram of the rules."""
    picture = game_info.game_asked_for(game).rules_picture(name)
    if picture is None:
        raise Refused("not-found")
    return picture.read_text("utf-8")


@get("/api/games/{game:str}/cover.svg", media_type="image/svg+xml", responses=refusals(404))
async def game_cover(game: Annotated[str, Parameter(max_length=20)]) -> str:
    """The cover of a game."""
    picture = game_info.game_asked_for(game).cover
    if picture is None:
        raise Refused("not-found")
    return picture.read_text("utf-8")


@get("/api/daily/{game:str}/{date:str}/{number:int}", responses=refusals(404))
async def daily_line(
    request: AnyRequest,
    game: Annotated[str, Parameter(max_length=20)],
    date: Annotated[str, Parameter(description="YYYY-MM-DD.", max_length=10)],
    number: Annotated[int, Parameter(description="Which solitaire of the day, from 0.", ge=0, le=100)],
) -> dict[str, Any]:
    """The record of the best game with the deal of a day: the deal is public, and so is this."""
    tables, client = tables_of(request), address_of(request)
    asked = game_info.game_asked_for(game)
    if number >= len(asked.daily):
        raise Refused("not-found")
    tables.compilation.check(game)
    daily.check_begun(date, tables.now())
    return await tables.computing.compute(client, client, partial(daily.perfect_record, game, date, number))


@get("/api/daily/{game:str}/{date:str}", responses=refusals(404))
async def puzzle(
    request: AnyRequest,
    game: Annotated[str, Parameter(max_length=20)],
    date: Annotated[str, Parameter(description="YYYY-MM-DD.", max_length=10)],
) -> http_messages.PuzzleInfo:
    """How difficult the puzzle of a day is."""
    return daily.puzzle_info(_with_puzzles(game, date, tables_of(request)), date)


@get("/api/daily/{game:str}/{date:str}/puzzle", responses=refusals(404))
async def puzzle_solution(
    request: AnyRequest,
    game: Annotated[str, Parameter(max_length=20)],
    date: Annotated[str, Parameter(description="YYYY-MM-DD.", max_length=10)],
) -> dict[str, Any]:
    """The record of a game that solves the puzzle of a day."""
    tables, client = tables_of(request), address_of(request)
    _with_puzzles(game, date, tables)
    tables.compilation.check(game)
    return await tables.computing.compute(client, client, partial(daily.solution_record, game, date))


def _with_puzzles(game: str, date: str, tables: Tables) -> Game:
    asked = game_info.game_asked_for(game)
    if asked.puzzles is None:
        raise Refused("not-found")
    daily.check_begun(date, tables.now())
    return asked


ROUTES = [
    site, ready, set_name, show_privacy, revoke_device, delete_me,
    open_table, quick_match, lobby, my_tables, one_table, join_table, use_link, invitation,
    table_links, carry_chair, round_record, replay, analysis, rules, rules_picture,
    lesson_step, lesson_move, exercise_grades, exercise, exercise_move,
    game_cover, daily_line, puzzle, puzzle_solution,
]  # fmt: skip
