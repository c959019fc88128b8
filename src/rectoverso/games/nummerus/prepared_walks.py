"""Positions of Nummerus by what has been taken and what can be taken next, whatever path the Power pawn went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..game import Value
from ..prepared_positions import prepared
from ..round import Round
from .board import NummerusTable

Places = dict[int, str | int]


def table_of(round: Round) -> NummerusTable:
    """The table as everybody sees it."""
    table: NummerusTable = round.game.board(round.observed(1))
    return table


def walk(
    taken: Sequence[int],
    reached: Sequence[int] = (),
    *,
    players: int = 2,
    stride: int = 0,
    options: Mapping[str, Value] | None = None,
) -> tuple[Places, str]:
    """A deal by places, and moves: these pawns are taken in this order, and then these can be.

    Which way the Power pawn goes does not matter to the numbers, so they are put along a way that it can go; `stride`
    chooses among the ways. The last of `reached` are left out where fewer pawns can be taken.
    """
    way = prepared("nummerus", 2, ())
    fields = [way.deal.tolist().index(0)]
    for turn in range(len(taken)):
        move = way.legal[stride * turn % len(way.legal)]
        fields.append(way.deal.tolist().index(int(move.split()[1])))
        way.play(move)
    places: Places = dict(zip(fields, (0, *taken), strict=True))
    places |= dict(zip(table_of(way).reach, reached, strict=False))
    return places, _moves(places, taken, players, options)


def _moves(
    places: dict[int, str | int], taken: Sequence[int], players: int, options: Mapping[str, Value] | None
) -> str:
    """The moves that take these pawns; nobody exchanges, and of two series the lower one gets a pawn (N9)."""
    round = prepared("nummerus", players, places, "", options)
    for pawn in taken:
        _end_turn(round)
        round.play(next(move for move in round.legal if move.split()[1] == str(pawn)))
    return ", ".join(round.moves)


def _end_turn(round: Round) -> None:
    if "end" in round.legal:
        round.play("end")
