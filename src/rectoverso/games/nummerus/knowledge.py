"""What a seat of Nummerus knows: everything. All pawns lie open from the first moment to the last (N1, N3)."""

from __future__ import annotations

import numpy as np

from ...kernel.bits import count, first, has
from ...kernel.fixed_record import Record, copy, record_type
from ...kernel.jit import kernel
from .material import FIELDS, MAX_SEATS, PAWNS
from .rules import STATE, TAKING, bonds_of, free_choice, loose_of, reach, score_of

KNOWLEDGE = record_type("nummerus_knowledge", [])

SERIES_ROW = 2 * PAWNS  # a pawn and a 0 for each of 48 series is the most

OBSERVATION = record_type(
    "nummerus_observation",
    [
        ("seat", np.int64),
        ("state", STATE),
        # What follows from the state, worked out for what a seat is shown. Lists end with zeros.
        ("free_choice", np.int8),  # N4: any pawn of the board may be taken
        ("reached", np.int8),  # how many pawns may be taken now, …
        ("reach", np.uint8, FIELDS),  # … and on which fields they lie
        ("fields", np.uint8, FIELDS),  # by field: the pawn that lies there, 0 where there is none
        ("taken", np.uint8, (MAX_SEATS, PAWNS)),  # by seat: the pawns taken, in ascending order
        ("loose", np.uint8, (MAX_SEATS, PAWNS)),  # by seat: those that are not part of a series
        ("series", np.uint8, (MAX_SEATS, SERIES_ROW)),  # by seat: the others, with a 0 after each series
        ("scores", np.int64, MAX_SEATS),  # by seat: the score if the game ended now
    ],
)


@kernel
def begin(knowledge: Record, state: Record) -> None:
    """There is nothing to remember that does not lie on the table."""


@kernel
def learn(knowledge: Record, before: Record, after: Record, move: int) -> None:
    """N3: a pawn is taken openly, so there is nothing to remember."""


@kernel
def observe(observation: Record, state: Record, knowledge: Record, seat: int) -> None:
    """A seat sees the whole table, and so does a watcher."""
    observation.seat = seat
    copy(observation.state, state)
    observe_board(observation, state)
    for player in range(state.players):
        observe_pawns(observation, state, player)


@kernel
def observe_board(observation: Record, state: Record) -> None:
    """Which pawns lie on the board, and which of them may be taken (N3, N4)."""
    for field in range(FIELDS):
        observation.fields[field] = state.at[field + 1] if has(state.pawns, field + 1) else 0
    fields = reach(state.board, state.power, state.pawns) if state.phase == TAKING else 0
    observation.free_choice = free_choice(state)
    observation.reached = count(fields)
    for place in range(count(fields)):
        observation.reach[place] = first(fields) - 1
        fields &= fields - 1


@kernel
def observe_pawns(observation: Record, state: Record, seat: int) -> None:
    """What a seat has taken, which of its pawns lie together (N5, N9), and its score."""
    observation.scores[seat] = score_of(state, seat)
    pawns, bonds, loose = state.own[seat], bonds_of(state, seat), loose_of(state, seat)
    taken, alone, grouped = 0, 0, 0
    while pawns:
        pawn = first(pawns)
        pawns &= pawns - 1
        observation.taken[seat, taken] = pawn
        taken += 1
        if has(loose, pawn):
            observation.loose[seat, alone] = pawn
            alone += 1
        else:
            observation.series[seat, grouped] = pawn
            grouped += 1 if has(bonds, pawn) else 2
