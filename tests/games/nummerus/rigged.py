"""Rigged Nummerus tables for the rule tests: a snake, along which pawns can be taken in any wanted order."""

from __future__ import annotations

from typing import Any

from tests.games.driver import Implementation, Table

SIDE = 7


def snake(order: list[int]) -> list[int]:
    """A deal of the square board: Power in the top left corner, then, row by row to and fro, the pawns as ordered.

    Each pawn lies beside the one before, so that taking them in this order is always legal.
    """
    assert sorted(order) == list(range(1, 49))
    rows = [[0, *order][SIDE * row : SIDE * row + SIDE] for row in range(SIDE)]
    return [pawn for row, pawns in enumerate(rows) for pawn in (pawns if row % 2 == 0 else pawns[::-1])]


def taking_turns(hands: list[list[int]]) -> list[int]:
    """The order in which the seats take these pawns, one each in turn."""
    return [pawn for pawns in zip(*hands, strict=True) for pawn in pawns]


def snake_table(implementation: Implementation, order: list[int], players: int = 2, **options: Any) -> Table:
    return implementation.open("nummerus", players, snake(order), board="square", **options)


def take_all(table: Table, order: list[int]) -> Table:
    """The pawns in this order, without any exchange."""
    for pawn in order:
        table.play(f"take {pawn}")
        if "end" in table.legal:
            table.play("end")
    return table


def collect(implementation: Implementation, hands: list[list[int]], **options: Any) -> Table:
    """A whole game in which each seat collects these pawns."""
    order = taking_turns(hands)
    return take_all(snake_table(implementation, order, players=len(hands), **options), order)


def with_the_rest(first: list[int]) -> list[int]:
    """These pawns first, then all others."""
    return first + [pawn for pawn in range(1, 49) if pawn not in first]
