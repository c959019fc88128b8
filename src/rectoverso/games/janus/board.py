"""What is shown of a game of Janus: each seat sees its own sides and the others' outer sides, a watcher neither."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ...kernel.fixed_record import Record, copied, plain
from .material import CARDS, DEALT, LETTERS, SYMBOLS, TRIPLET
from .moves import END
from .rules import DRAWN, ENDINGS, FRESH, LAST_OF_RING, NEVER_STALLS, OUT, PILE, TAG, TAG_BITS, apply

Ending = Literal["no-triplet-possible", "stall", "close", "no-card-left"]


class JanusCard(msgspec.Struct, frozen=True):
    """A card in a hand by its tag (from 1): its holder's own side and its outer side (J3); null: not to be seen now."""

    tag: int
    own: str | None
    outer: str | None


class JanusTop(msgspec.Struct, frozen=True):
    """The pile's top card and its up side; null where the log no longer tells it."""

    tag: int
    up: str | None


class JanusTriplet(msgspec.Struct, frozen=True):
    """J11: three cards laid down, symbols up."""

    symbol: str
    tags: list[int]


class JanusSeat(msgspec.Struct, frozen=True):
    """A seat: its hand, in the order in which the cards came, and its triplets."""

    hand: list[JanusCard]
    triplets: list[JanusTriplet]
    score: int


class JanusTable(msgspec.Struct, frozen=True):
    """The table as one seat sees it now.

    `pile`: how many cards it has, the `top` one included; `discard`: where discards go (J10); `phase`: what the seat to
    move has done in this turn; `pile_only`: it began without a card (J9); `quiet`: turns without a triplet, `patience`:
    how many of them end the game, null: never (J13). `sides`: after the end, by tag, the front (own or up) and the back
    of every card.
    """

    pile: int
    top: JanusTop | None
    discard: Literal["under", "top"]
    phase: Literal["choose", "drawn", "discarded"]
    pile_only: bool
    quiet: int
    patience: int | None
    ending: Ending | None
    seats: list[JanusSeat]
    sides: dict[str, tuple[str, str]] | None


class JanusKnown(msgspec.Struct, frozen=True):
    """For the notes: by tag the front (own or up) and the back of a card as far as this seat has seen them.

    `pile`: the tags of the pile, top first; `unseen`: the cards not yet seen on both sides.
    """

    sides: dict[str, tuple[str | None, str | None]]
    pile: list[int]
    unseen: list[tuple[str, str]]


def letter(symbol: int) -> str | None:
    """A symbol's letter; None where it has not been seen."""
    return LETTERS[symbol - 1] if symbol else None


class Observation:
    """What an OBSERVATION record holds, for reading in Python."""

    __slots__ = ("seat", "state")

    def __init__(self, observation: Record) -> None:
        self.state = plain(observation, "state", "seat", "turns", "faces", "hidden")
        self.seat: int = self.state.seat

    def front(self, tag: int) -> str | None:
        """The own side of a card in a hand, the up side of one in the pile, as far as the seat has seen it."""
        return letter(self.state.faces[2 * tag + (self.state.turned[tag] != 0)])

    def back(self, tag: int) -> str | None:
        """The other side, as far as the seat has seen it."""
        return letter(self.state.faces[2 * tag + (self.state.turned[tag] == 0)])

    def pile(self) -> list[int]:
        """The cards of the pile, top first (tags from 0)."""
        ring, first = self.state.pile, self.state.top
        return [ring[(first + i) & LAST_OF_RING] for i in range(self.state.cards[PILE])]

    def top(self) -> JanusTop | None:
        """J2: the pile's top card shows its up side to everybody."""
        if not self.state.cards[PILE]:
            return None
        tag = self.state.pile[self.state.top & LAST_OF_RING]
        return JanusTop(tag + 1, self.front(tag))

    def hand(self, seat: int) -> list[int]:
        """The cards of a hand (tags from 0)."""
        return [self.state.hand[seat] >> TAG_BITS * i & TAG for i in range(self.state.cards[seat])]


def board(observed: Observation) -> JanusTable:
    """The table as a seat, or the watcher, sees it now."""
    state = observed.state
    return JanusTable(
        pile=state.cards[PILE],
        top=observed.top(),
        discard="top" if state.discard else "under",
        phase="choose" if state.phase == FRESH else "drawn" if state.phase == DRAWN else "discarded",
        pile_only=bool(state.pile_only),
        quiet=state.quiet,
        patience=None if state.patience == NEVER_STALLS else state.patience,
        ending=ENDINGS[state.ending],  # type: ignore[arg-type]  # one of the names
        seats=[_seat(observed, seat) for seat in range(state.players)],
        sides=_all_sides(observed) if state.over else None,
    )


def _seat(observed: Observation, seat: int) -> JanusSeat:
    return JanusSeat(
        hand=[_card(observed, seat, tag) for tag in observed.hand(seat)],
        triplets=_triplets(observed, seat),
        score=observed.state.triplets[seat],
    )


def _card(observed: Observation, holder: int, tag: int) -> JanusCard:
    """J3, J4: the holder sees the own side, the other seats the outer side, a watcher neither; after the end all.

    Of the two dealt cards the holder has seen both sides: they lie open to them until the end of their first turn.
    """
    state, seat = observed.state, observed.seat
    own_shown = state.over or seat == holder
    outer_shown = state.over or (seat >= 0 and (seat != holder or _lies_open(state, tag)))
    return JanusCard(tag + 1, observed.front(tag) if own_shown else None, observed.back(tag) if outer_shown else None)


def _lies_open(state: Any, tag: int) -> bool:
    """J4: was this card dealt to the seat that looks, and has its first turn not ended yet?"""
    return tag // DEALT == state.seat and state.turns <= state.seat


def _triplets(observed: Observation, seat: int) -> list[JanusTriplet]:
    if not observed.state.triplets[seat]:
        return []
    by_symbol: dict[str, list[int]] = {}
    for tag, place in enumerate(observed.state.place):
        if place == OUT + seat:
            by_symbol.setdefault(observed.front(tag) or "", []).append(tag + 1)
    return [
        JanusTriplet(symbol, tags[start : start + TRIPLET])
        for symbol, tags in sorted(by_symbol.items())
        for start in range(0, len(tags), TRIPLET)
    ]


def _all_sides(observed: Observation) -> dict[str, tuple[str, str]]:
    return {f"#{tag + 1}": (observed.front(tag) or "", observed.back(tag) or "") for tag in range(CARDS)}


def known(observed: Observation) -> JanusKnown:
    """All that this seat has seen so far."""
    sides = {f"#{tag + 1}": (observed.front(tag), observed.back(tag)) for tag in range(CARDS)}
    return JanusKnown(
        sides={tag: pair for tag, pair in sides.items() if pair != (None, None)},
        pile=[tag + 1 for tag in observed.pile()],
        unseen=[
            (LETTERS[one - 1], LETTERS[other - 1])
            for one in range(1, SYMBOLS + 1)
            for other in range(one, SYMBOLS + 1)
            if observed.state.hidden[one] >> other & 1
        ],
    )


def may_hold_triplet(state: Record) -> bool:
    """J11: may the seat to move have a triplet to lay down when its drawing is over, as far as everybody can tell?"""
    return bool(state.after_drawing and state.phase == DRAWN and state.cards[state.turn] >= TRIPLET)


def reveals_a_face(state: Record, move: int) -> bool:
    """Does a move show a side to anybody? Each card that moves shows one (J8, J10), and so does the end.

    J11: with `after-drawing` the end of a turn shows a triplet, or that there is none among three cards or more.
    """
    if move < END or (move == END and may_hold_triplet(state)):
        return True
    after = copied(state)
    apply(after, move)
    return bool(after.over)
