"""One compiled tree search for all games: it samples worlds that fit what a seat has seen, and runs UCT over them."""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..games.game import SearchSettings
from ..games.round import MAX_SEATS
from ..kernel import dispatch
from ..kernel.fixed_record import Moves, Record, Rng
from ..kernel.jit import kernel
from ..kernel.rng import below
from .tree import FULL, Tree, node_of

MAX_DEPTH = 256  # moves inside the tree
MAX_PLAYOUT_MOVES = 2048  # hardly any game is a quarter as long
NO_MOVE = -1
NOT_LISTED = -1  # tells playout_move that the legal moves have not been listed yet


class Scratch(NamedTuple):
    """Working memory for one simulation at a time."""

    moves: Moves
    path: npt.NDArray[np.int64]  # the edges taken
    nodes: npt.NDArray[np.int64]  # and the nodes they were taken from
    movers: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int64]
    expected: npt.NDArray[np.float64]  # by seat: the evaluation at the horizon
    value: npt.NDArray[np.float64]  # by seat: what the simulation is worth, from 0 to 1


def new_scratch(list_size: int) -> Scratch:
    """Working memory for one simulation at a time; `list_size`: the length of a list of legal moves."""
    return Scratch(
        np.zeros(list_size, np.int32),
        np.zeros(MAX_DEPTH, np.int64),
        np.zeros(MAX_DEPTH, np.int64),
        np.zeros(MAX_DEPTH, np.int64),
        np.zeros(MAX_SEATS, np.int64),
        np.zeros(MAX_SEATS, np.int64),
        np.zeros(MAX_SEATS, np.float64),
        np.zeros(MAX_SEATS, np.float64),
    )


@kernel
def search(
    tree: Tree,
    observation: Record,
    world: Record,
    scratch: Scratch,
    settings: SearchSettings,
    heuristic_move: int,
    root_stats: Any,
    simulations: int,
    rng: Rng,
    stats_rng: Rng,
) -> None:
    """Run simulations, each in a new world that fits what the seat has seen.

    `heuristic_move`: the rule of thumb's choice, which starts with a bonus. `root_stats`: results of the first moves,
    for advice, or an empty array; they use `stats_rng`, so that the search is the same with and without them.
    """
    stuck = dispatch.standstill(observation.state) > 0.0
    for _ in range(simulations):
        dispatch.imagine(observation, world, rng)
        depth, turns = descend(tree, world, scratch, settings, heuristic_move, rng)
        play_to_horizon(world, scratch, settings, turns, rng)
        if world.over:
            dispatch.result(world, scratch.scores, scratch.ranks)
            value_of_result(world.players, scratch, settings)
        else:
            dispatch.evaluate(world, scratch.expected)
            value_of_evaluation(world.players, scratch, settings)
        if stuck:
            discount_standstill(world, scratch)
        backpropagate(tree, scratch, depth)
        if len(root_stats) > 0 and depth > 0:
            if not world.over:
                play_to_end(world, scratch, settings, stats_rng)
                dispatch.result(world, scratch.scores, scratch.ranks)
            record_root_stats(root_stats, tree, scratch, observation.seat)


# ---- inside the tree


@kernel
def descend(
    tree: Tree, world: Record, scratch: Scratch, settings: SearchSettings, heuristic_move: int, rng: Rng
) -> tuple[int, int]:
    """Follow the best-looking moves to a position that is new to the tree; the number of moves and turns it took."""
    depth, turns = 0, 0
    while not world.over and depth < MAX_DEPTH and not past_horizon(turns, settings):
        node = node_of(tree, world, scratch.moves)
        if node == FULL:
            break
        fresh = tree.nodes[node].visits == 0
        if fresh and depth > 0 and settings.guided:
            edge = edge_of(tree, node, dispatch.playout_move(world, scratch.moves, tree.nodes[node].moves, rng))
        else:
            edge = best_edge(tree, node, settings, heuristic_move if depth == 0 else NO_MOVE)
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
    """The edge of a legal move."""
    edge = tree.nodes[node].first
    last = edge + tree.nodes[node].moves - 1
    while edge < last and tree.edges[edge].move != move:
        edge += 1
    return edge


@kernel
def past_horizon(turns: int, settings: SearchSettings) -> bool:
    """Has the simulation reached the search horizon?"""
    return settings.horizon > 0 and turns >= settings.horizon


@kernel
def best_edge(tree: Tree, node: int, settings: SearchSettings, heuristic_move: int) -> int:
    """UCT: the move with the best sum of value and exploration. An untried move counts as an average one."""
    first, visits = tree.nodes[node].first, tree.nodes[node].visits
    mean = tree.nodes[node].value / visits if visits else 0.5
    exploration = settings.curiosity * sqrt(log(visits + 1.0))
    best, chosen = -1.0, first
    for edge in range(first, first + tree.nodes[node].moves):
        tries = tree.edges[edge].visits + 1.0
        total = tree.edges[edge].value + mean + exploration * sqrt(tries)
        if tree.edges[edge].move == heuristic_move:
            total += settings.trust
        if total > best * tries:
            best, chosen = total / tries, edge
    return chosen


# ---- below the tree


@kernel
def play_to_horizon(world: Record, scratch: Scratch, settings: SearchSettings, turns: int, rng: Rng) -> None:
    """Play to the end of the game or to the horizon: all simulations are evaluated after the same number of turns."""
    while not world.over and not past_horizon(turns, settings):
        turn = world.turn
        playout_step(world, scratch, settings, rng)
        turns += world.turn != turn


@kernel
def play_to_end(world: Record, scratch: Scratch, settings: SearchSettings, rng: Rng) -> None:
    """Play to the end of the game; stop after a very long time, as a game may have no end."""
    for _ in range(MAX_PLAYOUT_MOVES):
        if world.over:
            return
        playout_step(world, scratch, settings, rng)


@kernel
def playout_step(world: Record, scratch: Scratch, settings: SearchSettings, rng: Rng) -> None:
    """Make one move of a playout."""
    moves = scratch.moves
    if settings.guided:
        dispatch.apply(world, dispatch.playout_move(world, moves, NOT_LISTED, rng))
    else:
        dispatch.apply(world, moves[below(rng, dispatch.legal(world, moves))])


# ---- what a simulation is worth


@kernel
def value_of_result(players: int, scratch: Scratch, settings: SearchSettings) -> None:
    """The value of a finished game for each seat, from 0 to 1: the rank (ties shared), then the margin."""
    scores, ranks, value = scratch.scores, scratch.ranks, scratch.value
    if players == 1:
        value[0] = settings.scale / (settings.scale + scores[0])
        return
    for seat in range(players):
        behind = 0.0
        best_other = -(1 << 40)
        for other in range(players):
            if other != seat:
                behind += 1.0 if ranks[other] > ranks[seat] else 0.5 if ranks[other] == ranks[seat] else 0.0
                best_other = max(best_other, scores[other])
        margin = value_of_margin(float(scores[seat] - best_other), settings.scale)
        value[seat] = (1.0 - settings.margin) * behind / (players - 1) + settings.margin * margin


@kernel
def value_of_evaluation(players: int, scratch: Scratch, settings: SearchSettings) -> None:
    """The value of a position at the horizon for each seat, from 0 to 1: the margin over the best other seat."""
    expected, value = scratch.expected, scratch.value
    for seat in range(players):
        best_other = -1e9 if players > 1 else 0.0
        for other in range(players):
            if other != seat:
                best_other = max(best_other, expected[other])
        value[seat] = value_of_margin(expected[seat] - best_other, settings.scale)


@kernel
def discount_standstill(world: Record, scratch: Scratch) -> None:
    """A game at a standstill is worth less to every seat, also to the leader."""
    share = 1.0 - dispatch.standstill(world)
    for seat in range(world.players):
        scratch.value[seat] *= share


@kernel
def value_of_margin(margin: float, scale: float) -> float:
    """A margin as a number from 0 to 1."""
    return 0.5 + 0.5 * margin / (abs(margin) + scale)


@kernel
def backpropagate(tree: Tree, scratch: Scratch, depth: int) -> None:
    """Add the simulation to every move on its path, with its value for the seat that moved."""
    for i in range(depth):
        edge, node, value = scratch.path[i], scratch.nodes[i], scratch.value[scratch.movers[i]]
        tree.edges[edge].visits += 1
        tree.edges[edge].value += value
        tree.nodes[node].visits += 1
        tree.nodes[node].value += value


ROOT_VISITS, ROOT_SCORE, ROOT_SHARES = 0, 1, 2
ROOT_COLUMNS = ROOT_SHARES + MAX_SEATS


@kernel
def record_root_stats(root_stats: Any, tree: Tree, scratch: Scratch, seat: int) -> None:
    """For advice: to which score the first move led, and to which share of the first place for every seat."""
    first = tree.nodes[scratch.nodes[0]].first
    move = scratch.path[0] - first
    root_stats[move, ROOT_VISITS] += 1.0
    root_stats[move, ROOT_SCORE] += scratch.scores[seat]
    sharers = 0
    for other in range(MAX_SEATS):
        sharers += scratch.ranks[other] == 1
    for other in range(MAX_SEATS):
        if scratch.ranks[other] == 1:
            root_stats[move, ROOT_SHARES + other] += 1.0 / sharers
