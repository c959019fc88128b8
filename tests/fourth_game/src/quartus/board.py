"""What is shown of a game of Quartus. The page has no board for it: it gets groups of pieces."""

from __future__ import annotations

from typing import Any

import msgspec

from rectoverso.games.game import Group, Piece
from rectoverso.kernel.fixed_record import Record, plain

from .material import CARDS, HAND
from .moves import TURN
from .rules import FIRST_SEAT, IN_ROW


class Known(msgspec.Struct, frozen=True):
    """For the notes: by tag, the face that lies down of cards that have been turned over."""

    backs: dict[str, int]


class Observation:
    """What an observation record holds, for reading in Python."""

    def __init__(self, observation: Record) -> None:
        self.state = plain(observation, "state")


def board(observed: Observation) -> list[Group]:
    """What a seat is shown as data: the groups of pieces themselves."""
    return pieces(observed)


def pieces(observed: Observation) -> list[Group]:
    """The row, the pile, and the cards of each player."""
    state = observed.state
    left = CARDS - state.dealt
    back = Piece("pile", "quartus_left", hidden=True, values={"count": left})
    row = [_card(state, card) for card in range(state.dealt) if state.where[card] == IN_ROW]
    groups = [Group("quartus_row", row), Group("quartus_pile", [back] if left else [])]
    for seat in range(state.players):
        own = [_card(state, card) for card in range(CARDS) if state.where[card] == FIRST_SEAT + seat]
        groups.append(Group("quartus_cards", own, owner=seat + 1))
    return groups


def _card(state: Any, card: int) -> Piece:
    """Q4: what lies up. Q7: after the end also what lies down, which is what the card scores."""
    if not state.over:
        return Piece(f"#{card + 1}", str(state.up[card]))
    return Piece(f"#{card + 1}", "quartus_both", values={"up": state.up[card], "down": state.down[card]})


def known(observed: Observation) -> Known:
    """What has been seen and does not lie open."""
    return Known({f"#{card}": face for card, face in enumerate(observed.state.down, 1) if face})


def reveals_a_face(state: Record, move: int) -> bool:
    """Q4, Q5, Q7: a card turned over shows one, so does the next card of the pile, and the end shows them all."""
    last = int(state.taken) + 1 == HAND * int(state.players)
    return move >= TURN or int(state.dealt) < CARDS or last
