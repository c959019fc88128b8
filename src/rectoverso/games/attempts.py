"""Is a move possible, and if not, why not, and by which rule?

Nothing here or in a game's `refusals.py` sees a state: what it says is the same in all worlds that look the same.
"""

from __future__ import annotations

import msgspec

from ..kernel.fixed_record import Record
from ..words import say
from . import game_of
from .game import WhyNot
from .lookahead import legal_moves


class Attempt(msgspec.Struct, frozen=True):
    """A move, whether the seat to move may play it, and if not, why: a sentence, and the rule that it rests on."""

    move: str
    possible: bool
    why: str | None = None
    rule: str | None = None


def why_not(observation: Record, move: str) -> WhyNot | None:
    """Why the seat to move cannot play this move; None if it can. The move is a text, perhaps not even one of the game.

    For a game without `why_not` the answer is a plain sentence.
    """
    game, state = game_of(observation.dtype), observation.state
    if state.over:
        return WhyNot("refused_game_over")
    number = game.numbers.get(move)
    if number is None:
        return WhyNot("refused_illegal_move")
    if number in legal_moves(state):
        return None
    return (game.why_not and game.why_not(observation, number)) or WhyNot("refused_illegal_move")


def attempt(observation: Record, move: str, lang: str) -> Attempt:
    """The same in words."""
    refused = why_not(observation, move)
    if refused is None:
        return Attempt(move, True)
    return Attempt(move, False, say(lang, refused.message, **refused.values), refused.rule)
