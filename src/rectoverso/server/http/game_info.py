"""What a page is told of the games that can be played here."""

from __future__ import annotations

from functools import cache
from typing import get_args

import structlog

from ...errors import Refused
from ...games.discovery import all_games
from ...games.exercise import exercises
from ...games.game import Game, Option
from ..messages.common import Language, Level
from ..messages.http import GameInfo, GameWords, LessonInfo, OptionInfo, OptionWords

log = structlog.get_logger("games")


@cache
def loaded() -> dict[str, Game]:
    """The games that load; those that do not are logged once."""
    return {game.name: game for game in all_games(log.error)}


@cache
def games() -> list[GameInfo]:
    """The games with their facts and options."""
    return [_info(game) for game in loaded().values()]


def game_asked_for(name: str) -> Game:
    """A game by its name; refuses where there is none."""
    if name not in loaded():
        raise Refused("not-found")
    return loaded()[name]


def _info(game: Game) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        authors=list(game.authors),
        year=game.year,
        age=game.age,
        minutes=game.minutes,
        players=list(game.players),
        usual_players=game.usual_players,
        levels=[level for level in get_args(Level) if level in {known.name for known in game.levels}],
        options=[_option(option) for option in game.options],
        match_options=None if game.match_options is None else dict(game.match_options),
        daily=[dict(options) for options in game.daily],
        puzzles=game.puzzles is not None,
        hidden=game.two_faced,
        private=game.private,
        vote=bool(game.extra_moves),
        deck=[game.write_card(int(card)) for card in game.deck],
        lessons=[LessonInfo(lesson.name, lesson.players, len(lesson.steps)) for lesson in game.lessons],
        exercises=len(exercises(game)),
        rules=[lang for lang in get_args(Language) if game.rules_page(lang).is_file()],
        cover=f"/api/games/{game.name}/cover.svg" if game.cover is not None else None,
        generic=game.pieces is not None,
        words=None if game.catalogues is None else {lang: _words(game, lang) for lang in get_args(Language)},
    )


def _option(option: Option) -> OptionInfo:
    numbers = isinstance(option.values, range)
    return OptionInfo(
        name=option.name,
        values=None if numbers else list(option.values),
        range=(option.values[0], option.values[-1]) if isinstance(option.values, range) else None,
        default=option.default,
        players=None if option.players is None else list(option.players),
        among_persons=option.among_persons,
        unless=option.unless,
    )


# ---- in words, for games whose messages the page does not have


def _words(game: Game, lang: Language) -> GameWords:
    return GameWords(
        title=game.said("title", lang) or game.title,
        pitch=game.said("pitch", lang),
        options={option.name: _option_words(game, option, lang) for option in game.options},
    )


def _option_words(game: Game, option: Option, lang: Language) -> OptionWords:
    key = f"option_{option.name}"
    values = {text: said for text in option.texts if (said := game.said(f"{key}_{text}", lang)) is not None}
    return OptionWords(name=game.said(key, lang) or option.name, help=game.said(f"{key}_help", lang), values=values)
