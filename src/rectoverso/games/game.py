"""What a game supplies: a frozen description, no base class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import msgspec
import numpy as np

from ..errors import BadInput, shown
from ..kernel.record import Deal, Options, Record

Value = str | int | bool


@dataclass(frozen=True)
class Option:
    """A table option of the rulebook: its name, what it may be, and for how many players it makes sense."""

    name: str
    values: tuple[Value, ...] | range
    default: Value
    players: tuple[int, ...] | None = None

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

    def _choices(self) -> str:
        if isinstance(self.values, range):
            return f"from {self.values.start} to {self.values.stop - 1}"
        return " or ".join(_spelt(value) for value in self.values)


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
    """a lead of so many points counts half"""
    guided: bool = False
    """playouts by the game's hunch, where that measures stronger than uniformly random moves"""
    horizon: int = 0
    """playouts of so many turns, then the position is judged at a glance; 0: to the end of the game"""
    trust: float = 0.0
    """how often, in advance, the rule of thumb's own move counts as tried and found good"""


class Level(NamedTuple):
    """How strong a bot of this name is in this game."""

    name: str
    keep: float
    """the chance that a face out of sight is still remembered a turn later"""
    noise: float
    """how much a judgement at a glance errs"""
    simulations: int
    """how far it looks ahead; 0: it plays at a glance"""


class SolvedMove(NamedTuple):
    """What a move leads to if all play their best: the share of the first place, and the mover's score."""

    move: int
    win: float
    score: float
    proved: bool = True
    """else this is the best game found"""


class Solver(Protocol):
    """Proves what the best play is, where that can be done; keeps in mind what it has found."""

    def best(self, observation: Record, effort: int) -> int | None:
        """The best move, if looking at so many positions is enough to prove it."""

    def lines(self, observation: Record, effort: int) -> list[SolvedMove] | None:
        """Moves and what they lead to, best first; None where looking at so many positions tells nothing.

        The first one, if it is proved, is the best there is. Moves that the effort did not suffice for are missing.
        """


@dataclass(frozen=True)
class Game:
    """One game: its material, its rules as kernels, and how its moves, cards and views are written."""

    name: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    # the deck: packed cards in canonical order; two-faced ones as `up | down << 8`
    deck: Deal
    two_faced: bool
    # record layouts; their functions are registered with `kernel.dispatch`
    state: np.dtype[Any]
    knowledge: np.dtype[Any]
    observation: np.dtype[Any]
    # moves: dense numbers below `moves`; a list of legal ones never holds more than `most_moves`
    moves: int
    max_legal_moves: int
    text: Callable[[int], str]
    number: Callable[[str], int]
    # cards in a record
    write_card: Callable[[int], str | int]
    read_card: Callable[[object], int]
    # from a complete state, the deal it came from (packed): an imagined world can be played from its beginning
    deal_of: Callable[[Record], Deal]
    # what a seat is shown; everything is computed from SEEN records, or from a glance at one: what it holds, for Python
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
    # bots: how a search weighs the game, the levels from the weakest up, a fresh prover of best play
    search_settings: SearchSettings = field(default_factory=SearchSettings)
    levels: tuple[Level, ...] = ()
    solver: Callable[[], Solver] | None = None
    # why a move is good, in words: what a seat has seen, its odds, the move, the language, the names of the seats
    reason: Callable[[Record, dict[str, Any], int, str, Sequence[str]], str] | None = None
    # moves that no turn offers: only the table's unanimous vote produces them (Janus: close)
    extra_moves: frozenset[str] = field(default_factory=frozenset)
    # is it certain, from what a seat has seen, that playing on is pointless? (the honest vote of a bot)
    would_close: Callable[[Record], bool] | None = None
    # does a seat know things that the watcher does not?
    private: bool = False
    # the table as JSON, where the game itself is quicker at that than `table` and msgspec
    written: Callable[[Any], bytes] | None = None

    @property
    def list_size(self) -> int:
        """How long a list must be that legal moves are written into: kernels may write a little past the last one."""
        return self.max_legal_moves + 16

    def board_json(self, observed: Any) -> bytes:
        """What lies on the table, as JSON."""
        return msgspec.json.encode(self.board(observed)) if self.written is None else self.written(observed)

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
