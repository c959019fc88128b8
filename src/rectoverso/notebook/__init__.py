"""Playing by click in a notebook. Importing this lets `game.play()`, without a move, show buttons.

>>> import rectoverso
>>> import rectoverso.notebook
>>> game = rectoverso.new(rectoverso.GAMES[0], seed="docs")
>>> table = game.play(seat=1, bots="greedy")

It needs the extra `notebook` (`pip install 'rectoverso[notebook]'`). Pictures, animations and tables of odds need no
extra.
"""

from __future__ import annotations

from ..games.round import Round
from .play_by_click import ClickedGame

__all__ = ["ClickedGame"]

Round.by_click = ClickedGame
