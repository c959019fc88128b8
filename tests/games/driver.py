"""One table driver for every implementation of the games, so that the same rule tests judge them all.

A test writes a rigged deal and a script of moves; it sees only what every implementation offers:
whose turn it is, the legal moves, whether a move is refused, and the result.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

import rectoverso
from tests.games.oracle_api import oracle_of


class Table(ABC):
    """A game in progress, as a rule test sees it."""

    @property
    @abstractmethod
    def turn(self) -> int | None: ...

    @property
    @abstractmethod
    def legal(self) -> list[str]: ...

    @property
    @abstractmethod
    def result(self) -> dict[str, list[int]] | None: ...

    @abstractmethod
    def move(self, text: str) -> None: ...

    @abstractmethod
    def refuses(self, text: str) -> bool:
        """Try a move that ought to be refused; True if it was."""

    @property
    def over(self) -> bool:
        return self.turn is None

    def play(self, script: str) -> Table:
        """Several moves, separated by semicolons."""
        for text in script.split(";"):
            assert text.strip() == "close" or text.strip() in self.legal, f"{text.strip()!r} is not among {self.legal}"
            self.move(text.strip())
        return self

    def offers(self, *words: str) -> list[str]:
        """The legal moves that begin with one of these words."""
        return [text for text in self.legal if text.split()[0] in words]

    def play_out(self, *preferences: str) -> Table:
        """To the end, always with the first preference that is legal (first by text where several are)."""
        while not self.over:
            self.move(next(text for word in preferences for text in sorted(self.offers(word))))
        return self


class OracleTable(Table):
    def __init__(self, game: str, players: int, deal: list[Any], options: dict[str, Any]) -> None:
        self.oracle = oracle_of(game).Oracle(players, options, deal)

    @property
    def turn(self) -> int | None:
        return self.oracle.to_move

    @property
    def legal(self) -> list[str]:
        return self.oracle.legal()

    @property
    def result(self) -> dict[str, list[int]] | None:
        return self.oracle.result() if self.oracle.over else None

    def move(self, text: str) -> None:
        self.oracle.play(text)

    def refuses(self, text: str) -> bool:
        try:
            self.oracle.play(text)
        except ValueError:
            return True
        return False


class ProductTable(Table):
    def __init__(self, game: str, players: int, deal: list[Any], options: dict[str, Any]) -> None:
        self.game = rectoverso.from_deal(game, players, deal, **options)

    @property
    def turn(self) -> int | None:
        return self.game.turn

    @property
    def legal(self) -> list[str]:
        return sorted(self.game.legal)

    @property
    def result(self) -> dict[str, list[int]] | None:
        result = self.game.result
        return None if result is None else {"scores": list(result.scores), "ranks": list(result.ranks)}

    def move(self, text: str) -> None:
        self.game.play(text)

    def refuses(self, text: str) -> bool:
        try:
            self.game.play(text)
        except rectoverso.Refused:
            return True
        return False


class Implementation:
    """Opens tables of one implementation."""

    def __init__(self, name: str, table_class: type[Table]) -> None:
        self.name = name
        self.table_class = table_class

    def __repr__(self) -> str:
        return self.name

    def open(self, game: str, players: int, deal: list[Any], **options: Any) -> Table:
        return self.table_class(game, players, deal, options)  # type: ignore[call-arg]  # Table's own has none

    def accepts(self, game: str, players: int, deal: list[Any], **options: Any) -> bool:
        """Whether a table can be opened with this deal and these options."""
        try:
            self.open(game, players, deal, **options)
        except (ValueError, rectoverso.BadInput):
            return False
        return True


ORACLE = Implementation("oracle", OracleTable)
PRODUCT = Implementation("product", ProductTable)


def rigged_cards(deck: Iterable[tuple[Any, Any]], top: str, bottom: str = "") -> list[str]:
    """A full deal of two-faced cards: the wanted ones on top and at the bottom, the rest in any order between."""
    first, last = top.split(), bottom.split()
    left = [tuple(map(str, card)) for card in deck]
    for text in first + last:
        one, other = text.split("/")
        card = (one, other) if (one, other) in left else (other, one)
        assert card in left, f"{text} is not in the deck, or wanted twice"
        left.remove(card)
    return first + [f"{one}/{other}" for one, other in left] + last
