"""Our `search` against OpenSpiel's Python bots on our games: at equal simulations, and at equal time.

python benchmarks/openspiel_match.py titus --players 2 --simulations 20 --deals 12

OpenSpiel plays information-set search (ISMCTSBot) where faces are hidden, and plain tree search (MCTSBot) where nothing
is; both with its own evaluator, one random playout. On every deal `search` sits in each seat once, and OpenSpiel's bot
in all others. Without `--time`, both get the same number of simulations for a move. With it, OpenSpiel gets that
number, and `search` the CPU time of OpenSpiel's last move.

It needs the extra openspiel: pip install 'rectoverso[openspiel]'.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from rectoverso.bots import make_bot
from rectoverso.bots.legality import legal_choice
from rectoverso.games import game_named
from rectoverso.games.deal import deal_from_seed
from rectoverso.kernel.rng import new_rng
from rectoverso.rl.openspiel import short_name

EXPLORATION = 2.0  # as in OpenSpiel's own example
Z = 1.96  # of a 95 % interval


class Clocked:
    """A player, and the CPU time that its moves took where it had a choice."""

    def __init__(self) -> None:
        self.seconds, self.moves, self.last = 0.0, 0, 0.0

    def move(self, state: Any) -> int:
        """Choose, and count the time."""
        legal = state.legal_actions()
        if len(legal) == 1:
            return int(legal[0])
        start = process_time()
        chosen = self.choose(state)
        self.last = process_time() - start
        self.seconds += self.last
        self.moves += 1
        return chosen

    def choose(self, state: Any) -> int:
        """The move."""
        raise NotImplementedError


class Theirs(Clocked):
    """OpenSpiel's bot."""

    def __init__(self, game: Any, hidden: bool, simulations: int, seed: int) -> None:
        super().__init__()
        random = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        if hidden:
            self._bot = ismcts.ISMCTSBot(game, evaluator, EXPLORATION, simulations, random_state=random)
        else:
            self._bot = mcts.MCTSBot(game, EXPLORATION, simulations, evaluator, random_state=random)

    def choose(self, state: Any) -> int:
        """The move."""
        return int(self._bot.step(state))


class Ours(Clocked):
    """`search` with as many simulations, or with as much time as the others took."""

    def __init__(self, simulations: int, as_long_as: Clocked | None, seed: int) -> None:
        super().__init__()
        self._bot, self._rng = make_bot(f"search:{simulations}"), new_rng(seed)
        self._simulations, self._others = simulations, as_long_as

    def choose(self, state: Any) -> int:
        """The move."""
        bot = self._bot
        if self._others is not None:
            bot = make_bot(f"search:{max(int(self._others.last * 1000), 1)}ms", process_time)
        return legal_choice(bot, state.round.observation(state.round.turn), self._rng)


def dealt(game: Any, name: str, number: int) -> Any:
    """The state after a deal of a fixed seed."""
    described, state = game_named(name), game.new_initial_state()
    for card in deal_from_seed(described.deck, described.two_faced, "openspiel match", number):
        state.apply_action(game.cards.index(int(card)))
    return state


def games(name: str, players: int, simulations: int, by_time: bool, deals: int) -> Iterator[tuple[float, Ours, Theirs]]:
    """Play; for each game: the share of the first place that `search` got, and both players."""
    game = pyspiel.load_game(short_name(game_named(name)), {"players": players})
    for number in range(deals):
        for mine in range(players):
            seed = number * players + mine
            theirs = Theirs(game, game_named(name).two_faced, simulations, seed)
            ours = Ours(simulations, theirs if by_time else None, seed)
            state = dealt(game, name, number)
            ours.choose(state)  # not counted: the first search of a process loads compiled code
            while not state.is_terminal():
                player = ours if state.current_player() == mine else theirs
                state.apply_action(player.move(state))
            ranks = state.round.standing.ranks
            yield (ranks[mine] == 1) / ranks.count(1), ours, theirs


def interval(shares: list[float]) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; shared first places count in part."""
    n, share = len(shares), sum(shares) / len(shares)
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return middle - half, middle + half


def main() -> None:
    """Play and print the score after every game."""
    arguments = argparse.ArgumentParser(description="Our search against OpenSpiel's bots.")
    arguments.add_argument("game")
    arguments.add_argument("--players", type=int, required=True)
    arguments.add_argument("--simulations", type=int, default=20)
    arguments.add_argument("--deals", type=int, default=10)
    arguments.add_argument("--time", action="store_true", help="equal time instead of equal simulations")
    given = arguments.parse_args()
    if given.simulations < 2:
        arguments.error("--simulations: OpenSpiel's search needs 2 at least")
    shares, spent = [], [0.0, 0.0]
    counted = [0, 0]
    for share, ours, theirs in games(given.game, given.players, given.simulations, given.time, given.deals):
        shares.append(share)
        for side, player in enumerate((ours, theirs)):
            spent[side] += player.seconds
            counted[side] += player.moves
        low, high = interval(shares)
        mean = [1000 * seconds / max(moves, 1) for seconds, moves in zip(spent, counted, strict=True)]
        print(
            f"{len(shares)} games: search first in {sum(shares) / len(shares):.1%} (95 %: {low:.1%} to {high:.1%}; "
            f"by chance {1 / given.players:.0%}); ms a move: search {mean[0]:.1f}, OpenSpiel {mean[1]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
