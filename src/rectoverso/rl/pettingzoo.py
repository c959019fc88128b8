"""The games for PettingZoo: one agent for each seat, in turns (AEC).

>>> from rectoverso.rl import pettingzoo
>>> env = pettingzoo.env("titus", players=3)
>>> env.reset(seed=7)
>>> env.agent_selection, int(env.last()[0]["action_mask"].sum())
('seat_1', 1)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..errors import BadInput
from ..games.game import Value
from ..games.round import WATCHER, Memory, Viewer
from .planes import Encoding
from .rewards import Reward
from .single_game import RENDER_MODES, VERSION, OnOneTable, SingleGame

ILLEGAL_REWARD = -1.0


def env(game: str, players: int | None = None, **settings: Any) -> Any:
    """An environment that keeps to the usual order of calls; an illegal action ends the game, at the mover's cost.

    `memory`, `encoding`, `reward`, `render_mode`, `viewer` and the options of the game are those of `RawEnvironment`.
    """
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(game, players, **settings), illegal_reward=ILLEGAL_REWARD)
    return Environment(wrappers.AssertOutOfBoundsWrapper(wrapped))


class Environment(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]  # pettingzoo ships no types
    """The outermost wrapper: it keeps the order of calls, and a notebook shows its table."""

    def _repr_svg_(self) -> str | None:
        return self.unwrapped._repr_svg_()


def raw_env(game: str, players: int | None = None, **settings: Any) -> RawEnvironment:
    """The environment without wrappers: it refuses an illegal action and stays as it is."""
    return RawEnvironment(game, players, **settings)


class RawEnvironment(OnOneTable, AECEnv):  # type: ignore[misc]  # pettingzoo ships no types
    """A table. Agents are called seat_1, seat_2 …; the same seat may be selected several times in a row."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        memory: Memory = "notes",
        encoding: Encoding = "compact",
        reward: Reward | None = None,
        render_mode: str | None = None,
        viewer: Viewer = WATCHER,
        **options: Value,
    ) -> None:
        """`viewer`: whose view is rendered: a seat, the watcher, or `all` for the whole truth."""
        super().__init__()
        self._table = SingleGame(game, players, memory, reward, render_mode, viewer, options, encoding)
        self.metadata = {
            "name": f"rectoverso_{game}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self._table.players + 1)]
        self.agents: list[str] = []
        observation = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(self._table.highest), self._table.highest, dtype=np.uint8),
                "action_mask": spaces.Box(0, 1, (self._table.game.moves,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(self._table.game.moves) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What `observe` gives: numbers, and the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Actions are the numbers of moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; see `SingleGame.deal`."""
        self._table.deal(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows now."""
        return self._table.observation(self.possible_agents.index(agent) + 1)

    def step(self, action: int | None) -> None:
        """Play a move for the selected agent; after the end, take note of it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        round = self._table.playing
        if action is None or int(action) not in round.legal_numbers:
            raise BadInput(f"action {action} is not legal for {agent}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        round.play_number(int(action))
        if round.over or self._table.too_long:
            self.terminations = dict.fromkeys(self.agents, round.over)
            self.truncations = dict.fromkeys(self.agents, not round.over)
            self.rewards = dict(zip(self.agents, self._table.rewards(), strict=True))
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        turn = self._table.playing.turn
        self.agent_selection = self.agents[0 if turn is None else turn - 1]

    def render(self) -> Any:
        """The table as the viewer sees it, in the way of `render_mode`."""
        return self._table.render()

    def _repr_svg_(self) -> str | None:
        return self._table.drawing()

    def close(self) -> None:
        """Nothing is held open."""
