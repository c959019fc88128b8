"""The material of Nummerus: 48 numbered pawns, the Power pawn, two boards, exchange tokens (N1, N2, N8)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

PAWNS = 48
FIELDS = 49
POWER = 0  # the Power pawn's place in a deal is written as number 0
MAX_SEATS = 4

TOKENS = (0, 0, 2, 2, 1)  # N8: exchange tokens for each seat, by the number of players
MAX_SCORE = PAWNS * (PAWNS + 1) // 2  # N7: one series of all pawns; N6, N10: at most the number of pawns
SERIES_PUT_AWAY = 6  # N10: series of at least this many pawns are put away at the end

BOARDS = ("classic", "square")  # N2: the option `board`
ROWS = {"classic": (3, 5, 7, 7, 5, 7, 7, 5, 3), "square": (7,) * 7}
WIDTH = 7

DIRECTIONS = ((0, 1), (1, -1), (1, 0), (1, 1))  # each also backwards: 8 in all

# N1: the Power pawn and the pawns 1 to 48, one on each field.
DECK: npt.NDArray[np.int64] = np.arange(FIELDS, dtype=np.int64)


def fields(board: str) -> list[tuple[int, int]]:
    """N2: row and column of each field, in reading order."""
    return [
        (row, column)
        for row, length in enumerate(ROWS[board])
        for column in range((WIDTH - length) // 2, (WIDTH + length) // 2)
    ]


def _line(board: str, field: int, direction: tuple[int, int]) -> int:
    """N3: the fields on a line from a field to the edge, as a set of bits: field f is bit f + 1."""
    places = fields(board)
    (row, column), (down, right) = places[field], direction
    line = 0
    while (place := (row + down, column + right)) in places:
        line |= 1 << (places.index(place) + 1)
        row, column = place
    return line


def _lines(board: str) -> list[list[int]]:
    """N3: the eight lines of each field: four forward in reading order, four backward.

    Bit 0 is no field: it closes the backward lines, so that looking back along one always finds something.
    """
    no_lines = [0] * 2 * len(DIRECTIONS)  # the fields are counted from 1
    return [no_lines] + [
        [_line(board, field, (down, right)) for down, right in DIRECTIONS]
        + [_line(board, field, (-down, -right)) | 1 for down, right in DIRECTIONS]
        for field in range(FIELDS)
    ]


# Row ROWS_A_BOARD * board + field: the lines that begin at that field of that board.
LINES: npt.NDArray[np.int64] = np.array([lines for board in BOARDS for lines in _lines(board)], np.int64)
ROWS_A_BOARD = FIELDS + 1
ALL_FIELDS = ((1 << FIELDS) - 1) << 1


def write_card(card: int) -> int:
    """A pawn as a record writes it: its number, 0 for the Power pawn."""
    return card


def read_card(written: object) -> int:
    """The pawn that a record names; ValueError if there is no such pawn."""
    if isinstance(written, bool) or not isinstance(written, int) or not 0 <= written <= PAWNS:
        raise ValueError(f"a pawn is a whole number from 1 to {PAWNS}, the Power pawn 0; not {str(written)[:60]!r}")
    return written
