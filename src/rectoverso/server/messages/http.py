"""The requests and responses of the HTTP interface (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ...analysis.analysis import Analysis
from ...games.game import Grade
from ...games.generic_board import GenericBoard
from ...games.lesson_steps import LessonAnswer as LessonAnswer
from ...games.lesson_steps import LessonFrame as LessonFrame
from ...games.round import Result
from ...table.commands import ChairNumber, Name
from ...table.text_patterns import whole
from .common import Language, Level, Memory, Notice, Phase, Setup, Table, Value
from .exercises import ExerciseAnswer as ExerciseAnswer
from .exercises import ExerciseChance as ExerciseChance
from .exercises import ExercisePosition as ExercisePosition
from .exercises import Exercises as Exercises

GameName = Annotated[str, whole("[a-z][a-z0-9]{1,19}")]
Link = Annotated[str, whole(r"[A-Za-z0-9_.\-]{1,200}")]


# ---- requests


class SeatFor(Struct, forbid_unknown_fields=True):
    """Who may sit on a chair: me (several times: a hot seat), somebody with a private link, anybody, a bot."""

    kind: Literal["me", "person", "open", "bot"]
    level: Level | None = None
    """The level of a bot."""
    name: Name | None = None
    """On a hot seat each chair has its own name; None: my name."""


class OpenTable(Struct, forbid_unknown_fields=True):
    """Open a table. The number of chairs is the number of players."""

    game: GameName
    chairs: Annotated[list[SeatFor], Meta(min_length=1, max_length=6)]
    options: Annotated[dict[str, Value], Meta(max_length=12)] = {}
    memory: Memory = "table"
    turn_seconds: Annotated[int, Meta(ge=5, le=1_209_600)] | None = None
    grace_seconds: Annotated[int, Meta(ge=10, le=86_400)] | None = 120
    public: bool = False
    watching: bool = True
    rounds: Annotated[int, Meta(ge=1, le=20)] = 1
    random_seats: bool = True
    """Who moves first is drawn with the deal."""
    first_chair: ChairNumber = 1
    """Where it is not: the chair that moves first."""
    daily: Annotated[str, Meta(max_length=10)] | None = None
    """The solitaire of this date, YYYY-MM-DD: with the deal that follows from it."""
    puzzle: bool = False
    """The puzzle of that date instead."""


class PuzzleInfo(Struct):
    """What is said about the puzzle of a day; the solution is a record."""

    grade: Grade
    length: int
    """How many moves are left."""
    solutions: int
    """How many games from here have the best result."""
    at: int
    """How many moves have been made."""


class QuickMatch(Struct, forbid_unknown_fields=True):
    """A game against anybody: joins a public table that waits, or opens one."""

    game: GameName
    players: Annotated[int, Meta(ge=2, le=6)] | None = None


class JoinTable(Struct, forbid_unknown_fields=True):
    """Sit down on an open chair; None: any."""

    chair: ChairNumber | None = None


class UseLink(Struct, forbid_unknown_fields=True):
    """Sit down where a private link leads, or go on with a chair on this device."""

    link: Link


class CarryChair(Struct, forbid_unknown_fields=True):
    """I want to go on with this chair on another device."""

    chair: ChairNumber


class RevokeDevice(Struct, forbid_unknown_fields=True):
    """Take my chairs away from another device."""

    device: Annotated[str, whole(r"[A-Za-z0-9_\-]{16}")]


class SetName(Struct, forbid_unknown_fields=True):
    """My name from now on."""

    name: Name


class ReplayRecord(Struct, forbid_unknown_fields=True):
    """Show a finished game, as a seat (or `watcher`) saw it, or with every card open (`all`)."""

    record: dict[str, Any]
    seat: Annotated[int, Meta(ge=1, le=6)] | Literal["watcher", "all"] = "watcher"
    lang: Language = "en"


class AnalyseRecord(Struct, forbid_unknown_fields=True):
    """Analyse a finished game a moment more; repeat it until the analysis is there."""

    record: dict[str, Any]
    lang: Language = "en"


class LessonMove(Struct, forbid_unknown_fields=True):
    """A move that a learner tries, in a lesson or an exercise."""

    move: Annotated[str, Meta(max_length=60)]
    lang: Language = "en"


# ---- responses


class OptionInfo(Struct, frozen=True):
    """A table option: its values, or its range."""

    name: str
    values: list[Value] | None
    range: tuple[int, int] | None
    """Lowest and highest."""
    default: Value
    players: list[int] | None
    """For how many players it makes sense; None: always."""
    among_persons: Value | None = None
    """The default of tables without bots; None: the usual one."""
    unless: tuple[str, Value] | None = None
    """Another option and its value, with which this one makes no difference."""


class OptionWords(Struct, frozen=True):
    """A table option in one language."""

    name: str
    help: str | None
    values: dict[str, str]
    """By value, as it stands on a command line (`true`, `classic`, `12`); those that have no words are missing."""


class GameWords(Struct, frozen=True):
    """A game in one language."""

    title: str
    pitch: str | None
    """What it is about, in a sentence."""
    options: dict[str, OptionWords]


class LessonInfo(Struct, frozen=True):
    """A lesson that is played: /api/lessons/{game}/{name}/{step}, steps from 1."""

    name: str
    players: int
    steps: int


class GameInfo(Struct, frozen=True):
    """A game that can be played here. A page needs no list of the games: all that it asks of one is here."""

    name: str
    title: str
    authors: list[str]
    year: int | None
    age: int
    """The age from which it is suitable, in years."""
    minutes: tuple[int, int]
    """How long it takes, from and to."""
    players: list[int]
    usual_players: int
    levels: list[Level]
    """The bots that can play it, the weakest first."""
    options: list[OptionInfo]
    match_options: dict[str, Value] | None
    """Several rounds make a match at tables with these options; None: at no table."""
    daily: list[dict[str, Value]]
    """Its solitaires of the day: the options of each, as far as they differ from the default."""
    puzzles: bool
    """Is there a puzzle every day?"""
    hidden: bool
    """Are there faces to remember (memory and odds make sense)?"""
    private: bool
    """Does a seat see things that others must not see?"""
    vote: bool
    """Can the table agree to end the game (J13)?"""
    deck: list[str | int]
    """The cards in the order that a shuffle begins with (docs/deals.md), as a record writes them."""
    lessons: list[LessonInfo]
    """The first one is for people who have never played the game."""
    exercises: int
    """How many positions ask "what would you do?": /api/exercises/{game}."""
    rules: list[Language]
    """Languages that its rules page can be read in: /api/rules/{game}/{lang}."""
    cover: str | None
    """The path of its cover on this site, where the page has none of its own."""
    generic: bool
    """Are its positions sent as groups of pieces too, for a page that has no board for it?"""
    words: dict[Language, GameWords] | None
    """What it is called, where the page's own catalogue does not know it."""


class ReadyIn(Struct, frozen=True):
    """When games can be played: their rules are compiled on the first start on a machine, or after an update."""

    seconds: dict[str, int]
    """By game; 0: now."""


class Site(Struct, frozen=True):
    """Who I am here, and what can be played. Also gives the guest's cookie."""

    version: str
    protocol: int
    name: str | None
    lang: Language
    """By Accept-Language."""
    languages: list[Language]
    games: list[GameInfo]
    levels: list[Level]
    reactions: list[str]
    ready_in: dict[str, int]
    """As /api/ready tells it: by game, the seconds until it can be played."""


class SeatLink(Struct, frozen=True):
    """A private link: the person who opens it sits down. `path` is relative to the site: `/join/…`."""

    chair: int
    link: str
    path: str


class TableOpened(Struct, frozen=True):
    """A new table, and the links to give away."""

    table: str
    chairs: list[int]
    """Mine."""
    links: list[SeatLink]


class Joined(Struct, frozen=True):
    """I now sit at this table."""

    table: str
    chair: int


class Invitation(Struct, frozen=True):
    """Where a private link leads, before anybody sits down."""

    table: str
    chair: int
    carries: bool
    """The link carries a chair that I hold to this device."""
    mine: bool
    """I hold the chair already."""
    free: bool
    """The chair is still free."""
    host: str | None
    """The name of the person who opened the table."""
    setup: Setup
    names: list[str | None]
    """By chair; None: empty, a bot, without a name, or (once the game has begun) not for me to see."""
    here: int
    """How many chairs are taken."""


class Links(Struct, frozen=True):
    """The private links of the chairs that nobody has taken; only for the host."""

    links: list[SeatLink]


class LobbyTable(Struct, frozen=True):
    """A public table."""

    table: str
    setup: Setup
    phase: Phase
    names: list[str | None]
    """By chair; None: empty, or a bot."""
    levels: list[Level | None]
    """By chair: the bots."""
    open: list[int]
    """Chairs to sit down on."""
    since: int
    watchers: int


class Lobby(Struct, frozen=True):
    """Public tables that wait for people, and those that may be watched."""

    waiting: list[LobbyTable]
    playing: list[LobbyTable]


class PlayedRound(Struct, frozen=True):
    """A round that is over: when, and what each chair got."""

    round: int
    at: int
    scores: list[int]
    ranks: list[int]


class MyTable(Struct, frozen=True):
    """A table where I have a chair."""

    table: str
    setup: Setup
    phase: Phase
    chairs: list[int]
    names: list[str | None]
    levels: list[Level | None]
    my_turn: bool
    """Whether the game waits for me: I am to move, or a bot is and waits until somebody is at the table."""
    changed: int
    round: int
    result: Result | None
    """Of the last round, by seat, while the table is over."""
    ranks: list[int] | None
    """Of the match (a single round is one too), by chair, when it is over."""
    played: list[PlayedRound]
    notice: Notice | None


class MyTables(Struct, frozen=True):
    """My games, the latest first."""

    tables: list[MyTable]


class TableAnswer(Struct, frozen=True):
    """A table as I may see it; the game itself comes over the socket."""

    table: Table


class ReplayStep(Struct, frozen=True):
    """A move of a finished game, and the position after it."""

    at: int
    seat: int
    move: str
    told: Any
    text: str
    board: Any
    generic: GenericBoard | UnsetType = UNSET
    """Only of games that need no board of their own (`GameInfo.generic`)."""


class Replay(Struct, frozen=True):
    """A finished game, step by step. `start`: the position before the first move."""

    game: str
    players: int
    options: dict[str, Value]
    seat: int | Literal["watcher", "all"]
    start: Any
    steps: list[ReplayStep]
    result: Result | None
    generic: GenericBoard | UnsetType = UNSET
    """The same before the first move."""


class LessonStep(Struct, frozen=True):
    """A position of a lesson as the learner, on seat 1, sees it, and what to do there."""

    step: int
    steps: int
    text: str
    players: int
    options: dict[str, Value]
    board: Any
    legal: list[str]
    right: list[str]
    """The moves that the step asks for."""
    rules: list[str]
    """The rules that are used here for the first time."""


class Device(Struct, frozen=True):
    """Another device that holds a chair of mine."""

    device: str
    since: int
    chairs: int
    """How many of my chairs."""
    revocable: bool
    """Whether I may take them away from it: the device that sat down decides about the others."""


class Privacy(Struct, frozen=True):
    """How long things are kept here, in days (None: for ever), and which devices hold my chairs."""

    keep_games_days: int | None
    keep_guests_days: int | None
    devices: list[Device]
    """The latest first; this one is not among them."""


class Deleted(Struct, frozen=True):
    """I have been deleted; the cookie is gone too."""


class Problem(Struct, frozen=True):
    """Every refusal over HTTP, whatever its status."""

    code: str
    details: dict[str, Any] = {}


class AnalysisProgress(Struct, frozen=True):
    """How far an analysis is: closely looked at are `done` of `total` positions."""

    done: int
    total: int
    values: list[list[float]]
    """What each position was worth to each seat, rough at first; so far as they have been looked at."""
    analysis: Analysis | None
    """The whole, when it is complete (docs/analysis.md)."""
