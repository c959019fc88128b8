"""Why a move of Nummerus is not possible: the message that says so, and its rule."""

from __future__ import annotations

from ...kernel.bits import has
from ...kernel.fixed_record import Record
from ..game import WhyNot
from ..lookahead import legal_moves
from .material import LINES, ROWS_A_BOARD
from .moves import END, ON_LOW, TRADE, pawn_taken, pawns_traded
from .rules import TRADING, reach


def why_not(observation: Record, move: int) -> WhyNot | None:
    """Why the seat to move cannot play a move; None if it can."""
    state = observation.state
    if move in legal_moves(state):
        return None
    if move >= TRADE:
        return _not_exchanged(state, *pawns_traded(move))
    if move == END:
        return WhyNot("why_nummerus_end", "N3")
    if state.phase == TRADING:
        return WhyNot("why_nummerus_taken_already", "N8")
    return _not_taken(state, pawn_taken(move), choosing_series=move >= ON_LOW)


def _not_taken(state: Record, pawn: int, choosing_series: bool) -> WhyNot:
    """N3, N9: only the nearest pawn on a line; in solitaire, put to the series that it continues."""
    field, values = int(state.field[pawn]), {"pawn": pawn}
    if not has(int(state.pawns), field):
        return WhyNot("why_nummerus_gone", "N3", values)
    if not has(reach(state.board, state.power, state.pawns), field):
        return WhyNot("why_nummerus_hidden" if _on_a_line(state, field) else "why_nummerus_off_line", "N3", values)
    if choosing_series:
        return WhyNot("why_nummerus_one_series", "N9", values)
    return WhyNot("why_nummerus_two_series", "N9", {**values, "lower": pawn - 1, "higher": pawn + 1})


def _on_a_line(state: Record, field: int) -> bool:
    """N3: does a field lie on one of the Power pawn's lines?"""
    return any(has(int(line), field) for line in LINES[int(state.board) * ROWS_A_BOARD + int(state.power)])


def _not_exchanged(state: Record, give: int, get: int) -> WhyNot:
    """N8: after taking, for a token, a pawn of one's own for a loose one of an opponent."""
    if not state.tausch:
        return WhyNot("why_nummerus_no_exchange", "N8")
    if state.phase != TRADING:
        return WhyNot("why_nummerus_trade_first" if state.tokens[state.turn] else "why_nummerus_no_token", "N8")
    mine = int(state.own[state.turn])
    if not has(mine, give):
        return WhyNot("why_nummerus_give", "N8", {"pawn": give})
    if has(mine, get):
        return WhyNot("why_nummerus_get_own", "N8", {"pawn": get})
    if has(int(state.pawns), int(state.field[get])):
        return WhyNot("why_nummerus_get_board", "N8", {"pawn": get})
    return WhyNot("why_nummerus_get_series", "N8", {"pawn": get})
