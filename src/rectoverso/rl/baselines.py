"""Our bots by name, as opponents in the environments: `random`, `newcomer`, `greedy`, `search:N` and the levels.

>>> from rectoverso.rl import baselines, pettingzoo
>>> env = pettingzoo.env("titus", players=2)
>>> env.reset(seed=7)
>>> greedy = baselines.policy(env, "greedy", seed=1)
>>> for agent in env.agent_iter():
...     over = env.terminations[agent] or env.truncations[agent]
...     env.step(None if over else greedy(agent))
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from ..bots import check_bot, make_bot
from ..bots.bot import Bot
from ..bots.legality import legal_choice
from ..games.deal import BOT_DOMAIN, Stream
from ..games.round import Round
from ..kernel.fixed_record import Rng


class BotsBySeat:
    """Bots of one name, a new one for each seat of each game. Each chooses from what its seat has seen."""

    def __init__(self, name: str, seed: int | str = 0) -> None:
        check_bot(name)
        self._name, self._seed, self._games = name, str(seed), 0
        self._round: Round | None = None
        self._bots: list[tuple[Bot, Rng]] = []

    def choose(self, round: Round) -> int:
        """The move of the bot whose turn it is."""
        assert round.turn is not None
        if round is not self._round:
            self._begin(round)
        bot, rng = self._bots[round.turn - 1]
        return legal_choice(bot, round.observation(round.turn), rng)

    def _begin(self, round: Round) -> None:
        stream = Stream(BOT_DOMAIN, self._seed, self._games)
        self._bots = [(make_bot(self._name, monotonic), stream.rng()) for _ in range(round.players)]
        self._round, self._games = round, self._games + 1


def policy(env: Any, name: str, seed: int | str = 0) -> Callable[..., int]:
    """A policy for an environment of ours: called when an agent is to move, it gives the action."""
    seats = BotsBySeat(name, seed)

    def action(*_: object) -> int:
        return seats.choose(env.unwrapped.round)

    return action
