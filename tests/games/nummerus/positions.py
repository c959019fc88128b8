"""Positions of Nummerus for tests: random deals, played on by chance."""

from __future__ import annotations

import random
from typing import Any

import rectoverso
from rectoverso.games.nummerus.board import NummerusTable
from rectoverso.games.round import Round


def shuffled(rng: random.Random) -> list[int]:
    """N1: a random deal."""
    deal = list(range(49))
    rng.shuffle(deal)
    return deal


def shown(game: Round) -> NummerusTable:
    """The table as everybody sees it."""
    table: NummerusTable = game.game.board(game.observed("watcher"))
    return table


def pawns_left(game: Round) -> int:
    """How many pawns are still on the board."""
    return sum(pawn is not None for pawn in shown(game).fields)


def played_on(rng: random.Random, players: int, left: int, **options: Any) -> Round:
    """A game played by chance, series preferred, until a number of pawns are left and a pawn is to be taken."""
    game = rectoverso.from_deal("nummerus", players, shuffled(rng), **options)
    while pawns_left(game) > left or "end" in game.legal:
        own = set(shown(game).seats[(game.turn or 1) - 1].pawns)
        legal = game.legal
        growing = [move for move in legal if move.startswith("take") and own & _beside(move)]
        game.play(rng.choice(growing if growing and rng.random() < 0.7 else legal))
    return game


def _beside(move: str) -> set[int]:
    pawn = int(move.split()[1])
    return {pawn - 1, pawn + 1}
