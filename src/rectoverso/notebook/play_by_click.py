"""A game of one person against bots, with a button for each legal move. It shows what the person's seat sees."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from ..errors import BadInput
from ..games.animation import check_language, names_for
from ..games.round import Round
from ..rl.baselines import BotsBySeat
from ..words import YOU, say

TOLD_LINES = 8
"""How many of the last moves are told."""

_TAG = re.compile(r"#\d+")


class ClickedGame:
    """The picture, what happened, and the buttons; `game` is the game itself, which a click plays on."""

    def __init__(
        self, game: Round, *, seat: int | None = None, bots: str = "club", seed: int | str = 0, lang: str = "en"
    ) -> None:
        """`seat`: the person's; else the one to move. `bots`: who plays the other seats, by name."""
        self._kit = _widgets()
        check_language(lang)
        self.game, self.seat, self.lang = game, seat or game.turn or 1, lang
        game.seat_number(self.seat)
        self._bots = BotsBySeat(bots, seed)
        self._names = names_for(self.seat, game.players, lang)
        self._told: list[str] = []
        self.picture, self.text = self._kit.HTML(), self._kit.HTML()
        self.moves = self._kit.Box(layout=self._kit.Layout(flex_flow="row wrap"))
        self.widget = self._kit.VBox([self.picture, self.text, self.moves])
        self._go_on()

    def _repr_mimebundle_(self, **how: Any) -> Any:
        return self.widget._repr_mimebundle_(**how)

    def click(self, move: str) -> None:
        """Play a move of the person, and those of the bots after it. A move that is no longer legal is passed over."""
        if self.game.turn == self.seat and move in self.game.legal:
            self._play(self.game.game.numbers[move])
        self._go_on()

    def _go_on(self) -> None:
        while not self.game.over and self.game.turn != self.seat:
            self._play(self._bots.choose(self.game))
        self._show()

    def _play(self, number: int) -> None:
        told = self.game.watch_number(number, [self.seat])[self.seat]
        self._told.append(self.game.game.in_words(told, self.lang, self._names))

    # ---- showing

    def _show(self) -> None:
        self.picture.value = str(self.game.svg(self.seat))
        lines = [*self._told[-TOLD_LINES:], *self._result()]
        if not self.game.over:
            lines.append(say(self.lang, "player_turn", player=YOU))
        self.text.value = "<br>".join(escape(line) for line in lines)
        in_letters = self.game.picture(self.seat)
        legal = self.game.legal if self.game.turn == self.seat else []
        self.moves.children = tuple(self._button(move, in_letters) for move in legal)

    def _button(self, move: str, in_letters: str) -> Any:
        button = self._kit.Button(description=label(move, in_letters), layout=self._kit.Layout(width="auto"))
        button.on_click(lambda _: self.click(move))
        return button

    def _result(self) -> list[str]:
        result = self.game.result
        if result is None:
            return []
        names = [say(self.lang, "player_you") if name == YOU else name for name in self._names]
        return [
            f"{rank}. {name}: {score}" for name, score, rank in zip(names, result.scores, result.ranks, strict=True)
        ]


def label(move: str, in_letters: str) -> str:
    """A move with the faces that the picture in letters shows for its tags.

    >>> label("swap #4", "seat 1: 13(#4)   16(#7)")
    'swap 13(#4)'
    """

    def shown(tag: re.Match[str]) -> str:
        found = re.search(rf"[^\s-]*\({tag[0]}\)", in_letters)
        return found[0] if found else tag[0]

    return _TAG.sub(shown, move)


def _widgets() -> Any:
    """ipywidgets, which is an extra."""
    try:
        import ipywidgets
    except ImportError:
        raise BadInput(
            "playing by click needs ipywidgets: pip install 'rectoverso[notebook]'; "
            "without it, play moves by their text: game.play(game.legal[0])"
        ) from None
    return ipywidgets
