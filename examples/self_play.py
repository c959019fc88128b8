"""Learns a game by playing against itself, on the batch environment, with NumPy alone.

python examples/self_play.py titus janus nummerus --seconds 60

A policy gradient (REINFORCE) on a linear softmax policy. It knows no game: a legal move is described by its first word
and by a few numbers about the card that it names, taken from the observation. Prints and draws the share of games that
the learner wins against random players (self_play.svg), and keeps what it has learnt (self_play-<game>.npz). Then:

rectoverso arena titus --players 2 --bots self_play:factory,random
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from time import perf_counter

import numpy as np

from rectoverso.games import game_named
from rectoverso.games.features import parts
from rectoverso.plots import Curve, lines
from rectoverso.rl import batch

GAMES = 256
STEP_SIZE = 0.05
NEIGHBOURS = (0, -1, 1, -2, 2)  # cards near the named one, by number


class Describer:
    """Describes legal moves by numbers: `words[m]` is the first word of move m, `cards[m]` the card it names."""

    def __init__(self, name):
        self.game = game_named(name)
        texts = self.game.texts
        mark = "#" if any("#" in text for text in texts) else ""
        named = [re.search(mark + r"(\d+)", text) for text in texts]
        self.cards = np.array([int(found[1]) if found else 0 for found in named])  # from 1; 0: none
        self.vocabulary = sorted({text.split()[0] for text in texts})
        self.words = np.array([self.vocabulary.index(text.split()[0]) for text in texts])
        size = self.cards.max()
        by_card = [feature for feature in self.game.features if feature.shape[-1] == size]
        self.owners = next(feature.name for feature in by_card if len(feature.shape) == 2)
        self.values = [part.name for part in by_card if len(part.shape) == 1 and 1 < part.highest < size // 2]
        self.highest = max([part.highest for part in by_card if part.name in self.values], default=0)
        self.length = 1 + 2 * len(NEIGHBOURS) + len(self.values) ** 2

    def describe(self, obs, moves):
        """By game and move: a 1, who has the named card and its neighbours, and how many of my cards match it."""
        told = parts(self.game.features, obs)
        has = told[self.owners] > 0
        rows = np.arange(len(obs))[:, None]
        cards = self.cards[moves]
        numbers = [np.ones(moves.shape)]
        for owned in (has[:, 0], has[:, 1:].any(axis=1)):
            padded = np.pad(owned, ((0, 0), (3, 3)))
            numbers += [np.where(cards > 0, padded[rows, cards + 2 + offset], 0) for offset in NEIGHBOURS]
        for mine in self.values:
            counts = np.zeros((len(obs), self.highest + 1))
            np.add.at(counts, (rows, told[mine]), has[:, 0])
            counts[:, 0] = 0
            for named in self.values:
                value = np.where(cards > 0, told[named][rows, cards - 1], 0)
                numbers.append(np.take_along_axis(counts, value, axis=1))
        return np.stack(numbers, axis=2)


class Policy:
    """A softmax over the legal moves, linear in what describes them, with weights for each first word."""

    def __init__(self, name, weights=None):
        self.describer = Describer(name)
        shape = (len(self.describer.vocabulary), self.describer.length)
        self.weights = np.zeros(shape) if weights is None else weights

    def chances(self, obs, moves, legal):
        """The chance of each listed move; `legal` says which ones of a list count."""
        described = self.describer.describe(obs, moves)
        worth = (described * self.weights[self.describer.words[moves]]).sum(axis=2)
        worth = np.where(legal, worth, -np.inf)
        chances = np.exp(worth - worth.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True), described


def listed(games):
    """The legal moves of all games as one table, and which of its entries count."""
    moves, count = games.legal_lists
    moves = moves[:, : count.max()]
    return np.where(legal := np.arange(moves.shape[1]) < count[:, None], moves, 0), legal


def drawn(chances, rng):
    """One entry of each row, by its chance."""
    return (chances.cumsum(axis=1) > rng.random((len(chances), 1)) * 0.999999).argmax(axis=1)


def learn(name, players, seconds, seed, points, tell):
    """Improve a policy for some seconds. `tell` gets the time and the policy, at first and then now and again."""
    policy, rng = Policy(name), np.random.default_rng(seed)
    games = batch.make(name, GAMES, players, seed)
    games.reset()
    words, rows = policy.describer.words, np.arange(GAMES)
    blame = np.zeros((GAMES, players, *policy.weights.shape))  # by game and seat: the gradient of its moves so far
    mean_square = np.zeros_like(policy.weights)
    spent, told = 0.0, 0
    while spent < seconds:
        if spent >= told * seconds / points:
            tell(spent, policy)
            told += 1
        start = perf_counter()
        moves, legal = listed(games)
        chances, described = policy.chances(games.obs, moves, legal)
        chosen = drawn(chances, rng)
        surprise = -chances
        surprise[rows, chosen] += 1
        by_word = np.eye(len(policy.weights))[words[moves]] * surprise[:, :, None]
        blame[rows, games.seat] += by_word.transpose(0, 2, 1) @ described
        games.step(moves[rows, chosen])
        ended = games.done.nonzero()[0]
        if len(ended):
            gradient = (games.reward[ended][:, :, None, None] * blame[ended]).sum(axis=(0, 1)) / len(ended)
            mean_square = 0.99 * mean_square + 0.01 * gradient**2
            policy.weights += STEP_SIZE * gradient / (np.sqrt(mean_square) + 1e-8) * np.sqrt(len(ended) / GAMES)
            blame[ended] = 0
        spent += perf_counter() - start
    tell(spent, policy)
    return policy


def won(policy, name, players, seed, count):
    """The share of first places of the policy, one seat of each game, against random players; ties share."""
    games, rng = batch.make(name, count, players, f"test {seed}"), np.random.default_rng(seed)
    games.reset()
    learner = np.arange(count) % players
    first = np.full(count, np.nan)
    while np.isnan(first).any():
        moves, legal = listed(games)
        chances, _ = policy.chances(games.obs, moves, legal)
        by_chance = legal / legal.sum(axis=1, keepdims=True)
        chances = np.where((games.seat == learner)[:, None], chances, by_chance)
        games.step(moves[np.arange(count), drawn(chances, rng)])
        for i in (games.done & np.isnan(first)).nonzero()[0]:
            best = games.reward[i] == games.reward[i].max()
            first[i] = best[learner[i]] / best.sum()
    return float(first.mean())


def factory(game, seed):
    """A player for `rectoverso arena`, from the weights in the current folder."""
    policy, rng = Policy(game, np.load(f"self_play-{game}.npz")["weights"]), np.random.default_rng(seed)

    def play(numbers, mask):
        moves = np.flatnonzero(mask)[None]
        chances, _ = policy.chances(numbers[None], moves, np.ones(moves.shape, bool))
        return int(moves[0, drawn(chances, rng)[0]])

    return play


def main():
    """Learn each game, print the curves, and keep them and the weights."""
    arguments = argparse.ArgumentParser(description="Learns games by self-play.")
    arguments.add_argument("games", nargs="+")
    arguments.add_argument("--seconds", type=float, default=60.0)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--points", type=int, default=10, help="of the curve")
    arguments.add_argument("--test-games", type=int, default=400, help="played for each point")
    arguments.add_argument("--out", type=Path, default=Path())
    given = arguments.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    curves = []
    for name in given.games:
        players = game_named(name).usual_players
        print(f"{name}, {players} players", flush=True)
        points = []

        def tell(spent, policy, name=name, players=players, points=points):
            points.append((spent, 100 * won(policy, name, players, given.seed, given.test_games)))
            print(f"{spent:6.1f} s: wins {points[-1][1]:5.1f} % against random players", flush=True)

        policy = learn(name, players, given.seconds, given.seed, given.points, tell)
        np.savez(given.out / f"self_play-{name}.npz", weights=policy.weights)
        curves.append(Curve(f"{name}, {players} players", points))
    drawing = lines("Games won against random players, in %, by seconds of learning", curves, "s", "%")
    (given.out / "self_play.svg").write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
