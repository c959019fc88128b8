"""The socket's messages, both directions (docs/protocol.md). JSON objects, told apart by `type`.

A request carries an `id` chosen by the client and is answered exactly once: by an event with `ref` = that id, by
`ack`, by `refused`, or by the answer it asks for. Events carry their number `n` in the table's log; a client that was
disconnected says the last number it has and gets what it missed.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ...games.attempts import Attempt
from ...games.generic_board import GenericBoard
from ...games.round import Result
from ...table.commands import (
    AskClose,
    Back,
    CastVote,
    ChairNumber,
    CloseTable,
    Commit,
    Leave,
    MoveText,
    OpenNonce,
    Play,
    PlayAgain,
    Rename,
    RequestId,
    Resign,
    SafeInteger,
    SeatBot,
    Stop,
    Undo,
)  # fmt: skip
from .common import Language, LogLine, Note, Position, Reaction, Table, TableId

PROTOCOL = 1
MAX_BYTES = 4096
"""The size limit of a request."""

Code = Literal[
    # the connection
    "malformed", "too-large", "wrong-protocol", "hello-first", "too-many-requests", "too-slow", "shutting-down",
    # who and where
    "no-such-table", "not-your-chair", "no-such-chair", "chair-taken", "table-full", "watching-forbidden", "bad-link",
    "link-used", "not-the-host", "bad-name", "too-many-tables", "not-signed-in", "wrong-origin", "bad-input",
    "not-found", "game-not-ready", "blocked",
    # the game
    "not-your-turn", "illegal-move", "stale", "not-now", "game-over", "table-void", "nothing-to-undo", "face-was-shown",
    "others-have-moved", "no-vote-here", "asked-already", "no-vote-open", "voted-already", "bot-plays",
    "not-handed-over", "commitment-mismatch", "committed-already", "too-late", "help-forbidden", "not-over",
    "too-often", "busy",
]  # fmt: skip


# ---- from the client


class Hello(Struct, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message: which table, seen from which chair, in which language, and the last number it has."""

    protocol: int
    table: TableId
    chair: ChairNumber | None = None
    """None: my only chair; the watcher's view where I hold none or several (a hot seat, with its curtain closed)."""
    have: SafeInteger | None = None
    """The last event number this client has for that very view; None: a fresh view."""
    lang: Language = "en"


class Look(Struct, tag_field="type", tag="look", forbid_unknown_fields=True):
    """See the table from another of my chairs (hot seat), or as a watcher does (None). Answered by a snapshot."""

    chair: ChairNumber | None = None
    lang: Language | None = None


class React(Struct, tag_field="type", tag="react", forbid_unknown_fields=True):
    """One of the fixed reactions; there is no free chat."""

    id: RequestId
    chair: ChairNumber
    reaction: Reaction


class AskOdds(Struct, tag_field="type", tag="odds", forbid_unknown_fields=True):
    """The odds of everything that this chair has not seen. Answered by `odds`."""

    id: RequestId
    chair: ChairNumber


class AskAdvice(Struct, tag_field="type", tag="advise", forbid_unknown_fields=True):
    """What a strong player would do here. Answered by `advice`."""

    id: RequestId
    chair: ChairNumber


class AskWhy(Struct, tag_field="type", tag="why", forbid_unknown_fields=True):
    """Why is this move not possible? Answered by `why`, at every table: it tells the rules, and nothing hidden."""

    id: RequestId
    chair: ChairNumber
    move: MoveText


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Answered by `pong`. Send one every 20 seconds: a connection that is silent for 60 is closed."""

    t: SafeInteger = 0


Request = (
    Hello | Look | Play | Undo | Resign | Stop | Back | AskClose | CastVote | PlayAgain | Commit | OpenNonce | React
    | Rename | SeatBot | Leave | CloseTable | AskOdds | AskAdvice | AskWhy | Ping
)  # fmt: skip
"""Everything that a client may send; what it asks of its table is decoded straight into a `table.commands` class."""


# ---- from the server


class Welcome(Struct, tag_field="type", tag="welcome", frozen=True):
    """The answer to `hello`; a snapshot or the missed events follow."""

    protocol: int
    server: str
    """The server's version; a page of another version reloads itself."""
    chairs: list[int]
    """The chairs I hold."""
    chair: int | None
    """The chair whose view this connection gets; None: the watcher's."""
    resumed: bool
    """True: the missed events follow, and no snapshot."""
    now: int
    """The server's clock, for deadlines."""


class Snapshot(Struct, tag_field="type", tag="snapshot", frozen=True):
    """A fresh view of everything. `position` is None before the first deal."""

    n: int
    chair: int | None
    table: Table
    position: Position | None
    notes: list[Note]
    """What else happened in this round; later ones follow as `changed`."""
    now: int


class Moved(Struct, tag_field="type", tag="moved"):
    """A move was made: what this viewer saw of it, and the position after it."""

    n: int
    line: LogLine
    by: Literal["person", "bot"]
    to_move: int | None
    """The seat to move; None: the round is over, and a `changed` with everything shown follows."""
    legal: list[str]
    """My legal moves, if I am to move."""
    board: Any
    """The same as `view.table` of a fresh view."""
    deadline: int | None
    undo: int | None
    may_close: bool
    ref: str | UnsetType = UNSET
    """The id of my request that made it."""
    faded: list[LogLine] | UnsetType = UNSET
    """Older lines of the log that no longer name faces: they replace the lines with the same `entry.at`."""
    known: Any | UnsetType = UNSET
    odds: Any | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    generic: GenericBoard | UnsetType = UNSET
    """The same as `position.generic` of a fresh view."""


What = Literal[
    "seat-taken", "seat-left", "bot-seated", "renamed", "preparing", "redrawn", "committed", "opening", "opened",
    "dealt", "undone", "taken-over", "handed-back", "asked", "voted", "vote-failed", "over", "again", "closed",
    "carried", "revoked", "deleted", "stop",
]  # fmt: skip


class Changed(Struct, tag_field="type", tag="changed", frozen=True):
    """Anything else that happened at the table. `position` is set if the position changed."""

    n: int
    what: What
    chair: int | None
    """Who did it, or whom it concerns."""
    table: Table
    ref: str | UnsetType = UNSET
    position: Position | UnsetType = UNSET


class Presence(Struct, tag_field="type", tag="presence", frozen=True):
    """Who is connected now, by chair. Not an event: it has no number."""

    present: list[bool]
    watchers: int


class Reacted(Struct, tag_field="type", tag="reaction", frozen=True):
    """Somebody reacted. Not an event: it has no number."""

    chair: int
    reaction: Reaction


class Ack(Struct, tag_field="type", tag="ack", frozen=True):
    """A request was done, as event number `n`. A repeated request gets the same answer and is not done twice."""

    id: str
    n: int


class Refusal(Struct, tag_field="type", tag="refused", frozen=True):
    """A request was refused. After `stale` a snapshot follows. `id` is None where the request could not be read."""

    code: Code
    id: str | None = None
    details: dict[str, Any] = {}
    """illegal-move: `move`, `legal`; malformed: `error`; others: what the code refers to."""


class Odds(Struct, tag_field="type", tag="odds", frozen=True):
    """As `rectoverso odds` prints them."""

    id: str
    at: int
    odds: dict[str, Any]


class Advice(Struct, tag_field="type", tag="advice", frozen=True):
    """As `rectoverso advise` prints it."""

    id: str
    at: int
    advice: dict[str, Any]


class Why(Struct, tag_field="type", tag="why", frozen=True):
    """Whether a move is possible, and if not, why."""

    id: str
    at: int
    attempt: Attempt


class Pong(Struct, tag_field="type", tag="pong", frozen=True):
    """The answer to `ping`."""

    t: int
    now: int


class Bye(Struct, tag_field="type", tag="bye", frozen=True):
    """The server is about to close this connection; `code` says why. Reconnect unless it is `wrong-protocol`."""

    code: Code


Message = (
    Welcome | Snapshot | Moved | Changed | Presence | Reacted | Ack | Refusal | Odds | Advice | Why | Pong | Bye
)  # fmt: skip

read_request = msgspec.json.Decoder(Request).decode
encode = msgspec.json.Encoder().encode
