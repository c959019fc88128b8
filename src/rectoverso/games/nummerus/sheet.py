"""All that lies open in a game of Nummerus, as bytes, and the same as JSON: read and written by compiled code.

Reading a record field by field from Python is slow, and every move shows the whole board to everybody.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernel.bits import first, has
from ...kernel.jit import kernel, short_kernel
from ...kernel.record import Record
from .material import BOARDS, FIELDS, SEATS
from .rules import TAKING, in_line, reach, result

# Numbers first, the scores as two bytes each; then four lists: the pawns by field, the fields in reach, the pawns
# taken, seat by seat and ascending, and where in these each run ends.
PLAYERS, OVER, TURN, PHASE, BOARD, POWER, IN_LINE, REACHED = range(8)
TOKENS, SCORE, RUNS = 8, 8 + SEATS, 8 + 3 * SEATS
FIELD = RUNS + SEATS + 1
REACH, TAKEN, RUN_END = FIELD + FIELDS, FIELD + 2 * FIELDS, FIELD + 3 * FIELDS
SHEET = FIELD + 4 * FIELDS


def observed(observation: Record) -> bytes:
    """What a SEEN record holds, for reading in Python."""
    sheet, scores, ranks = np.zeros(SHEET, np.uint8), np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    survey(observation, sheet, scores, ranks)
    return sheet.tobytes()


def score(sheet: bytes, p: int) -> int:
    """What a seat would score if the game ended now."""
    return sheet[SCORE + 2 * p] | sheet[SCORE + 2 * p + 1] << 8


@short_kernel
def survey(observation: Record, sheet: Any, scores: Any, ranks: Any) -> None:
    """What can be read off the table at one glance; also the scores."""
    state = observation.state
    sheet[PLAYERS] = state.players
    sheet[OVER] = state.over
    sheet[TURN] = state.turn
    sheet[PHASE] = state.phase
    sheet[BOARD] = state.board
    sheet[POWER] = state.power - 1
    for f in range(FIELDS):
        sheet[FIELD + f] = state.at[f + 1] if has(state.pawns, f + 1) else 0
    survey_reach(state, sheet)
    survey_runs(state, sheet)
    result(state, scores, ranks)
    for p in range(state.players):
        sheet[TOKENS + p] = state.tokens[p]
        sheet[SCORE + 2 * p] = scores[p] & 255
        sheet[SCORE + 2 * p + 1] = scores[p] >> 8


@kernel
def survey_reach(state: Record, sheet: Any) -> None:
    """N3, N4: is there a pawn in line, and which fields' pawns may be taken?"""
    sheet[IN_LINE] = in_line(state.board, state.power, state.pawns) != 0
    left = reach(state.board, state.power, state.pawns) if state.phase == TAKING else 0
    n = 0
    while left:
        sheet[REACH + n] = first(left) - 1
        left &= left - 1
        n += 1
    sheet[REACHED] = n


@kernel
def survey_runs(state: Record, sheet: Any) -> None:
    """N5: v and v + 1 lie together; N9: alone, only where they were put together. `RUNS`: how many up to each seat."""
    taken, runs = 0, 0
    sheet[RUNS] = 0
    for p in range(state.players):
        left = state.own[p]
        bonds = state.bonds if state.players == 1 else left & left >> 1
        while left:
            pawn = first(left)
            left &= left - 1
            sheet[TAKEN + taken] = pawn
            taken += 1
            if not has(bonds, pawn):
                sheet[RUN_END + runs] = taken
                runs += 1
        sheet[RUNS + p + 1] = runs


# ---- as JSON: exactly what msgspec makes of a `NummerusTable`

LONGEST_TEXT = 2048
COMMA, OPEN, CLOSE, BRACE, ZERO = b",[]}0"


def _word(text: str) -> Any:
    return np.frombuffer(text.encode(), np.uint8)


_CLASSIC, _SQUARE = (_word(f'{{"board":"{board}","fields":') for board in BOARDS)
_POWER, _REACH, _NULL = _word(',"power":'), _word(',"reach":'), _word("null")
_TAKE, _TRADE = _word(',"phase":"take","seats":['), _word(',"phase":"trade","seats":[')
_PAWNS, _SERIES, _LOOSE = _word('{"pawns":'), _word(',"series":'), _word(',"loose":')
_TOKENS, _SCORE = _word(',"tokens":'), _word(',"score":')


def written(sheet: bytes) -> bytes:
    """The table as JSON."""
    text = np.empty(LONGEST_TEXT, np.uint8)
    end = write_table(np.frombuffer(sheet, np.uint8), text)
    return text[:end].tobytes()


@short_kernel
def write_table(sheet: Any, text: Any) -> int:
    """Where the text ends."""
    at = put(text, 0, _SQUARE if sheet[BOARD] else _CLASSIC)
    at = put_fields(text, at, sheet)
    at = put_number(text, put(text, at, _POWER), sheet[POWER])
    at = put_list(text, put(text, at, _REACH), sheet, REACH, REACH + sheet[REACHED])
    at = put(text, at, _TAKE) if sheet[PHASE] == TAKING else put(text, at, _TRADE)
    taken = 0
    for p in range(sheet[PLAYERS]):
        at = put_seat(text, at if p == 0 else put_sign(text, at, COMMA), sheet, p, taken)
        runs = sheet[RUNS + p + 1]
        taken = sheet[RUN_END + runs - 1] if runs else 0
    return put_sign(text, put_sign(text, at, CLOSE), BRACE)


@kernel
def put_seat(text: Any, at: int, sheet: Any, p: int, taken: int) -> int:
    """A seat whose pawns begin after so many others."""
    runs, end = sheet[RUNS + p], sheet[RUNS + p + 1]
    last = sheet[RUN_END + end - 1] if end > runs else taken
    at = put_list(text, put(text, at, _PAWNS), sheet, TAKEN + taken, TAKEN + last)
    at = put_runs(text, put(text, at, _SERIES), sheet, p, taken, True)
    at = put_runs(text, put(text, at, _LOOSE), sheet, p, taken, False)
    at = put_number(text, put(text, at, _TOKENS), sheet[TOKENS + p])
    at = put_number(text, put(text, at, _SCORE), sheet[SCORE + 2 * p] + 256 * sheet[SCORE + 2 * p + 1])
    return put_sign(text, at, BRACE)


@kernel
def put_runs(text: Any, at: int, sheet: Any, p: int, taken: int, series: bool) -> int:
    """N5: runs of two and more are series, the other pawns loose. N9: alone, every run is a series."""
    at = put_sign(text, at, OPEN)
    begun = at
    for run in range(sheet[RUNS + p], sheet[RUNS + p + 1]):
        end = sheet[RUN_END + run]
        if (end - taken > 1 or sheet[PLAYERS] == 1) == series:
            if at > begun:
                at = put_sign(text, at, COMMA)
            if series:
                at = put_list(text, at, sheet, TAKEN + taken, TAKEN + end)
            else:
                at = put_number(text, at, sheet[TAKEN + taken])
        taken = end
    return put_sign(text, at, CLOSE)


@kernel
def put_fields(text: Any, at: int, sheet: Any) -> int:
    """The pawns by field, null where there is none."""
    for f in range(FIELDS):
        at = put_sign(text, at, COMMA if f else OPEN)
        pawn = sheet[FIELD + f]
        at = put_number(text, at, pawn) if pawn else put(text, at, _NULL)
    return put_sign(text, at, CLOSE)


@kernel
def put_list(text: Any, at: int, sheet: Any, begin: int, end: int) -> int:
    """A list of numbers."""
    at = put_sign(text, at, OPEN)
    for i in range(begin, end):
        if i > begin:
            at = put_sign(text, at, COMMA)
        at = put_number(text, at, sheet[i])
    return put_sign(text, at, CLOSE)


@kernel
def put_number(text: Any, at: int, number: int) -> int:
    """A number in digits."""
    end, rest = at + 1, number // 10
    while rest:
        end += 1
        rest //= 10
    for place in range(end - 1, at - 1, -1):
        text[place] = ZERO + number % 10
        number //= 10
    return end


@kernel
def put(text: Any, at: int, word: Any) -> int:
    """A word, letter by letter."""
    for i in range(len(word)):
        text[at + i] = word[i]
    return at + len(word)


@kernel
def put_sign(text: Any, at: int, sign: int) -> int:
    """One letter."""
    text[at] = sign
    return at + 1
