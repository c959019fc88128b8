"""The exact odds of every hidden face, by counting the worlds that fit what has been seen.

Every coin is a unique pair (T2). A coin on the table whose hidden face nobody has seen *shows* one number: which coin
may it be? Each unknown coin {a, b} lies in the pile, or is one of those that show a, or one of those that show b. Coins
that show the same number are alike, so it is enough to choose, number by number, which coins they are. Going upwards,
all that matters at number v is how many of the coins that show v, and how many of those that show v + 1, have been
found among the coins whose lower face is below v: at most two and at most one.

T4: each way up is equally likely. A double shows its number either way up, another coin only one way of two; so a
double has weight 2, another coin weight 1.

In a set of coins, {a, b} is member 3 · (a − 1) + b − a.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from ...kernel.bits import bit
from ...kernel.fixed_record import Record
from ...kernel.jit import kernel
from .groups import face, other_face
from .material import COINS, HIGHEST, LOWEST, MAX_DIFFERENCE, PAIRS

KINDS = MAX_DIFFERENCE + 1  # the coins with one lower face: a double, a near one (difference 1), a far one (2)
NUMBERS = HIGHEST + 3  # the length of arrays by number; they have places for two above the highest
FOUND, AHEAD = 3, 2  # of the coins that show v, of those that show v + 1, found among lower coins: 0 to 2, 0 to 1
OTHERS = 2 * MAX_DIFFERENCE + 1  # by how much the hidden face may differ from the shown one: -2 to 2
EVERY_COIN = sum(1 << KINDS * (a - 1) + b - a for a, b in PAIRS)
LOWER: npt.NDArray[np.int64] = np.arange(KINDS * HIGHEST) // KINDS + LOWEST
HIGHER: npt.NDArray[np.int64] = LOWER + np.arange(KINDS * HIGHEST) % KINDS

# What becomes of the three coins with lower face v: the set of those that lie open; how many of them show v; whether
# the near one shows v + 1, the far one v + 2.
OPEN, SHOW_LOW, NEAR_HIGH, FAR_HIGH = range(4)
DOUBLE, NEAR, FAR = 1, 2, 4
PILE, LOW, HIGH = range(3)
USES: npt.NDArray[np.int64] = np.array(
    sorted(
        (
            [
                DOUBLE * (double != PILE) + NEAR * (near != PILE) + FAR * (far != PILE),
                (double == LOW) + (near == LOW) + (far == LOW),
                near == HIGH,
                far == HIGH,
            ]
            for double, near, far in product((PILE, LOW), (PILE, LOW, HIGH), (PILE, LOW, HIGH))
        ),
        key=lambda use: use[SHOW_LOW],
    ),
    np.int64,
)
# The uses in which k coins show v are those from number FIRST_USE[k] to FIRST_USE[k + 1].
FIRST_USE: npt.NDArray[np.int64] = np.searchsorted(USES[:, SHOW_LOW], np.arange(KINDS + 2)).astype(np.int64)


@kernel
def work_out_odds(observation: Record) -> None:
    """Work out what follows from the faces seen: which coins are unknown, what they may be, and how likely."""
    list_open_coins(observation)
    count_up(observation)
    weigh(observation)


@kernel
def list_open_coins(observation: Record) -> None:
    """List the coins not seen on both faces, and by number those that show it."""
    faces = observation.state
    observation.unknown = EVERY_COIN
    for number in range(NUMBERS):
        observation.shown[number] = 0
    for coin in range(COINS):
        up, down = face(faces, coin), other_face(faces, coin)
        if down:
            observation.unknown &= ~bit(KINDS * (min(up, down) - 1) + abs(up - down))
        elif up:
            observation.shown[up] += 1
    total = 0
    for number in range(NUMBERS):
        observation.first_open[number] = total
        total += observation.shown[number]
        observation.shown[number] = 0
    for coin in range(COINS):
        observation.open_coins[coin] = 0
    for coin in range(COINS):
        up = face(faces, coin)
        if up and not other_face(faces, coin):
            observation.open_coins[observation.first_open[up] + observation.shown[up]] = coin
            observation.shown[up] += 1


@kernel
def count_up(observation: Record) -> None:
    """Work out, from the highest number down, `ways[v, found, ahead]`: the weight of all choices from v on."""
    for number in range(NUMBERS):
        for found in range(FOUND):
            for ahead in range(AHEAD):
                observation.ways[number, found, ahead] = 0.0
    observation.ways[HIGHEST + 1, 0, 0] = 1.0
    for number in range(HIGHEST, LOWEST - 1, -1):
        unknown = unknown_above(observation, number)
        for use in range(len(USES)):
            found = observation.shown[number] - USES[use, SHOW_LOW]
            if USES[use, OPEN] & ~unknown == 0 and 0 <= found < FOUND:
                for ahead in range(AHEAD):
                    observation.ways[number, found, ahead] += weight(observation, number, ahead, use)


@kernel
def unknown_above(observation: Record, number: int) -> int:
    """The set of those of the three coins with this lower face that are unknown."""
    unknown: int = observation.unknown >> (KINDS * (number - 1))
    return unknown & (DOUBLE | NEAR | FAR)


@kernel
def weight(observation: Record, number: int, ahead: int, use: int) -> float:
    """The weight of one use of the coins with this lower face, times that of all choices above."""
    rest: float = observation.ways[number + 1, ahead + USES[use, NEAR_HIGH], USES[use, FAR_HIGH]]
    return rest * (1 + (USES[use, OPEN] & DOUBLE))


@kernel
def weigh(observation: Record) -> None:
    """Work out the odds of every hidden face, and of the up face of the next coin of the pile.

    `reached[v, found, ahead]` is the weight of all choices for the numbers below v.
    """
    for number in range(NUMBERS):
        observation.next[number] = 0.0
        for other in range(OTHERS):
            observation.hidden[number, other] = 0.0
        for found in range(FOUND):
            for ahead in range(AHEAD):
                observation.reached[number, found, ahead] = 0.0
    observation.reached[LOWEST, 0, 0] = 1.0
    for number in range(LOWEST, HIGHEST + 1):
        unknown = unknown_above(observation, number)
        for use in range(len(USES)):
            found = observation.shown[number] - USES[use, SHOW_LOW]
            if USES[use, OPEN] & ~unknown == 0 and 0 <= found < FOUND:
                for ahead in range(AHEAD):
                    reached = observation.reached[number, found, ahead]
                    add_odds(observation, number, use, unknown, reached * weight(observation, number, ahead, use))
                    reached *= 1 + (USES[use, OPEN] & DOUBLE)
                    observation.reached[number + 1, ahead + USES[use, NEAR_HIGH], USES[use, FAR_HIGH]] += reached
    share_out(observation)


@kernel
def add_odds(observation: Record, number: int, use: int, unknown: int, amount: float) -> None:
    """Add the weight of one use to the odds of every coin in it."""
    lying_open = USES[use, OPEN]
    for kind in range(KINDS):
        other = number + kind
        if (lying_open >> kind) & 1:
            if (kind == 1 and USES[use, NEAR_HIGH]) or (kind == 2 and USES[use, FAR_HIGH]):
                observation.hidden[other, MAX_DIFFERENCE - kind] += amount
            else:
                observation.hidden[number, MAX_DIFFERENCE + kind] += amount
        elif (unknown >> kind) & 1:
            observation.next[number] += amount / 2
            observation.next[other] += amount / 2


@kernel
def share_out(observation: Record) -> None:
    """Turn weights into odds: those of one coin sum to 1. Coins that show the same number are alike."""
    total = observation.ways[LOWEST, 0, 0]
    in_pile = 0.0
    for number in range(LOWEST, HIGHEST + 1):
        in_pile += observation.next[number]
        for other in range(OTHERS):
            if observation.shown[number]:
                observation.hidden[number, other] /= total * observation.shown[number]
    for number in range(LOWEST, HIGHEST + 1):
        if in_pile > 0:
            observation.next[number] /= in_pile


# ---- for Python


def odds(observation: Record) -> dict[str, Any]:
    """For each coin with one known face the odds of the other; `next`: of the up face of the coin below the top."""
    up, down = observation.state.up.tolist(), observation.state.down.tolist()
    hidden, below_top = observation.hidden.tolist(), observation.next.tolist()
    told: dict[str, Any] = {
        f"#{coin + 1}": {
            str(up[coin] + more): share for more, share in enumerate(hidden[up[coin]], -MAX_DIFFERENCE) if share > 0
        }
        for coin in range(COINS)
        if up[coin] and not down[coin]
    }
    shares = {str(number): share for number, share in enumerate(below_top) if share > 0}
    return {**told, "next": shares or None}
