"""What is shown of a game of Titus. Whatever is seen is seen by all, so all seats are shown the same (T5)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ...kernel.bits import members
from ...kernel.fixed_record import Record, copied, plain
from .material import COINS, POINT_CARDS, TOP_CARD
from .moves import DRAW, JOIN, SCORE, SWAP, TAKE
from .odds import HIGHER, LOWER
from .rules import CHOOSING, DRAWN, apply


class TitusCoin(msgspec.Struct, frozen=True):
    """A coin by its tag (from 1) and the face it shows; null where the log no longer tells the face."""

    tag: int
    face: int | None


class TitusSeries(msgspec.Struct, frozen=True):
    """T14: a point card and the coins on it, lowest number first, so the last one lies on top."""

    card: int
    coins: list[TitusCoin]


class TitusSeat(msgspec.Struct, frozen=True):
    """What lies in front of a player: their groups, lowest coin first (alone: independent), and their point cards.

    `score` is what the seat would score if the game ended now (T19).
    """

    groups: list[list[TitusCoin]]
    series: list[TitusSeries]
    score: int


class TitusTable(msgspec.Struct, frozen=True):
    """The table as everybody sees it now.

    `pile`: how many coins are left, the `top` one included; `hand`: the coin just taken; `phase`: what the seat to
    move does: choose freely, or play the coin in its hand, `drawn` from the pile (it may be exchanged, T9) or
    `turned` over. `taken`: coins taken this turn; `unlimited`: no limit of three (T13); `taking_over`: only free
    actions are left; `stack`: the point cards left, the top one first. `backs`: after the end, by tag, the other face
    of every coin.
    """

    pile: int
    top: TitusCoin | None
    hand: TitusCoin | None
    phase: Literal["choose", "drawn", "turned"]
    taken: int
    unlimited: bool
    taking_over: bool
    stack: list[int]
    seats: list[TitusSeat]
    backs: dict[str, int] | None


class TitusKnown(msgspec.Struct, frozen=True):
    """For the notes: by tag, the other face of coins that have been turned over; the coins not seen on both faces."""

    backs: dict[str, int]
    unknown: list[tuple[int, int]]


class Observation:
    """What an OBSERVATION record holds, for reading in Python."""

    __slots__ = ("state",)

    def __init__(self, observation: Record) -> None:
        self.state = plain(observation, "state", "unknown", "unlimited", "scores")


def board(observed: Observation) -> TitusTable:
    """The table as everybody sees it."""
    state = observed.state
    return TitusTable(
        pile=COINS - state.drawn,
        top=coin(state, state.drawn) if state.drawn < COINS else None,
        hand=None if state.phase == CHOOSING else coin(state, state.hand),
        phase="choose" if state.phase == CHOOSING else "drawn" if state.phase == DRAWN else "turned",
        taken=state.taken,
        unlimited=state.unlimited != 0,
        taking_over=bool(state.taking_over),
        stack=list(range(TOP_CARD - state.cards_out, TOP_CARD - POINT_CARDS, -1)),
        seats=[_seat(state, seat) for seat in range(state.players)],
        backs=_backs(state) if state.over else None,
    )


def known(observed: Observation) -> TitusKnown:
    """All that has been seen and does not lie open."""
    return TitusKnown(_backs(observed.state), [_KINDS[kind] for kind in members(observed.state.unknown)])


_KINDS = list(zip(LOWER.tolist(), HIGHER.tolist(), strict=True))


def _backs(state: Any) -> dict[str, int]:
    return {f"#{tag}": back for tag, back in enumerate(state.down, 1) if back}


def coin(state: Any, number: int) -> TitusCoin:
    """A coin as it lies."""
    return TitusCoin(number + 1, state.up[number])


def _seat(state: Any, seat: int) -> TitusSeat:
    groups = [group(state, lowest) for lowest in members(state.groups[seat])]
    return TitusSeat(
        groups=sorted(groups, key=lambda coins: [(coin.face, coin.tag) for coin in coins]),
        series=[_series(state, card) for card in members(state.cards[seat])],
        score=state.scores[seat],
    )


def group(state: Any, lowest: int) -> list[TitusCoin]:
    """A group of a reserve, its lowest coin first."""
    return _pile(state, state.top[lowest], state.up[state.top[lowest]] - state.up[lowest] + 1)


def _series(state: Any, card: int) -> TitusSeries:
    return TitusSeries(TOP_CARD - card, _pile(state, state.series_top[card], state.series_coins[card]))


def _pile(state: Any, topmost: int, length: int) -> list[TitusCoin]:
    """A pile of this many coins by its topmost one; the lowest first."""
    coins = []
    for _ in range(length):
        coins.append(coin(state, topmost))
        topmost = int(state.under[topmost]) - 1
    return coins[::-1]


def reveals_a_face(state: Record, move: int) -> bool:
    """T5, T9: does a move show a hidden face? Turning a coin does, so does drawing one, and the end of the game."""
    if move == DRAW:
        return int(state.drawn) + 1 < COINS
    if TAKE <= move < JOIN or SWAP <= move < SCORE:
        return True
    after = copied(state)
    apply(after, move)
    return bool(after.over)
