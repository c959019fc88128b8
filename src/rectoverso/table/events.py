"""What can happen at a table. Events are numbered from 1, stored, and never changed."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from ..games.round import Result
from .setup import Ending, Level, Notice, Place, Setup


class Event(Struct, tag_field="e", omit_defaults=True, kw_only=True):
    """`t`: when, in milliseconds since 1970; `ref`: the request behind it, so that a repeat is not done twice."""

    t: int
    ref: str = ""


class Opened(Event, tag="opened"):
    """Somebody opened the table."""

    setup: Setup
    places: list[Place]
    host: str
    rules: int


class ChairTaken(Event, tag="taken"):
    """A person sat down."""

    chair: int
    guest: str
    name: str | None


class ChairCarried(Event, tag="carried"):
    """A person goes on with a chair on another device; `link` cannot be used again."""

    chair: int
    guest: str
    link: str


class DeviceRevoked(Event, tag="revoked"):
    """A chair was taken away from a device that it had been carried to."""

    chair: int
    guest: str


class GuestDeleted(Event, tag="deleted"):
    """A person deleted themselves: nobody holds their chairs any more, and bots play on. `host`: they were the host."""

    chairs: list[int]
    host: bool
    level: Level


class ChairLeft(Event, tag="left"):
    """A person left while the table waited."""

    chair: int


class BotSeated(Event, tag="bot"):
    """The host put a bot on an empty chair."""

    chair: int
    level: Level


class Renamed(Event, tag="renamed"):
    """A person changed their name."""

    chair: int
    name: str


class Preparing(Event, tag="preparing"):
    """A new round: the server has drawn its seed (secret until the round is over) and publishes its commitment."""

    seed: str
    commitment: str
    until: int


class Redrawn(Event, tag="redrawn"):
    """Somebody committed to a nonce and did not open it: the draw starts again, with another seed and without them."""

    seed: str
    commitment: str
    until: int


class Committed(Event, tag="committed"):
    """A person committed to a nonce; None: they take no part."""

    chair: int
    commitment: str | None


class Opening(Event, tag="opening"):
    """All commitments are in: now the nonces."""

    until: int


class NonceOpened(Event, tag="nonce"):
    """A person opened the nonce."""

    chair: int
    nonce: str


class Dealt(Event, tag="dealt"):
    """The round begins; `again`: with the deal and the seats of that earlier round; `deal`: in tests, with these."""

    again: int | None = None
    deal: list[Any] | None = None


class Moved(Event, tag="moved"):
    """A move was made for a chair, by its person or by a bot. `close` (J13) is nobody's: chair 0."""

    chair: int
    move: str
    bot: bool = False


class Undone(Event, tag="undone"):
    """A person took back the last action: `to` moves are left."""

    chair: int
    to: int


class TakenOver(Event, tag="bot-plays"):
    """A bot plays on for a person; between two players, resigning ends the round (`RoundOver` follows)."""

    chair: int
    by: Ending
    level: Level


class WantsStop(Event, tag="stop"):
    """Somebody has resigned, and a person wants to end the round now."""

    chair: int


class HandedBack(Event, tag="back"):
    """The person plays on instead of the bot."""

    chair: int


class VoteCalled(Event, tag="asked"):
    """J13: a person asked whether to end the game."""

    chair: int
    until: int


class Voted(Event, tag="voted"):
    """J13: somebody answered."""

    chair: int
    yes: bool


class VoteFailed(Event, tag="vote-failed"):
    """J13: somebody said no, or did not answer in time."""


class RoundOver(Event, tag="over"):
    """The round is over, by the rules or because somebody resigned: everything is shown."""

    result: Result


class WantsAgain(Event, tag="again"):
    """A person wants to go on."""

    chair: int
    same: bool


class Closed(Event, tag="closed"):
    """The table is void."""

    notice: Notice


AnyEvent = (
    Opened
    | ChairTaken
    | ChairCarried
    | DeviceRevoked
    | GuestDeleted
    | ChairLeft
    | BotSeated
    | Renamed
    | Preparing
    | Redrawn
    | Committed
    | Opening
    | NonceOpened
    | Dealt
    | Moved
    | Undone
    | TakenOver
    | WantsStop
    | HandedBack
    | VoteCalled
    | Voted
    | VoteFailed
    | RoundOver
    | WantsAgain
    | Closed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEvent).decode
