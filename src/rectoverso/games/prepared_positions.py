"""Positions that are prepared: a deal with chosen cards in chosen places, and moves from there.

Diagrams of the rules and lessons show such positions. They are reached by legal moves, so they can occur in a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import game_named
from .deal import deal_from_seed
from .game import Game, Value
from .round import Round, read_deal, unordered

_SEED = "a prepared deal"


def prepared(
    name: str,
    players: int,
    chosen: Mapping[int, str | int] | Iterable[str | int],
    moves: str = "",
    options: Mapping[str, Value] | None = None,
) -> Round:
    """A game whose deal has these cards in these places (counted from 0), after these moves ("draw, place").

    The other places hold the other cards of the deck, always the same ones.
    """
    game = game_named(name)
    places = dict(chosen) if isinstance(chosen, Mapping) else dict(enumerate(chosen))
    round = Round(game, players, read_deal(game, _filled_up(game, places)), options)
    for move in filter(None, moves.split(", ")):
        round.play(move)
    return round


def _filled_up(game: Game, places: Mapping[int, str | int]) -> list[str | int]:
    """The chosen cards in their places, the others around them."""
    used = {unordered(game.read_card(card)) for card in places.values()}
    shuffled = (int(card) for card in deal_from_seed(game.deck, game.two_faced, _SEED))
    others = [game.write_card(card) for card in shuffled if unordered(card) not in used]
    return [places[place] if place in places else others.pop() for place in range(len(game.deck))]
