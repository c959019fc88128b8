"""The bot `search`: looks ahead in worlds that it imagines from what its seat has seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec
import numpy as np
import numpy.typing as npt

from ..games import game_of
from ..games.game import Game, Solver
from ..kernel import entry_points
from ..kernel.record import Record, Rng, blank
from ..kernel.rng import new_rng, word
from .bot import Budget, Choice, Resources, Timer, timer
from .tree import Tree, holds, new_tree, prune, root_moves
from .tree_search import NO_MOVE, ROOT_SCORE, ROOT_VISITS, ROOT_WINS, Scratch, new_scratch, search

MAX_NODES = 1 << 17  # of all trees of a bot together: some 30 MB
ROOM = 4  # so many searches fit into a tree before it is full
MAX_A_SECOND = 500_000  # simulations, in the quickest game: so much room does a time budget need
SLICE = 64  # simulations between two looks at the clock: far below 5 ms in every game
PROOF = 20  # a proof may look at so many positions for each simulation that it saves
SIMULATIONS_A_SECOND = 50_000  # a rough guess, to compare the two

Notes = npt.NDArray[np.float64]


class Weighed(msgspec.Struct, frozen=True):
    """A move and what the search thinks of it: chance of a first place, expected score, how often it was tried."""

    move: int
    win: float
    score: float
    visits: int


class Searching(msgspec.Struct):
    """One search tree and all that belongs to it; several grow side by side, each with a luck of its own."""

    tree: Tree
    world: Record
    scratch: Scratch
    notes: Notes
    aside: Rng


class SearchBot:
    """Thinks for a number of simulations, or for a time."""

    def __init__(self, budget: Budget, resources: Resources | None = None) -> None:
        self._resources = resources or Resources()
        self._budget = shorter(budget, self._resources.seconds)
        assert self._budget.seconds is None or self._resources.clock is not None, "a budget in seconds needs a clock"
        self._game: Game | None = None
        self._searches: list[Searching] = []
        self._solver: Solver | None = None

    def choose(self, observation: Record, rng: Rng) -> Choice:
        """What is proved to be best; else the move that was looked at most."""
        end = self._deadline()
        self.prepare(observation)
        if self._solver is not None and (proved := self._solver.best(observation, self.effort)) is not None:
            return Choice(proved)
        self.think(observation, rng, noting=False, end=end)
        visits = self._visits(observation)
        return Choice(max(visits, key=lambda move: (visits[move], -move)))

    def weigh(self, observation: Record, rng: Rng, end: float | None = None) -> list[Weighed]:
        """All legal moves and what they are worth, the most looked at first; `end`: see `think`."""
        self.prepare(observation)
        for one in self._searches:
            one.notes[:] = 0.0
        self.think(observation, rng, noting=True, end=end)
        notes = sum((one.notes for one in self._searches[1:]), self._searches[0].notes.copy())
        visits = self._visits(observation)
        weighed = [_weighed(move, tried, row) for (move, tried), row in zip(visits.items(), notes, strict=False)]
        return sorted(weighed, key=lambda one: (-one.visits, one.move))

    @property
    def effort(self) -> int:
        """How many positions a proof may look at."""
        simulations = self._budget.simulations or MAX_NODES
        if self._budget.seconds is not None:
            simulations = min(simulations, int(self._budget.seconds * SIMULATIONS_A_SECOND) + 1)
        return simulations * PROOF

    @property
    def timer(self) -> Timer | None:
        """The clock and the time for a thought, if that is limited."""
        return timer(self._resources, self._budget.seconds)

    @property
    def game(self) -> Game:
        """The game that is being played."""
        assert self._game is not None
        return self._game

    # ---- thinking

    def prepare(self, observation: Record) -> None:
        """Room to think, kept from move to move. What was thought is dropped where the game took another course."""
        if self._game is None:
            self._game = game_of(observation.dtype)
            self._searches = [self._new_search() for _ in range(self._resources.threads)]
            self._solver = None if self._game.solver is None else self._game.solver()
        for one in self._searches:
            if not holds(one.tree, observation.state):
                prune(one.tree)

    def _new_search(self) -> Searching:
        nodes = min(ROOM * self._most_simulations() + SLICE, MAX_NODES) // self._resources.threads
        size = self.game.list_size
        return Searching(new_tree(nodes), blank(self.game.state), new_scratch(size), np.zeros((size, 3)), new_rng(0))

    def _most_simulations(self) -> int:
        """More than this the budget does not allow; a larger tree would take its time to be made."""
        by_time = MAX_NODES if self._budget.seconds is None else int(self._budget.seconds * MAX_A_SECOND) + SLICE
        return min(self._budget.simulations or MAX_NODES, by_time)

    def think(self, observation: Record, rng: Rng, noting: bool, end: float | None = None) -> None:
        """Spend the budget. `noting`: also find out, for advice, where each move leads in the end.

        `end`: when the time is over, if the clock is running already.
        """
        end = self._deadline() if end is None else end
        self.prepare(observation)
        favourite = int(entry_points.heuristic(observation, rng)) if self.game.search_settings.trust > 0 else NO_MOVE
        lucks = [new_rng(int(word(rng))) for _ in self._searches[1:]]
        shares = self._shares()
        jobs: list[Callable[[], None]] = [
            partial(self._grow, one, observation, favourite, share, own, noting, end)
            for one, share, own in zip(self._searches, shares, [rng, *lucks], strict=True)
        ]
        if self._resources.workers is not None and len(jobs) > 1:
            self._resources.workers(jobs)
        else:
            for job in jobs:
                job()

    def _shares(self) -> list[int | None]:
        """The simulations for each tree."""
        total, n = self._budget.simulations, len(self._searches)
        return [None if total is None else total // n + (i < total % n) for i in range(n)]

    def _grow(
        self,
        one: Searching,
        observation: Record,
        favourite: int,
        share: int | None,
        rng: Rng,
        noting: bool,
        end: float | None,
    ) -> None:
        notes = one.notes if noting else one.notes[:0]
        for simulations in self._slices(share, end):
            search(
                one.tree,
                observation,
                one.world,
                one.scratch,
                self.game.search_settings,
                favourite,
                notes,
                simulations,
                rng,
                one.aside,
            )

    def _deadline(self) -> float | None:
        """When the time is over, if it is limited. What a proof takes counts as well."""
        clock, seconds = self._resources.clock, self._budget.seconds
        return None if clock is None or seconds is None else clock() + seconds

    def _slices(self, share: int | None, end: float | None) -> Iterator[int]:
        """The budget in small slices; where time is limited, the clock is read after each."""
        clock, left = self._resources.clock, share
        while left is None or left > 0:
            yield SLICE if left is None else min(left, SLICE)
            left = None if left is None else left - SLICE
            if end is not None and clock is not None and clock() >= end:
                return

    def _visits(self, observation: Record) -> dict[int, int]:
        """The legal moves and how often each was tried, in all trees together."""
        visits: dict[int, int] = {}
        for one in self._searches:
            for move, tried in root_moves(one.tree, observation.state, one.scratch.moves):
                visits[move] = visits.get(move, 0) + tried
        return visits


def shorter(budget: Budget, seconds: float | None) -> Budget:
    """A budget that a time cap makes shorter, if it is shorter."""
    if seconds is None or (budget.seconds is not None and budget.seconds <= seconds):
        return budget
    return Budget(budget.simulations, seconds)


def _weighed(move: int, tried: int, row: Sequence[float] | Notes) -> Weighed:
    looks = max(row[ROOT_VISITS], 1.0)
    return Weighed(move, float(row[ROOT_WINS] / looks), float(row[ROOT_SCORE] / looks), tried)
