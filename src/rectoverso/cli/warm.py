"""`rectoverso warm`: compiles all games ahead of time."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..games.game import Game

EXAMPLES = """
Example:

\b
  rectoverso warm      once after installing; `make setup` does it for you
"""


PROOF_POSITIONS = 1000


def command() -> None:
    """Compile all games for this machine, so that they start at once."""
    from .compiling import load_all

    games = load_all()
    for number, game in enumerate(games, 1):
        start = perf_counter()
        print(f"Compiling {game.name} ({number} of {len(games)}) …", end=" ", file=sys.stderr, flush=True)
        use_everything(game)
        print(f"{perf_counter() - start:.1f} s", file=sys.stderr, flush=True)


def use_everything(game: Game) -> None:
    """Call every kernel once, so that it is compiled and cached."""
    from ..bots import make_bot
    from ..bots.selfplay import self_played
    from ..games.record import from_record
    from ..kernel.rng import new_rng

    players = game.players[-1]
    for bot in ("random", "greedy"):
        round = self_played(game, players, {}, "warm", 0, [bot] * players)
        from_record(round.record(legal=True))
    middle = round.at(len(round.numbers) // 2)
    middle.view(1, "notes")
    middle.imagine(1, new_rng(1))
    observation = middle.observation(middle.turn or 1)
    for bot in ("casual", "search:10"):
        make_bot(bot).choose(observation, new_rng(1))
    if game.solver is not None:
        for few in game.players[:2]:
            round = self_played(game, few, {}, "warm", 0, ["greedy"] * few)
            game.solver().best(round.at(3 * len(round.numbers) // 4).observation(1), PROOF_POSITIONS)
