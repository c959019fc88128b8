"""What a table is opened with."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ..games.game import Value

Level = Literal["novice", "casual", "club", "expert", "master"]
Memory = Literal["table", "notes"]
Ending = Literal["resigned", "clock", "left"]
Notice = Literal["rules-gone", "closed-by-host", "nobody-came"]
Kind = Literal["person", "open", "bot"]


class Setup(Struct, frozen=True):
    """What a table was opened with; it never changes."""

    game: str
    players: int
    options: dict[str, Value]
    memory: Memory = "table"
    turn_seconds: int | None = None
    """The turn clock; None: no clock."""
    grace_seconds: int | None = 120
    """When a person leaves while another waits, a bot takes over after this time; None: never."""
    public: bool = False
    """Listed in the lobby."""
    watching: bool = True
    """Whether people without a chair may look on."""
    rounds: int = 1
    """N7: how many rounds make a match."""
    random_seats: bool = True
    """Who moves first is drawn with the deal; otherwise the first chair does."""
    first_chair: int = 1
    """The chair that moves first in the first round, where nothing is drawn: the host's, or that of the youngest."""
    daily: str | None = None
    """The date whose solitaire this is: its deal is public, not drawn."""
    puzzle: bool = False
    """It is the puzzle of that date: the end of a game."""


class Place(Struct, frozen=True, omit_defaults=True):
    """A chair as the table was opened with it."""

    kind: Kind
    level: Level | None = None
    guest: str | None = None
    name: str | None = None
