"""The parts of a table's state: chairs, the secrets of a deal, moves made, finished rounds, an open vote."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from ..games.round import Result
from . import fair
from .setup import Ending, Kind, Level

NoteKind = Literal["undone", "resigned", "clock", "left", "back", "stop"]
"""An action was undone; a bot took over from a person (and why); the person is back, or wants to end the round."""


DELETED = "deleted"
"""Who holds a chair whose person has deleted themselves: no guest has this id."""


@dataclass
class Chair:
    """A place at the table, and who sits there."""

    number: int
    kind: Kind
    level: Level | None = None
    guests: list[str] = field(default_factory=list)
    name: str | None = None
    ended: Ending | None = None

    @property
    def taken(self) -> bool:
        """A person or a bot sits here."""
        return self.kind == "bot" or bool(self.guests)

    @property
    def person(self) -> bool:
        """A person holds it, even if a bot plays on for them."""
        return self.kind != "bot" and bool(self.guests)

    @property
    def record_name(self) -> str:
        """What records call the player on this chair."""
        return f"{self.level} bot" if self.kind == "bot" else self.name or f"player {self.number}"

    @property
    def bot_plays(self) -> bool:
        """A bot plays it now."""
        return self.kind == "bot" or self.ended is not None


@dataclass
class Secrets:
    """What goes into the deal of a round."""

    seed: str
    commitment: str
    until: int
    commitments: dict[int, str | None] = field(default_factory=dict)
    nonces: dict[int, str] = field(default_factory=dict)
    abandoned: list[Secrets] = field(default_factory=list)
    """The draws of this round before this one, which were abandoned because somebody did not open their nonce."""

    def by_chair(self, players: int) -> list[str | None]:
        """The nonces that go into the deal; None for an absent player."""
        return [self.nonces.get(chair) for chair in range(1, players + 1)]

    def commitments_by_chair(self, players: int) -> list[str | None]:
        """The commitments to these nonces; None for an absent player."""
        return [self.commitments.get(chair) for chair in range(1, players + 1)]

    @property
    def unopened(self) -> list[int]:
        """The chairs that committed to a nonce and have not opened it."""
        return sorted(
            chair for chair, word in self.commitments.items() if word is not None and chair not in self.nonces
        )

    @property
    def aside(self) -> set[int]:
        """The chairs that did not open their nonce earlier in this round: they take no part in this draw."""
        return {chair for draw in self.abandoned for chair in draw.unopened}


@dataclass(frozen=True)
class Seating:
    """Where the seats of a round come from; the chairs in order where nothing was drawn."""

    drawn_with: Secrets | None = None
    """The draw that decided them, of this round or of the first round of its match."""
    moved_on: int = 0
    """N7: by how many places the first seat has moved on since; from chair 1 where nothing was drawn."""

    def next_round(self) -> Seating:
        """N7: the first seat moves on by one."""
        return Seating(self.drawn_with, self.moved_on + 1)

    def order(self, players: int) -> list[int]:
        """The chair at each seat."""
        draw = self.drawn_with
        first = list(range(1, players + 1)) if draw is None else fair.seats(draw.seed, draw.by_chair(players))
        return fair.moved_on(first, self.moved_on)


@dataclass
class Step:
    """A move that was made: for which chair, by a bot or not, when its turn began, and whether it showed a face."""

    chair: int
    bot: bool
    began: int
    showed: bool


@dataclass
class FinishedRound:
    """A round that is over."""

    number: int
    match: int
    order: list[int]
    seating: Seating
    deal: list[Any]
    """As it stands in a record, like the moves: `Table.replayed` makes a round of them."""
    moves: list[str]
    result: Result
    stopped: bool
    """The players ended it before its end by the rules."""
    secrets: Secrets
    again: int | None
    ended: dict[int, Ending]
    names: list[str]
    at: int
    daily: str | None = None
    """The date whose public deal it was."""
    puzzle: bool = False
    """It was the puzzle of that date."""

    def by_chair(self, by_seat: list[int]) -> list[int]:
        """What the seats of this round have, by chair."""
        return [by_seat[self.order.index(chair)] for chair in range(1, len(self.order) + 1)]


@dataclass(frozen=True)
class Note:
    """Something besides moves that the log of a round tells: after event `n` and `at` moves."""

    n: int
    at: int
    what: NoteKind
    chair: int


@dataclass
class Vote:
    """J13: who asked whether to end the game, until when, and who has said yes; `no`: somebody has said no."""

    chair: int
    until: int
    yes: set[int]
    no: bool = False
