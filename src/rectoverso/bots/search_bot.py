"""The bot `search`: a tree search over worlds that fit what its seat has seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from ..games import game_of
from ..games.game import Game
from ..kernel import entry_points
from ..kernel.fixed_record import Record, Rng
from ..kernel.rng import new_rng, word
from .bot import Budget, Choice, Resources, Timer, timer
from .search_memory import RootStats, Search, SearchMemory
from .tree import contains, root_moves
from .tree_search import NO_MOVE, ROOT_SCORE, ROOT_SHARES, ROOT_VISITS, search

MAX_NODES = 1 << 17  # of all trees of a bot together: about 30 MB
SEARCHES_PER_TREE = 4  # a tree has room for the searches of this many moves
MAX_SIMULATIONS_PER_S = 500_000  # in the fastest game: sizes the tree of a time budget
TYPICAL_SIMULATIONS_PER_S = 50_000  # a rough figure: converts a time budget into an effort for proofs
SLICE_SIMULATIONS = 64  # between two readings of the clock: far below 5 ms in every game
PROOF_POSITIONS_PER_SIMULATION = 20  # a proof may look at this many positions for each simulation it saves


class MoveEstimate(msgspec.Struct, frozen=True):
    """A move and what the search found: the chance of a first place, the expected score, how often it was tried."""

    move: int
    win: float
    score: float
    visits: int


class SearchBot:
    """Searches for a number of simulations, or for a time."""

    def __init__(self, budget: Budget, resources: Resources | None = None) -> None:
        self._resources = resources or Resources()
        self._budget = shorter(budget, self._resources.seconds)
        assert self._budget.seconds is None or self._resources.clock is not None, "a budget in seconds needs a clock"
        self._game: Game | None = None
        self._memory: SearchMemory = self._resources.memory or SearchMemory()

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """Choose the move that is proved best; else the one the search visited most."""
        end = self._deadline()
        self.prepare(observation)
        solver = self._memory.solver
        if solver is not None and (proved := solver.best(observation, self.effort)) is not None:
            return Choice(proved)
        self.think(observation, rng, with_stats=False, end=end)
        visits = self._visits(observation.state)
        return Choice(max(visits, key=lambda move: (visits[move], -move)))

    def estimates(self, observation: Record, rng: Rng, end: float | None = None) -> list[MoveEstimate]:
        """All legal moves and how they come out, the most visited first; `end`: see `think`."""
        self.prepare(observation)
        for one in self._searches:
            one.root_stats[:] = 0.0
        self.think(observation, rng, with_stats=True, end=end)
        stats = sum((one.root_stats for one in self._searches[1:]), self._searches[0].root_stats.copy())
        visits = self._visits(observation.state)
        seat = int(observation.seat)
        found = [estimate(move, tried, row, seat) for (move, tried), row in zip(visits.items(), stats, strict=False)]
        return sorted(found, key=lambda one: (-one.visits, one.move))

    def most_tried(self, state: Record, min_tries: int) -> int:
        """The move that the last search tried most in a position of its trees; −1 if it came there less often."""
        tried = self._visits(state)
        best = max(tried, key=lambda move: (tried[move], -move), default=NO_MOVE)
        return best if sum(tried.values()) >= min_tries else NO_MOVE

    @property
    def effort(self) -> int:
        """How many positions a proof may look at."""
        simulations = self._budget.simulations or MAX_NODES
        if self._budget.seconds is not None:
            simulations = min(simulations, int(self._budget.seconds * TYPICAL_SIMULATIONS_PER_S) + 1)
        return simulations * PROOF_POSITIONS_PER_SIMULATION

    @property
    def timer(self) -> Timer | None:
        """The clock and the time allowed for a move, if it is limited."""
        return timer(self._resources, self._budget.seconds)

    @property
    def _searches(self) -> list[Search]:
        return self._memory.searches

    @property
    def game(self) -> Game:
        """The game that is being played."""
        assert self._game is not None
        return self._game

    # ---- searching

    def prepare(self, observation: Record) -> None:
        """Have the trees ready: allocated at the first move, and cleared where the game took another course."""
        if self._game is None:
            self._game = game_of(observation.dtype)
        threads = self._resources.threads
        wanted = SEARCHES_PER_TREE * self._max_simulations() + SLICE_SIMULATIONS
        self._memory.prepare(self.game, observation.state, threads, min(wanted, MAX_NODES) // threads)

    def _max_simulations(self) -> int:
        """An upper bound on what the budget allows: allocating a larger tree would only cost time."""
        by_time = MAX_NODES
        if self._budget.seconds is not None:
            by_time = int(self._budget.seconds * MAX_SIMULATIONS_PER_S) + SLICE_SIMULATIONS
        return min(self._budget.simulations or MAX_NODES, by_time)

    def think(self, observation: Record, rng: Rng, with_stats: bool, end: float | None = None) -> None:
        """Spend the budget. `with_stats`: also find out, for advice, where each move leads at the end of the game.

        `end`: the deadline, if the clock is already running.
        """
        end = self._deadline() if end is None else end
        self.prepare(observation)
        trusted = self.game.search_settings.trust > 0
        heuristic_move = int(entry_points.heuristic(observation, 0.0, rng)) if trusted else NO_MOVE
        rngs = [rng, *(new_rng(int(word(rng))) for _ in self._searches[1:])]
        jobs: list[Callable[[], None]] = [
            partial(self._grow, one, observation, heuristic_move, share, own, with_stats, end)
            for one, share, own in zip(self._searches, self._shares(), rngs, strict=True)
        ]
        if self._resources.workers is not None and len(jobs) > 1:
            self._resources.workers(jobs)
        else:
            for job in jobs:
                job()

    def _shares(self) -> list[int | None]:
        """The number of simulations of each tree; None where only time is limited."""
        total, n = self._budget.simulations, len(self._searches)
        return [None if total is None else total // n + (i < total % n) for i in range(n)]

    def _grow(
        self,
        one: Search,
        observation: Record,
        heuristic_move: int,
        share: int | None,
        rng: Rng,
        with_stats: bool,
        end: float | None,
    ) -> None:
        root_stats = one.root_stats if with_stats else one.root_stats[:0]
        for simulations in self._slices(share, end):
            search(
                one.tree,
                observation,
                one.world,
                one.scratch,
                self.game.search_settings,
                heuristic_move,
                root_stats,
                simulations,
                rng,
                one.stats_rng,
            )

    def _deadline(self) -> float | None:
        """When the time is over, if it is limited; it covers a proof as well."""
        clock, seconds = self._resources.clock, self._budget.seconds
        return None if clock is None or seconds is None else clock() + seconds

    def _slices(self, share: int | None, end: float | None) -> Iterator[int]:
        """The budget in small slices; with a time limit, the clock is read after each."""
        clock, left = self._resources.clock, share
        while left is None or left > 0:
            yield SLICE_SIMULATIONS if left is None else min(left, SLICE_SIMULATIONS)
            left = None if left is None else left - SLICE_SIMULATIONS
            if end is not None and clock is not None and clock() >= end:
                return

    def _visits(self, state: Record) -> dict[int, int]:
        """The legal moves of a position and how often each was tried, in all trees together."""
        visits: dict[int, int] = {}
        for one in self._searches:
            for move, tried in root_moves(one.tree, state, one.scratch.moves) if contains(one.tree, state) else []:
                visits[move] = visits.get(move, 0) + tried
        return visits


def shorter(budget: Budget, seconds: float | None) -> Budget:
    """The budget, cut to a time limit where that is shorter."""
    if seconds is None or (budget.seconds is not None and budget.seconds <= seconds):
        return budget
    return Budget(budget.simulations, seconds)


def estimate(move: int, tried: int, row: RootStats, seat: int) -> MoveEstimate:
    """What the results of a first move say of it; `row`: as `record_root_stats` wrote them, for a seat from 0."""
    visits = max(row[ROOT_VISITS], 1.0)
    return MoveEstimate(move, float(row[ROOT_SHARES + seat] / visits), float(row[ROOT_SCORE] / visits), tried)
