"""The search tree: positions as their mover sees them, and the results of each move.

Nodes are keyed by `position_key`, a hash of what lies open to the mover (not of faces that went out of sight on the
way down). So worlds that a seat cannot tell apart share a node (information sets), and different orders of moves that
reach the same position meet again (free actions in any order). Searching allocates nothing: a full tree stops growing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..kernel import dispatch
from ..kernel.fixed_record import Moves, Record
from ..kernel.jit import kernel


def _record(*fields: tuple[str, type]) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


NODE = _record(("key", np.int64), ("value", np.float64), ("visits", np.int32), ("first", np.int32), ("moves", np.int32))
EDGE = _record(("value", np.float64), ("move", np.int32), ("visits", np.int32))
"""In both, `value` is the sum over all visits."""

NODES_USED, EDGES_USED = 0, 1
FULL = -1


class Tree(NamedTuple):
    """The arrays of one search tree."""

    slots: npt.NDArray[np.int32]  # hash table: 1 + index of the node, 0 where empty
    nodes: npt.NDArray[Any]
    edges: npt.NDArray[Any]
    used: npt.NDArray[np.int64]


def new_tree(nodes: int, edges_per_node: int = 12) -> Tree:
    """An empty tree for at most this many positions."""
    slots = 1 << (2 * nodes - 1).bit_length()
    return Tree(
        np.zeros(slots, np.int32),
        np.zeros(nodes, NODE),
        np.zeros(nodes * edges_per_node + 4096, EDGE),
        np.zeros(2, np.int64),
    )


def clear(tree: Tree) -> None:
    """Drop all positions."""
    if tree.used[NODES_USED]:
        tree.slots[:] = 0
        tree.used[:] = 0


@kernel
def find(tree: Tree, key: int) -> int:
    """The slot of a position, or the empty slot where it would go."""
    mask = len(tree.slots) - 1
    slot = key & mask
    while tree.slots[slot] != 0 and tree.nodes[tree.slots[slot] - 1].key != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def add(tree: Tree, slot: int, key: int, moves: Moves, n: int) -> int:
    """Add a position with its legal moves; FULL if there is no room."""
    node, first = tree.used[NODES_USED], tree.used[EDGES_USED]
    if node >= len(tree.nodes) or first + n > len(tree.edges):
        return FULL
    tree.slots[slot] = node + 1
    tree.nodes[node].key = key
    tree.nodes[node].value = 0.0
    tree.nodes[node].visits = 0
    tree.nodes[node].first = first
    tree.nodes[node].moves = n
    for i in range(n):
        tree.edges[first + i].move = moves[i]
        tree.edges[first + i].visits = 0
        tree.edges[first + i].value = 0.0
    tree.used[NODES_USED] = node + 1
    tree.used[EDGES_USED] = first + n
    return node


@kernel
def node_of(tree: Tree, state: Record, moves: Moves) -> int:
    """The node of a position, added if it is new."""
    key = dispatch.position_key(state)
    slot = find(tree, key)
    if tree.slots[slot] != 0:
        return tree.slots[slot] - 1
    return add(tree, slot, key, moves, dispatch.legal(state, moves))


@kernel
def contains(tree: Tree, state: Record) -> bool:
    """Is this position in the tree? If not, the game took a course that the search did not look at."""
    return tree.slots[find(tree, dispatch.position_key(state))] != 0


def root_moves(tree: Tree, state: Record, moves: Moves) -> list[tuple[int, int]]:
    """The legal moves of a position of the tree, and how often each was tried."""
    node = tree.nodes[int(node_of(tree, state, moves))]
    edges = tree.edges[node["first"] : node["first"] + node["moves"]]
    return list(zip(edges["move"].tolist(), edges["visits"].tolist(), strict=True))
