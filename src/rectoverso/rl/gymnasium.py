"""Games for one player as Gymnasium environments, registered when this module is imported.

>>> import gymnasium
>>> import rectoverso.rl.gymnasium
>>> env = gymnasium.make("rectoverso/NummerusSolitaire-v1")
>>> observation, info = env.reset(seed=7)
>>> observation["observation"].shape, observation["action_mask"].shape
((350,), (2449,))
"""

from __future__ import annotations

import logging
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from ..games.discovery import all_games
from ..games.game import Value
from ..games.round import WATCHER, Memory, Viewer
from .planes import Encoding
from .single_game import RENDER_MODES, VERSION, OnOneTable, SingleGame

MAX_STEPS = 10_000
"""An environment is cut off here: illegal actions change nothing, so without a mask it might go on for ever."""

log = logging.getLogger(__name__)


class Solitaire(OnOneTable, gymnasium.Env[dict[str, Any], np.int64]):
    """A game for one player. The reward comes at the end: minus the score, since the lowest score is the best."""

    def __init__(
        self,
        game: str,
        *,
        memory: Memory = "notes",
        encoding: Encoding = "compact",
        render_mode: str | None = None,
        viewer: Viewer = WATCHER,
        **options: Value,
    ) -> None:
        self._table = SingleGame(game, 1, memory, "score", render_mode, viewer, options, encoding)
        self.render_mode = render_mode
        numbers = spaces.Box(np.zeros_like(self._table.highest), self._table.highest, dtype=np.uint8)
        mask = spaces.Box(0, 1, (self._table.game.moves,), np.int8)
        self.observation_space = spaces.Dict({"observation": numbers, "action_mask": mask})
        self.action_space = spaces.Discrete(self._table.game.moves)

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # Gymnasium's own declaration

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game; see `SingleGame.deal`."""
        super().reset(seed=seed)
        self._table.deal(seed, options)
        return self._table.observation(1), {"illegal": False}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play a move. An illegal action changes nothing and earns nothing; `info["illegal"]` says so."""
        round = self._table.playing
        legal = int(action) in round.legal_numbers
        if legal:
            round.play_number(int(action))
        reward = self._table.rewards()[0] if legal and round.over else 0.0
        cut = not round.over and self._table.too_long
        return self._table.observation(1), reward, round.over, cut, {"illegal": not legal}

    def render(self) -> Any:
        """The table, in the way of `render_mode`."""
        return self._table.render()

    def _repr_svg_(self) -> str | None:
        return self._table.drawing()


for _game in all_games(log.warning):
    if 1 in _game.players:
        gymnasium.register(
            f"rectoverso/{_game.title}Solitaire-v{VERSION}",
            entry_point="rectoverso.rl.gymnasium:Solitaire",
            kwargs={"game": _game.name},
            max_episode_steps=MAX_STEPS,
        )
