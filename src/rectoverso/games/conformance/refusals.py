"""Why a move is not possible: the answer agrees with the rules."""

from __future__ import annotations

from ...words import LANGUAGES
from ..attempts import attempt
from ..game import Game
from .check import require
from .sample_games import moments, place_of

MAX_TRIED = 150  # of all moves, at each moment


def a_move_is_refused_exactly_if_it_is_not_legal(game: Game) -> None:
    """A player who tries a move is told why it is not possible, in every language, exactly if it is not legal."""
    stride = game.moves // MAX_TRIED + 1
    for place, round in enumerate(moments(game, step=41)):
        if round.turn is None:
            continue
        legal = set(round.legal)
        observation = round.observation(round.turn)
        lang = LANGUAGES[place % len(LANGUAGES)]
        for move in sorted({*legal, *game.texts[place % stride :: stride]}):
            tried, where = attempt(observation, move, lang), f"{place_of(round)}: {move}"
            require(tried.possible == (move in legal), f"{where} is legal and refused, or the other way round")
            require(tried.possible == (tried.why is None), f"{where} is refused without a word")
