"""Best play in Nummerus, proved: endgames of two players, and the solitaire."""

from __future__ import annotations

import numpy as np

from ...kernel import entry
from ...kernel.record import Record, copied
from ..game import Line
from .endgame import BUDGET, VICTORY, Endgames, new_endgames, solve_endgame
from .material import ALL_FIELDS
from .solitaire import WIDTHS, Solution, solve

MOST_PAWNS = 24  # with more pawns on the board nobody need try
MOST_LEGAL = 1024
ENTRIES = 1 << 16
POSITIONS_A_WIDTH = 1000  # what a search of the solitaire costs for each position that it keeps


class NummerusSolver:
    """Proves what is best, and keeps in mind what it has found about a deal."""

    def __init__(self) -> None:
        self._endgames: Endgames | None = None

    def best(self, seen: Record, effort: int) -> int | None:
        """The best move, if it can be proved by looking at so many positions."""
        state = seen.state
        if state.over or state.players > 2:
            return None
        if state.players == 1:
            solution = self._solution(state, effort)
            return solution.moves[0] if solution.series == solution.bound and solution.moves else None
        solved = self._solved(state, effort)
        return None if solved is None else solved[0]

    def lines(self, seen: Record, effort: int) -> list[Line] | None:
        """All legal moves and what they lead to, best first."""
        state = seen.state
        if state.over or state.players > 2:
            return None
        return self._lines_alone(state, effort) if state.players == 1 else self._lines_of_two(state, effort)

    # ---- alone

    def _solution(self, state: Record, effort: int) -> Solution:
        """N10: the best game that a search of this effort finds."""
        widths = tuple(width for width in WIDTHS if width * POSITIONS_A_WIDTH <= effort) or WIDTHS[:1]
        return solve(state, widths)

    def _lines_alone(self, state: Record, effort: int) -> list[Line] | None:
        """Each move with the best game found after it; proved, if none could leave fewer series than the best one."""
        lines = []
        for move in legal_moves(state):
            after = copied(state)
            entry.apply(after, move)
            series = _score(after, 0) if after.over else self._solution(after, effort).series
            lines.append(Line(move, 1.0, float(series)))
        lines.sort(key=lambda line: (line.score, line.move))
        return lines if lines[0].score == self._solution(state, effort).bound else None

    # ---- two players

    def _solved(self, state: Record, effort: int) -> tuple[int, int] | None:
        """The best move and its value for the seat to move (see endgame.py)."""
        if (int(state.pawns) & ALL_FIELDS).bit_count() > MOST_PAWNS:
            return None
        if self._endgames is None:
            self._endgames = new_endgames(ENTRIES)
        self._endgames.counts[BUDGET] = effort
        solved = solve_endgame(state, self._endgames)
        return (solved.move, solved.value) if solved.exact else None

    def _lines_of_two(self, state: Record, effort: int) -> list[Line] | None:
        me = int(state.turn)
        weighed = []
        for move in legal_moves(state):
            after = copied(state)
            entry.apply(after, move)
            value, score = self._followed(after, me, effort)
            if value is None:
                return None
            weighed.append((value, Line(move, 0.5 + 0.5 * _sign(value), float(score))))
        return [line for _, line in sorted(weighed, key=lambda one: (-one[0], one[1].move))]

    def _followed(self, state: Record, me: int, effort: int) -> tuple[int | None, int]:
        """Play on with the best moves of both sides: what the end is worth to one seat, and its score."""
        value: int | None = None
        while not state.over:
            solved = self._solved(state, effort)
            if solved is None:
                return None, 0
            if value is None:
                value = solved[1] if state.turn == me else -solved[1]
            entry.apply(state, solved[0])
        mine, yours = _score(state, me), _score(state, 1 - me)
        if value is None:
            value = mine - yours + VICTORY * (_rank(state, 1 - me) - _rank(state, me))
        return value, mine


def legal_moves(state: Record) -> list[int]:
    """All legal moves."""
    moves = np.zeros(MOST_LEGAL, np.int32)
    n = entry.legal(state, moves)
    listed: list[int] = moves[:n].tolist()
    return listed


def _score(state: Record, seat: int) -> int:
    scores, ranks = np.zeros(4, np.int64), np.zeros(4, np.int64)
    entry.result(state, scores, ranks)
    return int(scores[seat])


def _rank(state: Record, seat: int) -> int:
    scores, ranks = np.zeros(4, np.int64), np.zeros(4, np.int64)
    entry.result(state, scores, ranks)
    return int(ranks[seat])


def _sign(value: int) -> float:
    """Victory 1, draw 0, defeat −1: less than VICTORY / 2 is a margin only."""
    return 0.0 if abs(value) < VICTORY // 2 else 1.0 if value > 0 else -1.0
