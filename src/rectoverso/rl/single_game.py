"""What the environments for single games share: their tables, deals, spaces and pictures."""

from __future__ import annotations

import io
import secrets
from collections.abc import Mapping
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from ..errors import BadInput, shown
from ..games import game_named
from ..games.deal import deal_from_seed
from ..games.features import Feature
from ..games.game import Game, Value
from ..games.game_record import MAX_RECORD_MOVES
from ..games.round import MAX_SEATS, Memory, Round, Viewer, read_deal
from ..kernel import entry_points
from ..kernel.fixed_record import Deal
from .planes import Encoding, Planes
from .rewards import Reward, pay, payment

VERSION = 1
"""Part of the names of environments: grows when rules, spaces or rewards change."""

RENDER_MODES = ("ansi", "svg", "rgb_array")


class SingleGame:
    """One game after the other, of one kind and with the same settings."""

    def __init__(
        self,
        game: str,
        players: int | None,
        memory: Memory,
        reward: Reward | None,
        render_mode: str | None,
        viewer: Viewer,
        options: Mapping[str, Value],
        encoding: Encoding = "compact",
    ) -> None:
        self.game = game_named(game)
        self.players = self.game.usual_players if players is None else players
        self.options = self.game.options_of(self.players, options)
        if memory not in ("table", "notes"):
            raise BadInput(f"memory is table or notes, not {shown(memory)}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadInput(f"render_mode is {' or '.join(RENDER_MODES)}, not {shown(render_mode)}")
        if encoding not in get_args(Encoding):
            raise BadInput(f"encoding is {' or '.join(get_args(Encoding))}, not {shown(encoding)}")
        self._planes = Planes(self.game.features) if encoding == "planes" else None
        self.memory: Memory = memory
        self.render_mode = render_mode
        self.viewer: Viewer = viewer
        self.payment = payment(self.players, reward)
        self.highest = np.concatenate([np.full(part.size, part.highest, np.uint8) for part in self.features])
        self._seed: str | None = None
        self._number = 0
        self.round: Round | None = None
        if viewer != "all":
            self.deal(None, None).seat_number(viewer)
            self.round = None

    @property
    def features(self) -> tuple[Feature, ...]:
        """The parts of an observation."""
        return self._planes.features if self._planes else self.game.features

    # ---- dealing

    def deal(self, seed: int | None, options: Mapping[str, Any] | None) -> Round:
        """Begin a new game: the one that `rectoverso.new` deals from this seed; without one, the next of the last seed.

        `options={"deal": […]}` plays a deal as it stands in a record. Other options are ignored: PettingZoo's tests
        want it so.
        """
        written = (options or {}).get("deal")
        if seed is not None:
            self._seed, self._number = str(seed), 0
        elif self._seed is None:
            self._seed = secrets.token_hex(16)
        if written is not None:
            deal = read_deal(self.game, written)
        else:
            deal = self._next_deal()
        self.round = Round(self.game, self.players, deal, self.options)
        return self.round

    def _next_deal(self) -> Deal:
        assert self._seed is not None
        self._number += 1
        return deal_from_seed(self.game.deck, self.game.two_faced, self._seed, self._number - 1)

    @property
    def playing(self) -> Round:
        """The game on the table."""
        if self.round is None:
            raise BadInput("call reset() first")
        return self.round

    # ---- what is told of a game

    @property
    def too_long(self) -> bool:
        """Has the game become as long as a record can be?"""
        return len(self.playing.numbers) >= MAX_RECORD_MOVES

    def observation(self, seat: int) -> dict[str, npt.NDArray[Any]]:
        """What a seat (from 1) knows, and what it may do: nothing, unless it is to move."""
        mask = np.zeros(self.game.moves, np.int8)
        if seat == self.playing.turn:
            mask[self.playing.legal_numbers] = 1
        numbers = self.playing.encoding(seat, self.memory)
        return {"observation": self._planes(numbers) if self._planes else numbers, "action_mask": mask}

    def rewards(self) -> list[float]:
        """What each seat gets if the game ends now."""
        scores, ranks = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
        entry_points.result(self.playing.state, scores, ranks)
        rewards = np.zeros(self.players, np.float64)
        pay(self.payment, scores, ranks, rewards)
        return [float(reward) for reward in rewards]

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as the viewer sees it: as text, as SVG or as pixels."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return self.playing.picture(self.viewer)
        drawing = self.playing.svg(self.viewer)
        return drawing if self.render_mode == "svg" else pixels(drawing)

    def drawing(self) -> str | None:
        """What a notebook shows: the table as the viewer sees it; nothing before the first deal."""
        return None if self.round is None else self.round.svg(self.viewer)


class OnOneTable:
    """What an environment tells of the game on its table."""

    _table: SingleGame

    @property
    def game(self) -> Game:
        """The description of the game: `texts` of its moves, `features` of its observations …"""
        return self._table.game

    @property
    def features(self) -> tuple[Feature, ...]:
        """The parts of an observation (`rectoverso.games.features.parts` takes it apart)."""
        return self._table.features

    @property
    def round(self) -> Round:
        """The game on the table: its record, its moves, the view of each seat."""
        return self._table.playing


def pixels(drawing: str) -> npt.NDArray[np.uint8]:
    """An SVG drawing as an array: rows, columns, red, green and blue."""
    import resvg_py
    from PIL import Image

    with Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawing)))) as image:
        return np.array(image.convert("RGB"), np.uint8)
