"""What a seat gets at the end of a game: by its rank, or by its score."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from ..errors import BadInput, shown
from ..kernel.jit import kernel

Reward = Literal["rank", "score"]


class Payment(NamedTuple):
    """How the end of a game is paid, as kernels know it; before the end nobody gets anything."""

    by_score: bool
    sign: int
    """−1 where the lowest score is the best"""


def payment(players: int, reward: Reward | None) -> Payment:
    """`rank`: from 1 for the first place to −1 for the last, the usual one. `score`: the score.

    A game for one has no ranks, and its lowest score is the best: it is paid minus the score.
    """
    if reward not in (None, "rank", "score"):
        raise BadInput(f"reward is rank or score, not {shown(reward)}")
    if players == 1 and reward == "rank":
        raise BadInput("a single player has no rank to be rewarded for; choose the reward score")
    return Payment(players == 1 or reward == "score", -1 if players == 1 else 1)


@kernel
def pay(payment: Payment, scores: Any, ranks: Any, rewards: Any) -> None:
    """Write the reward of each seat. By rank they add up to 0; seats that share a rank get the same."""
    players = len(rewards)
    for seat in range(players):
        if payment.by_score:
            rewards[seat] = payment.sign * scores[seat]
        else:
            ahead = behind = 0
            for other in range(players):
                ahead += ranks[other] < ranks[seat]
                behind += ranks[other] > ranks[seat]
            rewards[seat] = (behind - ahead) / (players - 1)
