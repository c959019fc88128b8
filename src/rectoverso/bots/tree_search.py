"""One compiled tree search for all games: worlds imagined from what a seat has seen, UCT on what movers see."""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..games.game import SearchSettings
from ..kernel import dispatch
from ..kernel.jit import kernel
from ..kernel.record import Moves, Record, Rng
from ..kernel.rng import below
from .tree import FULL, Tree, node_of

DEEPEST = 256
FARTHEST = 2048  # moves; hardly a game is a quarter as long
SEATS = 6
NO_MOVE = -1
NOT_LISTED = -1  # a hunch that wants a list of the legal moves makes it itself


class Scratch(NamedTuple):
    """Room for one simulation at a time."""

    moves: Moves
    path: npt.NDArray[np.int64]  # the edges taken
    nodes: npt.NDArray[np.int64]  # and the nodes they were taken from
    movers: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int64]
    guesses: npt.NDArray[np.float64]
    worth: npt.NDArray[np.float64]


def new_scratch(list_size: int) -> Scratch:
    """Room for one simulation at a time; `list_size`: of a list of legal moves."""
    return Scratch(
        np.zeros(list_size, np.int32),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(DEEPEST, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(SEATS, np.float64),
        np.zeros(SEATS, np.float64),
    )


@kernel
def search(
    tree: Tree,
    observation: Record,
    world: Record,
    scratch: Scratch,
    search_settings: SearchSettings,
    favourite: int,
    root: Any,
    simulations: int,
    rng: Rng,
    aside: Rng,
) -> None:
    """So many simulations, each in a world of its own that fits what the seat has seen.

    `favourite`: the move that looks best at a glance, tried first. `root`: notes for advice, or an empty list;
    they take their luck from `aside`, so that the search thinks the same with and without them.
    """
    stuck = dispatch.standstill(observation.state) > 0.0
    for _ in range(simulations):
        dispatch.imagine(observation, world, rng)
        depth, turns = descend(tree, world, scratch, search_settings, favourite, rng)
        play_on(world, scratch, search_settings, turns, rng)
        if world.over:
            dispatch.result(world, scratch.scores, scratch.ranks)
            weigh(world.players, scratch, search_settings)
        else:
            dispatch.evaluate(world, scratch.guesses)
            weigh_guesses(world.players, scratch, search_settings)
        if stuck:
            grow_impatient(world, scratch)
        remember(tree, scratch, depth)
        if len(root) > 0 and depth > 0:
            if not world.over:
                play_out(world, scratch, search_settings, aside)
                dispatch.result(world, scratch.scores, scratch.ranks)
            note(root, tree, scratch, observation.seat)


# ---- down the tree


@kernel
def descend(
    tree: Tree, world: Record, scratch: Scratch, search_settings: SearchSettings, favourite: int, rng: Rng
) -> tuple[int, int]:
    """Follow the most promising moves to a position that is new to the tree; how many moves, and turns, that took."""
    depth, turns = 0, 0
    while not world.over and depth < DEEPEST and not beyond(turns, search_settings):
        node = node_of(tree, world, scratch.moves)
        if node == FULL:
            break
        fresh = tree.nodes[node].visits == 0
        if fresh and depth > 0 and search_settings.guided:
            edge = edge_of(tree, node, dispatch.playout_move(world, scratch.moves, tree.nodes[node].moves, rng))
        else:
            edge = promising(tree, node, search_settings, favourite if depth == 0 else NO_MOVE)
        turn = world.turn
        scratch.nodes[depth] = node
        scratch.path[depth] = edge
        scratch.movers[depth] = turn
        depth += 1
        dispatch.apply(world, tree.edges[edge].move)
        turns += world.turn != turn
        if fresh:
            break
    return depth, turns


@kernel
def edge_of(tree: Tree, node: int, move: int) -> int:
    """Where a legal move stands in the tree."""
    edge = tree.nodes[node].first
    last = edge + tree.nodes[node].moves - 1
    while edge < last and tree.edges[edge].move != move:
        edge += 1
    return edge


@kernel
def beyond(turns: int, search_settings: SearchSettings) -> bool:
    """Is a turn past the horizon?"""
    return search_settings.horizon > 0 and turns >= search_settings.horizon


@kernel
def promising(tree: Tree, node: int, search_settings: SearchSettings, favourite: int) -> int:
    """The move with the best balance of worth and curiosity. An untried move counts as an average one."""
    first, visits = tree.nodes[node].first, tree.nodes[node].visits
    mean = tree.nodes[node].worth / visits if visits else 0.5
    urge = search_settings.curiosity * sqrt(log(visits + 1.0))
    best, best_edge = -1.0, first
    for edge in range(first, first + tree.nodes[node].moves):
        tries = tree.edges[edge].visits + 1.0
        total = tree.edges[edge].worth + mean + urge * sqrt(tries)
        if tree.edges[edge].move == favourite:
            total += search_settings.trust
        if total > best * tries:
            best, best_edge = total / tries, edge
    return best_edge


# ---- beyond the tree


@kernel
def play_on(world: Record, scratch: Scratch, search_settings: SearchSettings, turns: int, rng: Rng) -> None:
    """Play to the end of the game, or to the horizon: all simulations are judged after the same number of turns."""
    while not world.over and not beyond(turns, search_settings):
        turn = world.turn
        step(world, scratch, search_settings, rng)
        turns += world.turn != turn


@kernel
def play_out(world: Record, scratch: Scratch, search_settings: SearchSettings, rng: Rng) -> None:
    """Play the world to its end; or very far, where it may have none (Janus without J13c)."""
    for _ in range(FARTHEST):
        if world.over:
            return
        step(world, scratch, search_settings, rng)


@kernel
def step(world: Record, scratch: Scratch, search_settings: SearchSettings, rng: Rng) -> None:
    """One move of a playout."""
    moves = scratch.moves
    if search_settings.guided:
        dispatch.apply(world, dispatch.playout_move(world, moves, NOT_LISTED, rng))
    else:
        dispatch.apply(world, moves[below(rng, dispatch.legal(world, moves))])


# ---- what it came to


@kernel
def weigh(players: int, scratch: Scratch, search_settings: SearchSettings) -> None:
    """What the end is worth to each seat, from 0 to 1: the rank (ties shared), then the margin."""
    scores, ranks, worth = scratch.scores, scratch.ranks, scratch.worth
    if players == 1:
        worth[0] = search_settings.scale / (search_settings.scale + scores[0])
        return
    for p in range(players):
        behind = 0.0
        best_other = -(1 << 40)
        for q in range(players):
            if q != p:
                behind += 1.0 if ranks[q] > ranks[p] else 0.5 if ranks[q] == ranks[p] else 0.0
                best_other = max(best_other, scores[q])
        lead = lead_of(float(scores[p] - best_other), search_settings.scale)
        worth[p] = (1.0 - search_settings.margin) * behind / (players - 1) + search_settings.margin * lead


@kernel
def weigh_guesses(players: int, scratch: Scratch, search_settings: SearchSettings) -> None:
    """What a position judged at a glance is worth to each seat, from 0 to 1: the margin over the best other."""
    guesses, worth = scratch.guesses, scratch.worth
    for p in range(players):
        best_other = -1e9 if players > 1 else 0.0
        for q in range(players):
            if q != p:
                best_other = max(best_other, guesses[q])
        worth[p] = lead_of(guesses[p] - best_other, search_settings.scale)


@kernel
def grow_impatient(world: Record, scratch: Scratch) -> None:
    """Nobody likes a game that has come to a standstill, whoever is ahead in it."""
    share = 1.0 - dispatch.standstill(world)
    for p in range(world.players):
        scratch.worth[p] *= share


@kernel
def lead_of(margin: float, scale: float) -> float:
    """A margin as a number from 0 to 1."""
    return 0.5 + 0.5 * margin / (abs(margin) + scale)


@kernel
def remember(tree: Tree, scratch: Scratch, depth: int) -> None:
    """Each move on the path is worth what the end was worth to its mover."""
    for i in range(depth):
        edge, node, worth = scratch.path[i], scratch.nodes[i], scratch.worth[scratch.movers[i]]
        tree.edges[edge].visits += 1
        tree.edges[edge].worth += worth
        tree.nodes[node].visits += 1
        tree.nodes[node].worth += worth


ROOT_VISITS, ROOT_WINS, ROOT_SCORE = 0, 1, 2


@kernel
def note(root: Any, tree: Tree, scratch: Scratch, seat: int) -> None:
    """For advice: how often the first move led to a first place (shared ones by their share), and to which score."""
    first = tree.nodes[scratch.nodes[0]].first
    move = scratch.path[0] - first
    root[move, ROOT_VISITS] += 1.0
    root[move, ROOT_SCORE] += scratch.scores[seat]
    if scratch.ranks[seat] == 1:
        sharers = 0
        for p in range(SEATS):
            sharers += scratch.ranks[p] == 1
        root[move, ROOT_WINS] += 1.0 / sharers
