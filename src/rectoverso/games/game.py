"""What a game supplies: a frozen description, no base class."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

import msgspec
import numpy as np

from .. import resources, words
from ..errors import BadInput, shown
from ..kernel import dispatch
from ..kernel.fixed_record import Deal, Options, Record
from .features import Feature, starts
from .lesson import Lesson

LIST_SLACK = 16
"""How far kernels may write past the last legal move."""
MAX_LIST_SIZE = 1024
"""The longest list of legal moves that any game may need, slack included."""
_PICTURE_NAME = re.compile(r"[a-z0-9-]+\.svg")
Value = str | int | bool
Kernel = Callable[..., Any]
LEVELS = ("novice", "casual", "club", "expert", "master")
"""The levels of every game, from the weakest up."""


@dataclass(frozen=True)
class Option:
    """A table option of the rulebook: its name, what it may be, and for how many players it makes sense.

    `among_persons`: what tables without bots are opened with, where that is not the default. `unless`: another option
    and its value, with which this one makes no difference.
    """

    name: str
    values: tuple[Value, ...] | range
    default: Value
    players: tuple[int, ...] | None = None
    among_persons: Value | None = None
    unless: tuple[str, Value] | None = None

    def number(self, value: object) -> int:
        """The option's value as the kernels know it."""
        if isinstance(self.values, range):
            if isinstance(value, bool) or not isinstance(value, int) or value not in self.values:
                raise BadInput(f"option {self.name} is a whole number {self._choices()}, not {shown(value)}")
            return value
        for number, choice in enumerate(self.values):
            if type(choice) is type(value) and choice == value:
                return int(choice) if isinstance(choice, bool) else number
        raise BadInput(f"option {self.name} is {self._choices()}, not {shown(value)}")

    def read(self, text: str) -> Value:
        """The option's value from a command line."""
        if isinstance(self.values, range):
            digits = text.removeprefix("-")
            if not (digits.isascii() and digits.isdigit() and len(digits) < 9):
                raise BadInput(f"option {self.name} is a whole number {self._choices()}, not {shown(text)}")
            return int(text)
        for choice in self.values:
            if _spelt(choice) == text:
                return choice
        raise BadInput(f"option {self.name} is {self._choices()}, not {shown(text)}")

    @property
    def texts(self) -> list[str]:
        """All values as they stand on a command line."""
        return [_spelt(value) for value in self.values]

    def _choices(self) -> str:
        if isinstance(self.values, range):
            return f"from {self.values.start} to {self.values.stop - 1}"
        return " or ".join(self.texts)


def _spelt(value: Value) -> str:
    """A value as it stands on a command line and in a record."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class SearchSettings(NamedTuple):
    """How a search weighs this game."""

    curiosity: float = 0.7
    """how much an untried move is worth"""
    margin: float = 0.1
    """how much of a result's worth is the margin, the rest being the rank"""
    scale: float = 5.0
    """the lead, in points, that counts half"""
    guided: bool = False
    """playouts by the game's `playout_move`, where that measures stronger than uniformly random moves"""
    horizon: int = 0
    """turns that a playout lasts before the position is evaluated; 0: to the end of the game"""
    trust: float = 0.0
    """how often, in advance, the rule of thumb's own move counts as tried and found good"""


class Level(NamedTuple):
    """How strong a bot of this name is in this game."""

    name: str
    keep: float
    """the chance that a face out of sight is still remembered a turn later"""
    noise: float
    """the error of its ratings of moves"""
    simulations: int
    """simulations of its search; 0: no search"""


class SolvedMove(NamedTuple):
    """What a move leads to if all play their best: the share of the first place, and the mover's score."""

    move: int
    win: float
    score: float
    proved: bool = True
    """else this is the best game found"""


class Solver(Protocol):
    """Proves what the best play is, where that is possible; remembers what it has found."""

    def best(self, observation: Record, effort: int) -> int | None:
        """The best move, if looking at `effort` positions is enough to prove it."""

    def lines(self, observation: Record, effort: int) -> list[SolvedMove] | None:
        """Moves and what they lead to, best first; None where looking at `effort` positions tells nothing.

        The first one, if it is proved, is the best there is. Moves that the effort did not suffice for are missing.
        """


class Solution(Protocol):
    """The best game of a solitaire that a solver found."""

    @property
    def moves(self) -> Sequence[int]:
        """Its moves, from the position that was asked about."""

    @property
    def bound(self) -> int:
        """A lower score than this is impossible."""


class Solitaire(NamedTuple):
    """How the game for one player is solved; the lowest score is the best."""

    solve: Callable[[Record], Solution]
    counts: str
    """what the score counts, in English: `series`"""


Grade = Literal["easy", "medium", "hard"]
GRADES: tuple[Grade, ...] = ("easy", "medium", "hard")


class Puzzle(NamedTuple):
    """The end of a game for one player that can be finished with the best result."""

    deal: int
    """the number of its deal"""
    moves: tuple[str, ...]
    """what has been played"""
    grade: Grade
    length: int
    """how many moves are left"""
    solutions: int
    """how many games from here have the best result"""


class WhyNot(NamedTuple):
    """Why a move is not possible: a message of the catalogues, the rule that says so, what the message asks for."""

    message: str
    rule: str | None = None
    values: Mapping[str, object] = {}


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing on the table: what it shows, as a message key of the game or as plain text."""

    id: str
    text: str
    hidden: bool = False
    """does it lie with an unknown face up?"""
    values: dict[str, Any] = {}
    """what the message asks for"""


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces that lie together: a pile, a hand, a row. The label is a message key of the game or plain text."""

    label: str
    pieces: list[Piece]
    owner: int | None = None
    """the seat whose pieces they are, from 1; the message gets its name as `player`"""
    values: dict[str, Any] = {}


@dataclass(frozen=True, kw_only=True)
class Kernels:
    """The compiled functions of a game. `kernel/dispatch.py` says what each one does."""

    # the rules, on records of the state
    setup: Kernel
    legal: Kernel
    apply: Kernel
    result: Kernel
    position_key: Kernel
    playout_move: Kernel
    evaluate: Kernel
    standstill: Kernel
    encode: Kernel
    # on records of what has been seen by all seats
    begin: Kernel
    learn: Kernel
    # on records of what one seat has seen
    observe: Kernel
    imagine: Kernel
    heuristic: Kernel
    first_impression: Kernel
    forget: Kernel


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: its facts, its material, its rules as kernels, and how its moves, cards and views are written.

    Declaring a game makes its kernels known to generic code, and its messages to `words`.
    Declarations name every function (`text=text`), so that mypy checks each one and an editor finds it.
    """

    # what stands on the box
    name: str
    title: str
    authors: tuple[str, ...]
    year: int | None = None
    age: int
    minutes: tuple[int, int]
    players: tuple[int, ...]
    usual_players: int
    # grows when stored games would no longer replay the same way (CONTRIBUTING.md)
    rules_version: int
    options: tuple[Option, ...] = ()
    # several rounds make a match at tables with these options; None: at no table
    match_options: Mapping[str, Value] | None = None
    # the deck: packed cards in canonical order; two-faced ones as `up | down << 8`
    deck: Deal
    two_faced: bool
    # record layouts, and the functions that work on them
    state: np.dtype[Any]
    knowledge: np.dtype[Any]
    observation: np.dtype[Any]
    kernels: Kernels
    # moves: dense numbers below `moves`; a list of legal ones never holds more than `max_legal_moves`
    moves: int
    max_legal_moves: int
    text: Callable[[int], str]
    number: Callable[[str], int]
    # cards in a record
    write_card: Callable[[int], str | int]
    read_card: Callable[[object], int]
    # from a complete state, the deal it came from (packed): an imagined world can be played from its beginning
    deal_of: Callable[[Record], Deal]
    # what a seat is shown: computed from OBSERVATION records, or from `observed`, such a record read into Python
    observed: Callable[[Record], Any]
    board: Callable[[Any], Any]
    known: Callable[[Any], Any]
    odds: Callable[[Record], dict[str, Any]]
    narrate: Callable[[Any, Any, int], Any]
    in_words: Callable[..., str]
    without_faces: Callable[[Any], Any]
    reveals_a_face: Callable[[Record, int], bool]
    picture: Callable[[Record], str]
    svg: Callable[[Record], str]
    # no score, with any options, is below 0 or above this
    max_score: int
    # what a seat knows as numbers for learning programs: the parts of what `encode` writes, in their order
    features: tuple[Feature, ...]
    # bots: how a search weighs the game, the levels from the weakest up, a new solver
    search_settings: SearchSettings = field(default_factory=SearchSettings)
    levels: tuple[Level, ...] = ()
    solver: Callable[[], Solver] | None = None
    solitaire: Solitaire | None = None
    # lessons that are played, the first one for people who have never played the game (see lesson_steps.py)
    lessons: tuple[Lesson, ...] = ()
    # the solitaires of the day: the options of each, as far as they differ from the default
    daily: tuple[Mapping[str, Value], ...] = ()
    # the puzzles of the day (puzzle.py), with the default options
    puzzles: Callable[[], Sequence[Puzzle]] | None = None
    # a collection of positions with a best move (exercise.py), a JSON file
    exercises: Path | None = None
    # why a move is good, in words: what a seat has seen, its odds, the move, the language, the names of the seats
    reason: Callable[[Record, dict[str, Any], int, str, Sequence[str]], str] | None = None
    # why a move is not possible for the seat to move, from what a seat has seen; None if it is legal (see attempts.py)
    why_not: Callable[[Record, int], WhyNot | None] | None = None
    # moves that no turn offers: only the table's unanimous vote produces them
    extra_moves: frozenset[str] = field(default_factory=frozenset)
    # is it certain, from what a seat has seen, that playing on is pointless? (the honest vote of a bot)
    would_close: Callable[[Record], bool] | None = None
    # is it time, from the state, for bots among themselves to ask each other that?
    vote_due: Callable[[Record], bool] | None = None
    # does a seat know things that the watcher does not?
    private: bool = False
    # the table as groups of pieces, for a page that has no board for this game
    pieces: Callable[[Any], list[Group]] | None = None
    # how a game ended, in English, by the number in `state.ending`; for statistics
    endings: Mapping[int, str] = field(default_factory=dict)
    # what a package of its own brings: folders with `en.json` …, with `en.md` …, and with `cover.svg`
    catalogues: Path | None = None
    rules_pages: Path | None = None
    art: Path | None = None

    def __post_init__(self) -> None:
        if self.list_size > MAX_LIST_SIZE:
            most = MAX_LIST_SIZE - LIST_SLACK
            raise ValueError(f"{self.name}: max_legal_moves is {self.max_legal_moves}; at most {most} are possible")
        layouts = {"state": self.state, "knowledge": self.knowledge, "observation": self.observation}
        for name, function in vars(self.kernels).items():
            dispatch.register(layouts[dispatch.record_of(name)], **{name: function})
        if self.catalogues is not None:
            words.add_game_catalogues(self.name, self.catalogues)

    @property
    def list_size(self) -> int:
        """The length of a list for legal moves."""
        return self.max_legal_moves + LIST_SLACK

    @property
    def encoding_size(self) -> int:
        """How many bytes `encode` writes."""
        return starts(self.features)[-1]

    def board_json(self, observed: Any) -> bytes:
        """What lies on the table, as JSON."""
        return msgspec.json.encode(self.board(observed))

    def said(self, what: str, lang: str, /, **values: object) -> str | None:
        """The message `<name>_<what>`, if there is one: `title`, `pitch` (what the game is about, in a sentence) …"""
        key = f"{self.name}_{what}"
        return words.say(lang, key, **values) if words.has(key) else None

    def rules_page(self, lang: str) -> Path:
        """Its rules for players, in Markdown; a game of another package brings its own."""
        brought = self.rules_pages
        return resources.rules_page(self.name, lang) if brought is None else brought / f"{lang}.md"

    def rules_picture(self, name: str) -> Path | None:
        """A picture of its rules pages by its name; they lie in a folder `pictures` beside the pages."""
        file = self.rules_page("en").parent / "pictures" / name
        return file if _PICTURE_NAME.fullmatch(name) and file.is_file() else None

    @property
    def cover(self) -> Path | None:
        """Its cover, an SVG picture; None where the page has it, or nobody."""
        file = None if self.art is None else self.art / "cover.svg"
        return file if file is not None and file.is_file() else None

    @cached_property
    def texts(self) -> list[str]:
        """All moves in the words of the rules, by number."""
        return [self.text(number) for number in range(self.moves)]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """All moves by their text."""
        return {text: number for number, text in enumerate(self.texts)}

    @cached_property
    def extra_numbers(self) -> Options:
        """The numbers of the moves that only a vote produces."""
        return np.array(sorted(self.number(text) for text in self.extra_moves), np.int64)

    def options_of(self, players: int, given: Mapping[str, object]) -> dict[str, Value]:
        """The full set of options for a table, defaults filled in; refuses what does not fit."""
        self.check_players(players)
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise BadInput(f"{self.name} has no option {shown(name)}; it has {', '.join(known) or 'none'}")
        chosen: dict[str, Value] = {}
        for name, option in known.items():
            value = given.get(name, option.default)
            option.number(value)
            if value != option.default and option.players is not None and players not in option.players:
                raise BadInput(f"option {name} does not fit {players} player{'s' * (players != 1)}; leave it out")
            chosen[name] = value  # type: ignore[assignment]  # option.number() has just refused every other type
        return chosen

    def usual_options(self, bots: bool) -> dict[str, Value]:
        """The options of a new table, unless others are chosen, as far as they differ from the defaults."""
        return {option.name: option.among_persons for option in self.options if not bots and option.among_persons}

    def check_players(self, players: object) -> None:
        """Refuse a number of seats that the game is not made for."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise BadInput(f"{self.name} is for {low} to {high} players, not {shown(players)}")

    def option_numbers(self, chosen: Mapping[str, Value]) -> Options:
        """The options as the kernels know them."""
        return np.array([option.number(chosen[option.name]) for option in self.options], np.int64)

    def changed_options(self, chosen: Mapping[str, Value]) -> dict[str, Value]:
        """Only what differs from the default, as a record holds it."""
        return {option.name: chosen[option.name] for option in self.options if chosen[option.name] != option.default}
