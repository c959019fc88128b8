"""The memory of a search: positions as their mover sees them, and what was learned about each move.

Nodes are keyed by `sight`, the fingerprint of all that lies open to the mover (not of what went out of his sight on
the way). So worlds that a seat cannot tell apart share a node (information sets), and orders of moves that lead to the
same position meet again (Titus' free actions). Nothing is ever allocated while searching: when the memory is full, the
tree stops growing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..kernel import dispatch
from ..kernel.jit import kernel
from ..kernel.record import Moves, Record

NODE = np.dtype(
    [("key", np.int64), ("worth", np.float64), ("visits", np.int32), ("first", np.int32), ("moves", np.int32)],
    align=True,
)
EDGE = np.dtype([("worth", np.float64), ("move", np.int32), ("visits", np.int32)], align=True)

NODES_USED, EDGES_USED = 0, 1
FULL = -1


class Tree(NamedTuple):
    """The arrays of one search tree."""

    slots: npt.NDArray[np.int32]  # hash table: 1 + the node, 0 where empty
    nodes: npt.NDArray[Any]
    edges: npt.NDArray[Any]
    used: npt.NDArray[np.int64]


def new_tree(nodes: int, edges_a_node: int = 12) -> Tree:
    """An empty tree that will hold at most so many positions."""
    slots = 1 << (2 * nodes - 1).bit_length()
    return Tree(
        np.zeros(slots, np.int32),
        np.zeros(nodes, NODE),
        np.zeros(nodes * edges_a_node + 4096, EDGE),
        np.zeros(2, np.int64),
    )


def prune(tree: Tree) -> None:
    """Forget everything."""
    if tree.used[NODES_USED]:
        tree.slots[:] = 0
        tree.used[:] = 0


@kernel
def find(tree: Tree, key: int) -> int:
    """The slot of a position, or the empty slot where it belongs."""
    mask = len(tree.slots) - 1
    slot = key & mask
    while tree.slots[slot] != 0 and tree.nodes[tree.slots[slot] - 1].key != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def add(tree: Tree, slot: int, key: int, moves: Moves, n: int) -> int:
    """A new position with its legal moves; FULL if there is no room."""
    node, first = tree.used[NODES_USED], tree.used[EDGES_USED]
    if node >= len(tree.nodes) or first + n > len(tree.edges):
        return FULL
    tree.slots[slot] = node + 1
    tree.nodes[node].key = key
    tree.nodes[node].worth = 0.0
    tree.nodes[node].visits = 0
    tree.nodes[node].first = first
    tree.nodes[node].moves = n
    for i in range(n):
        tree.edges[first + i].move = moves[i]
        tree.edges[first + i].visits = 0
        tree.edges[first + i].worth = 0.0
    tree.used[NODES_USED] = node + 1
    tree.used[EDGES_USED] = first + n
    return node


@kernel
def node_of(tree: Tree, state: Record, moves: Moves) -> int:
    """The position's node, added if it is new."""
    key = dispatch.position_key(state)
    slot = find(tree, key)
    if tree.slots[slot] != 0:
        return tree.slots[slot] - 1
    return add(tree, slot, key, moves, dispatch.legal(state, moves))


@kernel
def holds(tree: Tree, state: Record) -> bool:
    """Is this position in the tree? Else the game has taken a course that the tree knows nothing of."""
    return tree.slots[find(tree, dispatch.position_key(state))] != 0


def root_moves(tree: Tree, state: Record, moves: Moves) -> list[tuple[int, int]]:
    """The legal moves of the position a search started from, and how often each was tried."""
    node = tree.nodes[int(node_of(tree, state, moves))]
    edges = tree.edges[node["first"] : node["first"] + node["moves"]]
    return list(zip(edges["move"].tolist(), edges["visits"].tolist(), strict=True))
