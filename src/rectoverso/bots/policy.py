"""Policies: players that choose from numbers, as learning programs make them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..errors import BadInput
from ..games.round import Round
from ..kernel.fixed_record import Rng
from .bot import Bot
from .legality import legal_choice

Policy = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_]], int]
"""From what a seat knows (laid out as the game's `features` say) and the mask of legal moves to a move's number."""

Player = Bot | Policy


def choice(player: Player, round: Round, rng: Rng) -> int:
    """The legal move that a player chooses for the seat to move, from what that seat knows."""
    assert round.turn is not None
    if hasattr(player, "choose"):
        return legal_choice(player, round.observation(round.turn), rng)
    mask = np.zeros(round.game.moves, np.bool_)
    mask[round.legal_numbers] = True
    move = int(player(round.encoding(round.turn), mask))
    if not 0 <= move < len(mask) or not mask[move]:
        raise BadInput(f"a policy chose move {move} in {round.game.name}, which is not legal now")
    return move
