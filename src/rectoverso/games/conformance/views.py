"""What is shown and said: views, words, pictures."""

from __future__ import annotations

import msgspec

from ...words import LANGUAGES
from ..game import Game
from .check import require
from .sample_games import moments, opened_again, place_of, played, viewers


def views_are_json(game: Game) -> None:
    """Every view can be sent, in both settings of memory; only the seat to move is offered moves."""
    for round in moments(game, step=307, every=5):
        for seat in viewers(round):
            for memory in ("table", "notes"):
                view = round.view(seat, memory)
                sent = msgspec.json.decode(msgspec.json.encode(view))
                require(("odds" in sent) == ("known" in sent) == (memory == "notes"), f"{place_of(round)}: {memory}")
                offered = round.legal if seat == round.turn else []
                require(sent["legal"] == offered, f"{place_of(round)}: what {seat} is offered")


def everything_is_said_in_every_language(game: Game) -> None:
    """What a seat is told of a move is said in every language, with faces and without."""
    for place, finished in enumerate(played(game)):
        again = opened_again(finished)
        names = [f"Player {seat}" for seat in range(1, finished.players + 1)]
        for at, number in enumerate(finished.numbers):
            if at % 4 != place % 4:
                again.play_number(number)
                continue
            for seat, told in again.watch_number(number, viewers(again)).items():
                for version in (told, game.without_faces(told)):
                    for language in LANGUAGES:
                        text = game.in_words(version, language, names)
                        one_line = isinstance(text, str) and text.strip() == text != "" and "\n" not in text
                        require(one_line, f"{place_of(again)}: {seat} is told {text!r} in {language}")


def pictures_are_drawn(game: Game) -> None:
    """What a seat sees can be drawn, as text and as SVG."""
    for round in moments(game, step=307, every=3):
        for seat in viewers(round):
            observation = round.observation(seat)
            require(game.picture(observation).strip() != "", f"{place_of(round)}: no picture for {seat}")
            require(game.svg(observation).lstrip().startswith("<svg"), f"{place_of(round)}: no drawing for {seat}")
