"""What a seat of Quartus knows, as numbers for learning programs. Seats are counted from the one that looks on."""

from __future__ import annotations

from typing import Any

from rectoverso.games.features import Feature, starts
from rectoverso.kernel.fixed_record import Record
from rectoverso.kernel.jit import kernel

from .material import CARDS, SEATS
from .rules import FIRST_SEAT, IN_PILE, IN_ROW

_HIGHEST_FACE = 21

FEATURES = (
    Feature("row", (CARDS,), 1, "by card: does it lie in the row?"),
    Feature("taken", (SEATS, CARDS), 1, "by seat and card: does the seat have it?"),
    Feature("up", (CARDS,), _HIGHEST_FACE, "by card: the face that lies up, 0 where nobody has seen it"),
    Feature("down", (CARDS,), _HIGHEST_FACE, "by card: the face that lies down, 0 where it is not known"),
    Feature("players", (1,), SEATS, "how many play"),
)
_ROW, _TAKEN, _UP, _DOWN, _PLAYERS, _LENGTH = starts(FEATURES)


@kernel
def encode(state: Record, knowledge: Record, seat: int, notes: bool, out: Any) -> None:
    """Q4: the face that lies down is known of cards that were turned over. Q7: at the end all lie open."""
    for place in range(_LENGTH):
        out[place] = 0
    for card in range(CARDS):
        where = state.where[card]
        out[_ROW + card] = where == IN_ROW
        if where >= FIRST_SEAT:
            place = (where - FIRST_SEAT - max(seat, 0)) % state.players
            out[_TAKEN + CARDS * place + card] = 1
        if where != IN_PILE or state.over:
            out[_UP + card] = state.up[card]
        if (state.turned[card] and notes) or state.over:
            out[_DOWN + card] = state.down[card]
    out[_PLAYERS] = state.players
