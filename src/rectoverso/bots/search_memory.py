"""The memory of a search: its trees, its working memory and what a solver remembers. It is most of what a bot needs."""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

from ..games.game import Game, Solver
from ..kernel.fixed_record import Record, Rng, blank
from ..kernel.rng import new_rng
from .tree import Tree, clear, contains, new_tree
from .tree_search import ROOT_COLUMNS, Scratch, new_scratch

RootStats = npt.NDArray[np.float64]
"""By legal move: visits, sum of scores, shares of the first place by seat."""


class Search(msgspec.Struct):
    """One search tree with its working memory; each thread has its own."""

    tree: Tree
    world: Record
    scratch: Scratch
    root_stats: RootStats
    stats_rng: Rng


class SearchMemory:
    """Serves one bot at a time. A bot has its own, unless its caller lends one that several bots use in turn."""

    def __init__(self) -> None:
        self.searches: list[Search] = []
        self.solver: Solver | None = None
        self._game: Game | None = None
        self._user: object = None

    def claim(self, user: object) -> None:
        """Serve this user from now on. Trees of the user before are dropped: no bot may learn from another's tree."""
        if not self.serves(user):
            self.release()
            self._user = user

    def serves(self, user: object) -> bool:
        """Whether it still holds what this user has thought."""
        return self._user is user

    def release(self) -> None:
        """Give the memory back."""
        self.searches, self.solver = [], None
        self._game, self._user = None, None

    def prepare(self, game: Game, state: Record, trees: int, nodes: int) -> None:
        """Get ready to search from a state, with this many trees of this size. Trees are kept from move to move.

        They are allocated at the first move, or where larger ones are wanted, and cleared where the game took another
        course.
        """
        if self._game is not game or len(self.searches[0].tree.nodes) < nodes:
            self._game = game
            self.searches = [_new_search(game, nodes) for _ in range(trees)]
            self.solver = None if game.solver is None else game.solver()
        for one in self.searches:
            if not contains(one.tree, state):
                clear(one.tree)


def _new_search(game: Game, nodes: int) -> Search:
    size = game.list_size
    return Search(new_tree(nodes), blank(game.state), new_scratch(size), np.zeros((size, ROOT_COLUMNS)), new_rng(0))
