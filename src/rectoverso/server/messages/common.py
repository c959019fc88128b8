"""What messages are made of: tables, chairs, rounds, votes, the fair deal. Sent to clients as JSON, never stored.

A *chair* is a place at the table, numbered from 1, and stays the same for the table's life; a *seat* is the place in
one round, as in the rules (seat 1 moves first). They differ because seats are renumbered each round (N7). Requests
name chairs; views name seats.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Struct, UnsetType

from ...games.game import Value
from ...games.generic_board import GenericBoard
from ...games.round import Entry, Result, View
from ...table.setup import Ending, Level, Memory, Notice, Setup
from ...table.table import Phase
from ...table.table_parts import NoteKind
from ...table.text_patterns import whole

Language = Literal["en", "fr", "nl", "de"]
Reaction = Literal[
    "hello", "thanks", "well-played", "good-luck", "oops", "thinking", "your-turn", "good-game",
    "nice-move", "wow", "sorry", "unlucky", "back-soon", "take-your-time", "bye",
]  # fmt: skip

__all__ = ["Ending", "Level", "Memory", "NoteKind", "Notice", "Phase", "Setup", "Value"]

TABLE_ID = "[a-z0-9]{12}"
TableId = Annotated[str, whole(TABLE_ID)]


class Chair(Struct, frozen=True):
    """A place at the table and who sits there."""

    chair: int
    seat: int | None
    """The seat in the present round; None before the first deal."""
    kind: Literal["person", "open", "bot"]
    """person: by its private link (or the person who opened the table); open: for anybody; bot."""
    taken: bool
    name: str | None
    """The person's name; None for bots and empty chairs."""
    level: Level | None
    """The level of the bot that plays here."""
    mine: bool
    """Whether the reader of this message holds it."""
    present: bool
    """Whether its person is connected now; bots are always present."""
    bot_plays: bool
    """Whether a bot plays it, from the start or since it took over from a person."""
    ended: Ending | None
    """Why a bot has taken over."""


class Vote(Struct, frozen=True):
    """J13: shall the game end now? It ends once all chairs have said yes, and goes on at the first no."""

    asked_by: int
    yes: list[int]
    until: int
    """When the vote fails for lack of answers: milliseconds since 1970, like all times here."""


class Again(Struct, frozen=True):
    """Who wants to go on after the end: with a new deal (also the next round of a match), or the same deal again."""

    fresh: list[int]
    same: list[int]
    needed: list[int]
    """The chairs of persons who are present and have not answered yet."""


class Stopping(Struct, frozen=True):
    """Somebody has resigned, and a bot plays on: the round ends early if all persons who still play want that."""

    resigned: list[int]
    wanted: list[int]
    needed: list[int]
    """The chairs of persons who play and have not asked for it."""


class Note(Struct, frozen=True):
    """Something besides moves that belongs in the log: event `n`, after `at` moves of the round."""

    n: int
    at: int
    what: NoteKind
    chair: int


class FairDeal(Struct, frozen=True):
    """The proof that nobody chose the deal of this round (docs/fair-deals.md)."""

    scheme: int
    commitment: str
    """SHA-256 that commits the server to its seed; published before any player commits."""
    until: int | None
    """When the present step (committing, opening) ends, even if somebody is missing."""
    committed: list[int]
    """The chairs that have committed to a nonce."""
    opened: list[int]
    """The chairs that have opened their nonce."""
    commitments: list[str | None] | None = None
    """By chair, once all are in: SHA-256 of each nonce."""
    nonces: list[str | None] | None = None
    """By chair, once dealt: the nonces that went into the deal; None: absent."""
    seed: str | None = None
    """The server's seed, once the round is over."""
    draw: int = 1
    """Which draw of this round it is: a draw in which somebody did not open their nonce is abandoned."""
    unopened: list[list[int]] = []
    """By abandoned draw: the chairs that did not open; they take no part in the draws that follow."""
    again: int | None = None
    """The earlier round whose deal is played again: nothing was drawn, so there is nothing to prove."""


class RoundResult(Struct, frozen=True):
    """A finished round."""

    round: int
    order: list[int]
    """By seat: the chair that sat there."""
    result: Result


class Match(Struct, frozen=True):
    """The state of the match."""

    round: int
    """The present round, from 1; 0 before the first."""
    number: int
    """Which round of its match it is, from 1."""
    rounds: int
    """How many rounds make a match."""
    points: list[int]
    """By chair: the sum of the scores of this match's finished rounds."""
    ranks: list[int] | None
    """By chair, when the match is over."""
    results: list[RoundResult]
    """The finished rounds of this match."""


class Table(Struct, frozen=True):
    """All about a table but the game that lies on it."""

    phase: Phase
    setup: Setup
    chairs: list[Chair]
    host: bool
    """Whether the reader is the host, who may seat bots and close the table while it waits."""
    match: Match
    fair: FairDeal | None
    vote: Vote | None
    again: Again | None
    stop: Stopping | None
    stopped: bool
    """The round is over because somebody resigned."""
    deadline: int | None
    """The turn clock of the seat to move."""
    undo: int | None
    """The chair that may undo its last action now."""
    help: bool
    """Whether odds and advice are allowed: at a notes table, or where only one person plays."""
    may_close: bool
    """J13: whether the table may be asked to end the game now."""
    watchers: int
    notice: Notice | None
    """Why the table is void."""


class LogLine(Struct):
    """A line of the log: as data, and in words of the reader's language."""

    entry: Entry
    text: str


class Position(Struct, frozen=True):
    """The game as one seat sees it: exactly what `rectoverso view` prints, and in `said` the log in words."""

    view: View
    said: list[str]
    generic: GenericBoard | UnsetType = UNSET
    """Only of games that need no board of their own (`GameInfo.generic`)."""
