"""What the three naive oracles have in common.

An oracle is a second, slow and plain implementation of a game, written from `docs/rules.md` alone.
It shares no code with the product, so that an error would have to be made twice to stay hidden.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol


class OracleProtocol(Protocol):
    """One game in progress, everything open."""

    @property
    def to_move(self) -> int | None:
        """The seat to move, from 1; None when the game is over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def ending(self) -> str | None:
        """Which way the game ended; None while it runs."""

    def legal(self) -> list[str]:
        """All legal moves as text, sorted; never `close`."""

    def play(self, text: str) -> None:
        """Make a move; ValueError if it is not legal."""

    def result(self) -> dict[str, list[int]]:
        """Scores and ranks by seat, as in docs/records.md."""


OracleClass = Callable[[int, dict[str, Any], list[Any]], OracleProtocol]


def ranking(merits: list[Any]) -> list[int]:
    """Ranks by seat: 1 + how many are strictly better, so equals share a rank (1, 2, 2, 4)."""
    return [1 + sum(other > mine for other in merits) for mine in merits]


def fill_in(options: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    """The options with their defaults; a name nobody knows is an error."""
    unknown = set(options) - set(defaults)
    if unknown:
        raise ValueError(f"unknown options {sorted(unknown)}")
    return {**defaults, **options}


def require(condition: bool, what: str) -> None:
    """A set-up that cannot be is a ValueError."""
    if not condition:
        raise ValueError(what)


def refuse_unless_legal(text: str, legal: list[str]) -> None:
    """Every oracle refuses in the same words."""
    if text not in legal:
        raise ValueError(f"{text!r} is not legal; legal: {legal}")


def check_against(oracle_class: OracleClass, record: dict[str, Any]) -> OracleProtocol:
    """Replay a record; `to_move`, `legal` and `result` must agree wherever the record holds them."""
    game = oracle_class(record["players"], record["options"], record["deal"])
    for at, move in enumerate(record["moves"]):
        where = f"move {at + 1} ({move})"
        assert not game.over, f"{where}: the game was already over ({game.ending})"
        if "to_move" in record:
            assert game.to_move == record["to_move"][at], f"{where}: to_move"
        if "legal" in record:
            assert game.legal() == sorted(record["legal"][at]), f"{where}: legal"
        game.play(move)
    assert game.over == ("result" in record), "a finished record has a result, an unfinished one has none"
    if game.over:
        assert game.result() == record["result"], "result"
    return game


def oracle_of(game: str) -> ModuleType:
    """The oracle module of a game, by the game's name."""
    from tests.games.janus import oracle as janus
    from tests.games.nummerus import oracle as nummerus
    from tests.games.titus import oracle as titus

    return {"titus": titus, "janus": janus, "nummerus": nummerus}[game]


def record_of(game: str, players: int, options: dict[str, Any], deal: list[Any], moves: list[str]) -> dict[str, Any]:
    """A record in the product's format, with `to_move`, `legal` and `result`, written by the oracle."""
    table = oracle_of(game).Oracle(players, options, deal)
    to_move, legal = [], []
    for move in moves:
        to_move.append(table.to_move)
        legal.append(table.legal())
        table.play(move)
    record: dict[str, Any] = {"format": "rectoverso/1", "game": game, "players": players, "options": options}
    record |= {"deal": deal, "moves": moves, "to_move": to_move, "legal": legal}
    if table.over:
        record["result"] = table.result()
    return record


def random_way_up(first: Any, second: Any, rng: random.Random) -> str:
    """A card with two faces, each way up equally likely (T4, J2)."""
    faces = [first, second]
    rng.shuffle(faces)
    return f"{faces[0]}/{faces[1]}"
