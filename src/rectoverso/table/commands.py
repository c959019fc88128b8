"""What can be asked of a table. `decide` answers a command with events, or refuses it.

Commands that players send over the socket are decoded straight into these classes (docs/protocol.md).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .fair import Hex32
from .setup import Level, Notice
from .text_patterns import whole

RequestId = Annotated[str, whole("[A-Za-z0-9_-]{1,40}")]
ChairNumber = Annotated[int, Meta(ge=1, le=6)]
SafeInteger = Annotated[int, Meta(ge=0, le=2**53)]
"""A number that a browser can hold exactly."""
MoveText = Annotated[str, Meta(max_length=60)]
Name = Annotated[str, Meta(max_length=200)]


class Command(Struct, frozen=True):
    """A request to a table."""


# ---- sent by players over the socket


class PlayerCommand(Command, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A command that a player sends; the player chooses its `id`, so that a repeat is not done twice."""

    id: RequestId


class ChairCommand(PlayerCommand, frozen=True):
    """A command for one of the player's chairs."""

    chair: ChairNumber


class Play(ChairCommand, frozen=True, tag="play"):
    """Make a move; `against` is the last event number the client has seen."""

    against: SafeInteger
    move: MoveText


class Undo(ChairCommand, frozen=True, tag="undo"):
    """Undo my last action."""

    against: SafeInteger


class Resign(ChairCommand, frozen=True, tag="resign"):
    """Give up this round: between two players it ends, otherwise a bot plays on."""


class Stop(ChairCommand, frozen=True, tag="stop"):
    """Somebody has resigned: I want to end the round now. It ends once all persons who still play want that."""


class Back(ChairCommand, frozen=True, tag="back"):
    """I am back: the bot that took over hands my chair back."""


class AskClose(ChairCommand, frozen=True, tag="ask_close"):
    """J13: ask the table whether to end the game; the asker says yes."""


class CastVote(ChairCommand, frozen=True, tag="vote"):
    """J13: answer yes or no."""

    yes: bool


class PlayAgain(ChairCommand, frozen=True, tag="again"):
    """After the end: another round (of the match, or a rematch), or the same deal again."""

    same_deal: bool = False


class Commit(ChairCommand, frozen=True, tag="commit"):
    """Fair deal: SHA-256 of my nonce, as hex; None: I take no part."""

    commitment: Hex32 | None


class OpenNonce(ChairCommand, frozen=True, tag="open"):
    """Fair deal: my nonce, 32 bytes as hex."""

    nonce: Hex32


class Rename(ChairCommand, frozen=True, tag="rename"):
    """Change my name on this chair (hot seat: each chair has its own name)."""

    name: Name


class SeatBot(ChairCommand, frozen=True, tag="seat_bot"):
    """The host puts a bot on a chair that nobody has taken."""

    level: Level


class Leave(ChairCommand, frozen=True, tag="leave"):
    """Leave: while the table waits, the chair is free again; later a bot takes over at once."""


class CloseTable(PlayerCommand, frozen=True, tag="close_table"):
    """The host closes a table that still waits for people."""


def ref_of(command: Command, guest: str) -> str:
    """How the log names the request behind an event (`Event.ref`); empty where nobody can repeat it."""
    return f"{guest}:{command.id}" if isinstance(command, PlayerCommand) and command.id else ""


# ---- from HTTP requests


class TakeOpenChair(Command, frozen=True):
    """Sit down on an open chair: this one, or (None) the first that is free. `name` is the guest's own."""

    chair: int | None
    name: str | None


class TakeChair(Command, frozen=True):
    """Sit down on the chair that a private link leads to. `name` is the guest's own."""

    chair: int
    name: str | None


class CarryChair(Command, frozen=True):
    """Go on with a chair on another device; `link` can be used once."""

    chair: int
    link: str


class RevokeDevice(Command, frozen=True):
    """Take a chair away from a device that it was carried to: the guest there is `device`."""

    chair: int
    device: str


class DeleteGuest(Command, frozen=True):
    """Forget me: at this table I become "a guest"."""


# ---- from the server itself


class PlayBot(Command, frozen=True):
    """A bot makes the move that it chose at event number `position_n`."""

    chair: int
    position_n: int
    move: str


class VoidTable(Command, frozen=True):
    """The server gives the table up."""

    notice: Notice
