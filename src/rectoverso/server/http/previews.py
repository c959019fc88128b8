"""What a page is called before its script runs: for link previews (Open Graph), search engines, and the 404 status.

A preview is built from what anybody with the link may know: a private link names its table's host and game, as the page
behind it does; an address that leads nowhere gets the page too, which says so, with status 404.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from msgspec import Struct

from ...errors import BadInput, Refused
from ...games.game import Game
from ...table.table import Table
from ...words import say
from ..live.tables import Tables
from ..messages.common import Language
from . import game_info
from .joining_tables import existing_room, invitation_to
from .pages import File, Pages, html_file

SITE = "Recto Verso"
_PLAIN = {"", "replay", "privacy", "my-play"}
"""Pages without a part that could be wrong."""
_HEAD = re.compile(r'<title>.*?</title>|\s*<meta name="description"[^>]*>', re.DOTALL)


class Preview(Struct, frozen=True):
    """The head of a page. `picture` is a path on this site."""

    title: str
    description: str
    picture: str
    found: bool = True


async def preview(tables: Tables, pages: Pages, path: str, lang: Language) -> Preview:
    """What stands behind an address, in words."""
    try:
        return await _behind(tables, pages, path.strip("/").split("/"), lang)
    except (Refused, BadInput):
        return _preview(pages, lang, say(lang, "refused_not_found"), found=False)


async def _behind(tables: Tables, pages: Pages, parts: list[str], lang: Language) -> Preview:
    match parts:
        case [plain] if plain in _PLAIN:
            return _preview(pages, lang)
        case ["new", name]:
            game = game_info.game_asked_for(name)
            return _preview(pages, lang, _title(game, lang), _pitch(game, lang), game)
        case ["rules", name]:
            game = game_info.game_asked_for(name)
            title = say(lang, "page_rules_of", game=_title(game, lang))
            return _preview(pages, lang, title, _pitch(game, lang), game)
        case ["learn", name] | ["learn", name, _]:
            game = game_info.game_asked_for(name)
            return _preview(pages, lang, say(lang, "page_lesson_of", game=_title(game, lang)), _pitch(game, lang), game)
        case ["exercises"]:
            return _preview(pages, lang, say(lang, "page_exercises"), say(lang, "page_exercises_help"))
        case ["exercises", name]:
            game = game_info.game_asked_for(name)
            return _preview(pages, lang, say(lang, "page_exercises"), say(lang, "page_exercises_help"), game)
        case ["table", id]:
            table = (await existing_room(tables, id)).table
            return _table_preview(pages, table, lang) if table.setup.watching else _preview(pages, lang)
        case ["replay", id, number] if number.isdecimal() and len(number) <= 6:
            table = (await existing_room(tables, id)).table
            return _preview(pages, lang, say(lang, "page_replay"), game=table.game if table.setup.watching else None)
        case ["daily"]:
            return _preview(pages, lang, say(lang, "page_daily"), say(lang, "page_daily_help"))
        case ["daily", name, _, number] if number == "puzzle" or (number.isdecimal() and len(number) <= 2):
            game = game_info.game_asked_for(name)
            return _preview(pages, lang, say(lang, "page_daily_line"), _pitch(game, lang), game)
        case ["join", link]:
            return await _invitation_preview(tables, pages, link, lang)
        case _:
            raise Refused("not-found")


def _table_preview(pages: Pages, table: Table, lang: Language) -> Preview:
    here = sum(chair.taken for chair in table.chairs)
    waits = say(lang, "page_here", count=here, players=table.setup.players) if table.phase == "waiting" else ""
    return _preview(pages, lang, _title(table.game, lang), waits or _pitch(table.game, lang), table.game)


async def _invitation_preview(tables: Tables, pages: Pages, link: str, lang: Language) -> Preview:
    invited = await invitation_to(tables, link)
    game = game_info.game_asked_for(invited.setup.game)
    title = _title(game, lang)
    if invited.host is None:
        words = say(lang, "page_invited_somebody", game=title)
    else:
        words = say(lang, "page_invited", name=invited.host, game=title)
    here = say(lang, "page_here", count=invited.here, players=invited.setup.players)
    return _preview(pages, lang, words, here if invited.free else _pitch(game, lang), game)


def _title(game: Game, lang: Language) -> str:
    return game.said("title", lang) or game.title


def _pitch(game: Game, lang: Language) -> str | None:
    return game.said("pitch", lang)


def _preview(
    pages: Pages,
    lang: Language,
    title: str | None = None,
    description: str | None = None,
    game: Game | None = None,
    *,
    found: bool = True,
) -> Preview:
    own = f"/previews/{game.name}.jpg" if game is not None else ""
    picture = own if own and pages.has(own) else "/previews/all.jpg"
    return Preview(
        f"{title} – {SITE}" if title else SITE, description or say(lang, "page_welcome_help"), picture, found
    )


@lru_cache(maxsize=256)
def page_with(start: bytes, shown: Preview, site: str, path: str, lang: Language) -> File:
    """The page with a preview in its head; `site`: scheme and host, as previews need whole addresses."""
    properties = {
        "og:site_name": SITE,
        "og:type": "website",
        "og:title": shown.title,
        "og:description": shown.description,
        "og:image": site + shown.picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:url": site + path,
        "og:locale": lang,
    }
    tags = [f"<title>{escape(shown.title)}</title>", _meta("name", "description", shown.description)]
    tags += [_meta("property", name, value) for name, value in properties.items()]
    tags.append(_meta("name", "twitter:card", "summary_large_image"))
    head, mark, rest = start.decode().partition("</head>")
    return html_file((_HEAD.sub("", head) + "\n".join(tags) + mark + rest).encode())


def _meta(key: str, name: str, value: str) -> str:
    return f'<meta {key}="{name}" content="{escape(value)}">'
