"""Analyses of finished games, computed piece by piece while somebody asks for them.

Each request adds a moment's work, so that an analysis takes its turn with odds, advice and replays, and ends when
nobody asks any more. What has been found is kept for a while, for the next request.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from threading import Lock
from time import monotonic

import msgspec

from ...analysis.analysis import OUTLINE_SIMULATIONS, Analysis, assembled, check_finished
from ...analysis.positions import Effort, Estimate, Position, Values, estimate, final_values, positions, value
from ...errors import BadInput
from ...games.game_record import from_record
from ...games.round import Round
from ..messages.http import AnalyseRecord, AnalysisProgress
from .record_names import record_names

MAX_KEPT = 12
"""Games whose analysis is kept; a long one takes some megabytes."""
MAX_MOVES = 1000
"""Longer games are not analysed here; `rectoverso analyse` does it."""
STEP_S = 0.7
"""A request is answered after this time; what is left is for the next one."""
EFFORT = Effort()


class _GameAnalysis:
    """One game and what has been found of it, the most interesting positions first."""

    def __init__(self, round: Round) -> None:
        check_finished(round)
        if len(round.numbers) > MAX_MOVES:
            raise BadInput(f"the game has {len(round.numbers)} moves; up to {MAX_MOVES} are analysed here")
        self.round, self.lock = round, Lock()
        self.listed: list[Position] = positions(round)
        self.outline: list[Values] = []
        self.found: dict[int, Estimate] = {}
        self._left: list[Position] = []

    def work(self, until: float) -> None:
        """Analyse some more positions: first all of them roughly, then each one closely."""
        while len(self.outline) < len(self.listed):
            self.outline.append(value(self.listed[len(self.outline)].observation, OUTLINE_SIMULATIONS))
            if len(self.outline) == len(self.listed):
                self._left = self._by_interest()
            if monotonic() >= until:
                return
        while self._left:
            position = self._left.pop()
            self.found[position.at] = estimate(position, EFFORT)
            if monotonic() >= until:
                return

    def _by_interest(self) -> list[Position]:
        """All positions; those where a move changed the values most come last, to be taken first."""
        after = [*self.outline[1:], final_values(self.round)]
        swings = [abs(old[0] - new[0]) for old, new in zip(self.outline, after, strict=True)]
        return sorted(self.listed, key=lambda position: (swings[position.at], -position.at))

    @property
    def values(self) -> list[Values]:
        """The estimates so far of what each position was worth."""
        return [self.found[at].before if at in self.found else rough for at, rough in enumerate(self.outline)]

    def analysis(self, lang: str, names: list[str]) -> Analysis | None:
        """The whole analysis, when it is complete."""
        if len(self.found) < len(self.listed):
            return None
        found = [self.found[at] for at in range(len(self.listed))]
        return assembled(self.round, self.listed, found, EFFORT, lang, names)


class Analyses:
    """The games that are being analysed, and those that were last."""

    def __init__(self) -> None:
        self._games: OrderedDict[bytes, _GameAnalysis] = OrderedDict()
        self._lock = Lock()

    def proceed(self, request: AnalyseRecord) -> AnalysisProgress:
        """Continue the analysis of a finished game for a moment; returns the progress."""
        until = monotonic() + STEP_S
        game = self._game(request)
        with game.lock:
            game.work(until)
            names = record_names(request.record, request.lang, game.round.players)
            analysis = game.analysis(request.lang, names)
            return AnalysisProgress(len(game.found), len(game.listed), game.values, analysis)

    def _game(self, request: AnalyseRecord) -> _GameAnalysis:
        """The game of a record; only what decides its course and its end counts."""
        parts = [request.record.get(key) for key in ("game", "players", "options", "deal", "moves", "stopped")]
        key = hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).digest()
        with self._lock:
            known = self._games.get(key)
            if known is not None:
                self._games.move_to_end(key)
                return known
        game = _GameAnalysis(from_record(request.record))
        with self._lock:
            game = self._games.setdefault(key, game)
            while len(self._games) > MAX_KEPT:
                self._games.popitem(last=False)
        return game
