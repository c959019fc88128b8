"""Recto Verso: Titus, Janus and Nummerus, three family games of two-faced cards and sliding pawns.

>>> import rectoverso
>>> game = rectoverso.new("nummerus", players=2, seed="a rainy Sunday")
>>> game.turn
1
>>> game.play(game.legal[0]).turn
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import BadInput, Refused

__version__ = "0.1.0"

__all__ = ["GAMES", "BadInput", "Refused", "Result", "Round", "from_deal", "from_record", "new", "view_schema"]

if TYPE_CHECKING:
    from .games import GAMES
    from .games.game_record import from_record
    from .games.round import Result, Round, from_deal, new
    from .games.view_schema import view_schema

_HOMES = {
    "GAMES": "games",
    "Result": "games.round",
    "Round": "games.round",
    "from_deal": "games.round",
    "from_record": "games.game_record",
    "new": "games.round",
    "view_schema": "games.view_schema",
}


def __getattr__(name: str) -> Any:
    """Load (and compile) the rules on first use, so that `import rectoverso` is instant."""
    if name not in _HOMES:
        raise AttributeError(f"module 'rectoverso' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
