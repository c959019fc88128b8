"""What a game says about itself: facts, levels, words and pages."""

from __future__ import annotations

from ...words import LANGUAGES
from ..game import LEVELS, Game
from ..generic_board import generic_board
from ..round import MAX_SEATS
from .check import require
from .sample_games import moments, place_of, viewers


def facts_are_complete(game: Game) -> None:
    """A game says who it is for, how long it takes, who made it, and how strong its bots are."""
    players = game.players
    require(bool(game.title.strip()) and bool(game.authors), "title or authors are missing")
    require(players == tuple(sorted(set(players))) and players != (), f"players {players} are not in ascending order")
    require(players[0] >= 1 and players[-1] <= MAX_SEATS, f"players {players}: a table has 1 to {MAX_SEATS} chairs")
    require(game.usual_players in players, f"usually {game.usual_players} play, but {players} can")
    require(0 < game.minutes[0] <= game.minutes[1], f"it takes {game.minutes} minutes")
    require(game.age > 0 and game.rules_version > 0, "age and rules version count from 1")
    names = tuple(level.name for level in game.levels)
    require(names == LEVELS, f"its levels are {names}, not {LEVELS}")


def rules_pages_are_there_in_every_language(game: Game) -> None:
    """Players find the rules in every language."""
    for language in LANGUAGES:
        page = game.rules_page(language)
        require(page.is_file() and page.read_text("utf-8").startswith("# "), f"no rules page in {language}")


def the_generic_board_speaks_every_language(game: Game) -> None:
    """A game that needs no board of its own names each piece once, in every language, and labels every legal move."""
    if game.pieces is None:
        return
    for round in moments(game, step=7, every=3):
        names = [f"Player {seat}" for seat in range(1, round.players + 1)]
        for seat in viewers(round):
            for language in LANGUAGES:
                shown = generic_board(game, round.observed(seat), round.legal, language, names)
                where = f"{place_of(round)}: what {seat} is shown in {language}"
                ids = [piece.id for group in shown.groups for piece in group.pieces]
                require(len(set(ids)) == len(ids), f"{where}: a piece is there twice")
                texts = [group.label for group in shown.groups] + shown.moves
                texts += [piece.text for group in shown.groups for piece in group.pieces]
                require(all(text.strip() for text in texts), f"{where}: something has no words")
                require(len(set(shown.moves)) == len(shown.moves), f"{where}: two moves have the same label")
