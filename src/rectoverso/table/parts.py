"""What a table is made of: chairs, the secrets of a deal, moves that were made, finished rounds, a question to all."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..games.round import Result, Round
from .setup import Ending, Kind, Level


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
        """Does somebody, or some bot, sit here?"""
        return self.kind == "bot" or bool(self.guests)

    @property
    def person(self) -> bool:
        """Does a person hold it (even if a bot plays on for him)?"""
        return self.kind != "bot" and bool(self.guests)

    @property
    def called(self) -> str:
        """How records name whoever sits here."""
        return f"{self.level} bot" if self.kind == "bot" else self.name or f"player {self.number}"

    @property
    def bot_plays(self) -> bool:
        """Is it played by a bot now?"""
        return self.kind == "bot" or self.ended is not None


@dataclass
class Secrets:
    """What goes into the deal of a round."""

    seed: str
    commitment: str
    until: int
    commitments: dict[int, str | None] = field(default_factory=dict)
    nonces: dict[int, str] = field(default_factory=dict)

    def by_chair(self, players: int) -> list[str | None]:
        """The nonces that go into the deal; None for whoever was absent."""
        return [self.nonces.get(chair) for chair in range(1, players + 1)]


@dataclass
class Step:
    """A move that was made: for which chair, by whom, when its turn began, and did it show anybody a face?"""

    chair: int
    bot: bool
    began: int
    showed: bool


@dataclass
class Played:
    """A finished round."""

    number: int
    match: int
    order: list[int]
    round: Round
    result: Result
    secrets: Secrets
    again: int | None
    ended: dict[int, Ending]
    names: list[str]
    at: int


@dataclass
class Question:
    """J13: asked by whom, who said yes, until when."""

    chair: int
    until: int
    yes: set[int]
    no: bool = False
