"""What a seat of Nummerus knows, as numbers for learning programs. Everything lies open, so notes add nothing (N1).

Seats are counted from the one that looks on: itself, the next one clockwise and so on. Rows of seats that the table
does not have are 0. A watcher looks from the first seat.
"""

from __future__ import annotations

from typing import Any

from ...kernel.bits import bit, has
from ...kernel.fixed_record import Record
from ...kernel.jit import kernel
from ...kernel.short_lists import write_flags
from ..features import Feature, seat_after, starts
from .material import BOARDS, FIELDS, MAX_SEATS, PAWNS, TOKENS
from .rules import SCORINGS, TRADING

FEATURES = (
    Feature("taken", (MAX_SEATS, PAWNS), 1, "by seat and number: has the seat taken this pawn?"),
    Feature("bonds", (PAWNS,), 1, "solitaire: does this number lie in one series with the next one? (N9)"),
    Feature("fields", (FIELDS,), PAWNS, "by field, in reading order: the number of the pawn there, 0 for none"),
    Feature("power", (FIELDS,), 1, "by field: is the Power pawn there?"),
    Feature("tokens", (MAX_SEATS,), max(TOKENS), "by seat: exchange tokens left (N8)"),
    Feature("to_move", (MAX_SEATS,), 1, "by seat: is it to move?"),
    Feature("trading", (1,), 1, "may the seat to move exchange a pawn now? (N8)"),
    Feature("players", (1,), MAX_SEATS, "how many play"),
    Feature("board", (1,), len(BOARDS) - 1, "the option: 0 classic, 1 square"),
    Feature("scoring", (1,), len(SCORINGS) - 1, "the option: 0 longest, 1 points"),
)
_TAKEN, _BONDS, _FIELDS, _POWER, _TOKENS, _TO_MOVE, _TRADING, _PLAYERS, _BOARD, _SCORING, _ = starts(FEATURES)


@kernel
def encode(state: Record, knowledge: Record, seat: int, notes: bool, out: Any) -> None:
    """The table, seen from a seat."""
    for place in range(MAX_SEATS):
        other = seat_after(seat, place, state.players)
        write_flags(out, _TAKEN + PAWNS * place, state.own[other] >> 1, PAWNS)
        out[_TOKENS + place] = state.tokens[other]
        out[_TO_MOVE + place] = other == state.turn and not state.over
    write_flags(out, _BONDS, state.bonds >> 1, PAWNS)
    pawns = state.pawns
    for field in range(FIELDS):
        out[_FIELDS + field] = state.at[field + 1] * has(pawns, field + 1)
    write_flags(out, _POWER, bit(int(state.power) - 1), FIELDS)
    out[_TRADING] = state.phase == TRADING
    out[_PLAYERS] = state.players
    out[_BOARD] = state.board
    out[_SCORING] = state.scoring
