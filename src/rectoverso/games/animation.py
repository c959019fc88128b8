"""A whole game as one HTML page that plays it: a picture and a sentence for each move. Needs no network.

A picture holds only what the viewer had seen at that move.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from .. import art
from ..errors import BadInput
from ..words import LANGUAGES, YOU, say
from .round import Round, Viewer

MAX_MOVES = 2_000
_CONTROLS_HEIGHT = 190  # in pixels: the title, the buttons and the sentence above the picture
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_PLACED = re.compile(r"(<g transform=[^>]*>)")


class Animation:
    """A game that a notebook plays, with buttons and keys; `html` is the same as a page of its own."""

    def __init__(self, round: Round, seat: Viewer, lang: str, seconds: float) -> None:
        check_language(lang)
        if len(round.numbers) > MAX_MOVES:
            raise BadInput(f"an animation shows up to {MAX_MOVES} moves, not {len(round.numbers)}; take game.at(…)")
        if not 0.05 <= seconds <= 60:
            raise BadInput(f"a move is shown for 0.05 to 60 seconds, not {seconds:g}")
        self._pictures, told = _course(round, seat, lang)
        self._size = _largest(self._pictures)
        self.html = _page(round, self._pictures, told, self._size, lang, seconds)

    def __len__(self) -> int:
        """How many pictures there are: one for the deal, and one for each move."""
        return len(self._pictures)

    def __repr__(self) -> str:
        return f"<animation of {len(self) - 1} moves>"

    def _repr_html_(self) -> str:
        """In a frame of its own, so that neither styles nor keys of the notebook and of the game get mixed up."""
        wide, high = self._size
        style = f"border:0;width:100%;max-width:{wide + 40:g}px;height:{high + _CONTROLS_HEIGHT:g}px"
        return f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts" style="{style}"></iframe>'


def check_language(lang: str) -> None:
    """Refuse a language that there are no words in."""
    if lang not in LANGUAGES:
        raise BadInput(f"lang is {', '.join(LANGUAGES)}, not {lang!r}")


def names_for(seat: Viewer, players: int, lang: str) -> list[str]:
    """The players as this viewer calls them."""
    return [YOU if other == seat else say(lang, "player_seat", seat=other) for other in range(1, players + 1)]


def _course(round: Round, seat: Viewer, lang: str) -> tuple[list[str], list[str]]:
    """A picture of the deal and one after each move; and what the viewer is told of each."""
    again, game = round.at(0), round.game
    names = names_for(seat, round.players, lang)
    pictures, told = [str(again.svg(seat))], [say(lang, "page_replay_start")]
    for number in round.numbers:
        observer = again.turn or 1 if seat == "all" else seat
        told.append(game.in_words(again.watch_number(number, [observer])[observer], lang, names))
        pictures.append(again.svg(seat))
    pictures[-1] = round.svg(seat)  # players may have ended the game before its end by the rules
    return pictures, told


def _largest(pictures: Sequence[str]) -> tuple[float, float]:
    """Width and height that all pictures fit into."""
    sizes = [found.groups() for picture in pictures if (found := _SIZE.search(picture))]
    return max(float(wide) for wide, _ in sizes), max(float(high) for _, high in sizes)


def _page(
    round: Round, pictures: list[str], told: list[str], size: tuple[float, float], lang: str, seconds: float
) -> str:
    count = len(pictures) - 1
    shown = {
        **_shared(pictures),
        "told": told,
        "steps": [say(lang, "page_replay_step", at=at, count=count) for at in range(len(pictures))],
        "width": size[0],
        "run": say(lang, "page_replay_run"),
        "halt": say(lang, "page_replay_halt"),
        "milliseconds": int(seconds * 1000),
    }
    texts = {name: escape(say(lang, f"page_replay_{name}")) for name in ("first", "back", "on", "last", "run", "keys")}
    title = escape(round.game.said("title", lang) or round.game.title)
    # Inside a script, "</" would end it.
    data = json.dumps(shown, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    page = art.painted(files(__package__).joinpath("animation.html").read_text("utf-8"), art.palette()["light"])
    values = {
        "lang": lang,
        "title": title,
        "last_move": str(count),
        "first_picture": pictures[0],
        **texts,
        "data": data,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda name: values[name[1]], page)


def _shared(pictures: Sequence[str]) -> dict[str, Any]:
    """The pictures as lists of numbers of their parts: the same pieces occur in many of them."""
    numbers: dict[str, int] = {}
    frames = [[numbers.setdefault(part, len(numbers)) for part in _PLACED.split(one)] for one in pictures]
    return {"parts": list(numbers), "frames": frames}
