"""Best play in Nummerus, proved: endgames of two players, and the solitaire."""

from __future__ import annotations

import numpy as np

from ...kernel import entry_points
from ...kernel.fixed_record import Record
from ..game import SolvedMove
from ..lookahead import after, legal_moves
from .endgame import BUDGET, NODES, VICTORY, Endgames, new_endgames, solve_endgame
from .material import ALL_FIELDS, MAX_SEATS, PAWNS
from .solitaire import BEAM_WIDTHS, Solution, solve

MAX_PAWNS = 24  # with more pawns on the board an endgame is too long to solve
ENTRIES = 1 << 16
LOOK_UP_COST = 100  # asking about a position costs as much effort as this many positions, even if it is known
POSITIONS_A_WIDTH = 1000  # the effort of a search of a whole solitaire, for each position of the beam's width


class NummerusSolver:
    """Proves which move is best, and remembers what it has found about a deal. Effort is counted in positions."""

    def __init__(self) -> None:
        self._endgames: Endgames | None = None
        self._effort = 0  # how many positions may still be searched

    def best(self, observation: Record, effort: int) -> int | None:
        """The best move, if it can be proved with this effort."""
        state = observation.state
        self._effort = effort
        if state.over or state.players > 2:
            return None
        if state.players == 1:
            solution = self._solution(state, effort)
            return solution.moves[0] if solution.series == solution.bound and solution.moves else None
        solved = self._solved(state)
        return None if solved is None else solved[0]

    def lines(self, observation: Record, effort: int) -> list[SolvedMove] | None:
        """Moves and what they lead to, the best one first; None if nothing is known with this effort."""
        state = observation.state
        self._effort = effort
        if state.over or state.players > 2:
            return None
        return self._lines_alone(state) if state.players == 1 else self._lines_of_two(state)

    # ---- alone

    def _solution(self, state: Record, effort: int) -> Solution:
        """N10: the best game that a search of this effort finds."""
        best = None
        for width in BEAM_WIDTHS:
            cost = width * POSITIONS_A_WIDTH * _pawns_left(state) // PAWNS
            if best is not None and (cost > effort or best.series == best.bound):
                break
            self._effort -= cost
            found = solve(state, (width,))
            if best is None or (found.series, -found.bound) < (best.series, -best.bound):
                best = found
        assert best is not None
        return best

    def _lines_alone(self, state: Record) -> list[SolvedMove]:
        """Each move with the best game found after it; the first is proved if no game can leave fewer series."""
        solution = self._solution(state, self._effort // 2)
        proved = solution.series == solution.bound
        lines = [SolvedMove(solution.moves[0], 1.0, float(solution.series), proved)]
        others = [move for move in legal_moves(state) if move != solution.moves[0]]
        for left, move in zip(range(len(others), 0, -1), others, strict=True):
            if self._effort > 0:
                lines.append(self._line_alone(after(state, move), move, self._effort // left))
        best, *rest = sorted(lines, key=lambda line: line.score)
        return [best._replace(proved=proved), *rest]

    def _line_alone(self, state: Record, move: int, effort: int) -> SolvedMove:
        """The best game found after a move."""
        if state.over:
            return SolvedMove(move, 1.0, float(_result(state)[0][0]))
        solution = self._solution(state, effort)
        return SolvedMove(move, 1.0, float(solution.series), solution.series == solution.bound)

    # ---- two players

    def _solved(self, state: Record) -> tuple[int, int] | None:
        """The best move and its value for the seat to move (see endgame.py)."""
        if _pawns_left(state) > MAX_PAWNS or self._effort <= 0:
            return None
        if self._endgames is None:
            self._endgames = new_endgames(ENTRIES)
        self._endgames.counts[BUDGET] = self._effort
        solved = solve_endgame(state, self._endgames)
        self._effort -= int(self._endgames.counts[NODES]) + LOOK_UP_COST
        return (solved.move, solved.value) if solved.exact else None

    def _lines_of_two(self, state: Record) -> list[SolvedMove] | None:
        """The best move, and as many of the others as the effort allows."""
        solved = self._solved(state)
        if solved is None:
            return None
        best = self._line(state, solved[0])
        if best is None:
            return None
        lines = [self._line(state, move) for move in legal_moves(state) if move != solved[0]]
        others = sorted((one for one in lines if one is not None), key=lambda one: (-one[0], one[1].move))
        return [best[1], *(line for _, line in others)]

    def _line(self, state: Record, move: int) -> tuple[int, SolvedMove] | None:
        """What a move is worth to its mover, and what it leads to; None if that takes too much effort."""
        me, later = int(state.turn), after(state, move)
        followed = self._followed(later, me)
        if followed is None:
            return None
        value, score = followed
        return value, SolvedMove(move, 0.5 + 0.5 * _sign(value), float(score))

    def _followed(self, state: Record, me: int) -> tuple[int, int] | None:
        """Play on with the best moves of both sides: the value of the end for one seat, and its score."""
        while not state.over:
            solved = self._solved(state)
            if solved is None:
                return None
            entry_points.apply(state, solved[0])
        scores, ranks = _result(state)
        return scores[me] - scores[1 - me] + VICTORY * (ranks[1 - me] - ranks[me]), scores[me]


def _pawns_left(state: Record) -> int:
    return (int(state.pawns) & ALL_FIELDS).bit_count()


def _result(state: Record) -> tuple[list[int], list[int]]:
    """Scores and ranks by seat."""
    scores, ranks = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
    entry_points.result(state, scores, ranks)
    return scores.tolist(), ranks.tolist()


def _sign(value: int) -> float:
    """1 for a victory, 0 for a draw, -1 for a defeat; a value below VICTORY / 2 is only a margin."""
    return 0.0 if abs(value) < VICTORY // 2 else 1.0 if value > 0 else -1.0
