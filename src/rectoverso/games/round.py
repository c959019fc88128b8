"""One game being played: the public face of the rules for Python programs and notebooks."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, overload

import msgspec
import numpy as np
import numpy.typing as npt

from ..errors import BadInput, Refused, shown
from ..kernel import entry_points
from ..kernel.cards import turned_over
from ..kernel.fixed_record import Deal, Record, Rng, blank, copied
from . import game_named
from .deal import deal_from_seed
from .game import Game, Value
from .odds_table import Odds

if TYPE_CHECKING:
    from .animation import Animation

WATCHER: Final = "watcher"
Seat = int | Literal["watcher"]
Viewer = Seat | Literal["all"]
"""Whose view is drawn; `all`: the whole truth, every face shown."""
Memory = Literal["table", "notes"]
MAX_SEATS = 6


class Result(msgspec.Struct, frozen=True):
    """The end of a game, by seat; equal results share a rank: 1, 2, 2, 4."""

    scores: list[int]
    ranks: list[int]


class Entry(msgspec.Struct, frozen=True):
    """A line of the log as one seat is told it: the number of the move, who made it, the move, what was seen of it."""

    at: int
    seat: int
    move: str
    told: Any


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a seat is shown of a game at one moment; `known` and `odds` only where notes are kept."""

    game: str
    players: int
    options: dict[str, Value]
    seat: Seat
    to_move: int | None
    at: int
    table: Any
    legal: list[str]
    log: list[Entry]
    result: Result | None
    known: Any = msgspec.UNSET
    odds: Any = msgspec.UNSET


class Drawing(str):
    """A picture as SVG; a notebook shows it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Round:
    """A game from its deal to its end. Seats count from 1, as in the rules."""

    by_click: ClassVar[Callable[..., Any] | None] = None
    """What `play` does without a move; `rectoverso.notebook` sets it."""

    def __init__(self, game: Game, players: int, deal: Deal, options: Mapping[str, object] | None = None) -> None:
        self.game = game
        self.options = game.options_of(players, options or {})
        self.players = players
        self.deal = deal
        self.state = blank(game.state)
        self.knowledge = blank(game.knowledge)
        self.numbers: list[int] = []
        self.movers: list[int] = []
        self._moves = np.zeros(game.list_size, np.int32)
        self._before, self._looking = blank(game.state), blank(game.observation)
        entry_points.setup(self.state, deal, players, game.option_numbers(self.options))
        entry_points.begin(self.knowledge, self.state)
        self.turn: int | None = int(entry_points.seat_to_move(self.state)) + 1 or None
        """The seat to move, from 1; None after the end. (Kernels count from 0, and −1 is nobody.)"""
        self.stopped: Result | None = None
        """What the players ended the game with before its end by the rules."""

    # ---- playing

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.turn is None

    @property
    def legal_numbers(self) -> list[int]:
        """All legal moves, as numbers."""
        if self.turn is None:
            return []
        numbers: list[int] = self._moves[: entry_points.legal(self.state, self._moves)].tolist()
        return numbers

    @property
    def legal(self) -> list[str]:
        """All legal moves, in the words of the rules."""
        texts = self.game.texts
        return [texts[move] for move in self.legal_numbers]

    @overload
    def play(self, move: str) -> Round: ...

    @overload
    def play(self, move: None = None, *, seat: int | None = None, bots: str = ..., lang: str = ...) -> Any: ...

    def play(self, move: str | None = None, **how: Any) -> Any:
        """Play a move; refuses one that is not legal now. Gives back the round, so that moves can be chained.

        Without a move, in a notebook and after `import rectoverso.notebook`: play a seat by click, against bots.
        """
        if move is None or how:
            return self._play_by_click(move, how)
        if self.over:
            raise Refused("game-over", move=shown(move))
        number = self.game.numbers.get(move)
        if number is None or (number not in self.legal_numbers and move not in self.game.extra_moves):
            raise Refused("illegal-move", move=shown(move), legal=self.legal)
        self.play_number(number)
        return self

    def _play_by_click(self, move: str | None, how: Mapping[str, Any]) -> Any:
        if move is not None:
            raise BadInput(f"play takes a move, or {', '.join(how)}; not both")
        if Round.by_click is None:
            raise BadInput("play needs a move; to play by click in a notebook, import rectoverso.notebook first")
        return Round.by_click(self, **how)

    def play_number(self, number: int) -> None:
        """Play a move that is known to be legal."""
        self.movers.append(self.turn or 0)
        self.numbers.append(number)
        self.turn = int(entry_points.play(self.state, self.knowledge, self._before, number)) + 1 or None

    def play_numbers(self, numbers: Sequence[int]) -> int:
        """Play the moves up to the first that is not legal; returns how many were played."""
        movers = np.zeros(len(numbers), np.int64)
        given = np.array(numbers, np.int64)
        extra = self.game.extra_numbers
        played = int(entry_points.retrace(self.state, self.knowledge, self._before, self._moves, given, extra, movers))
        self.turn = int(entry_points.seat_to_move(self.state)) + 1 or None
        self.movers += movers[:played].tolist()
        self.numbers += numbers[:played]
        return played

    @property
    def moves(self) -> list[str]:
        """The moves so far, in the words of the rules."""
        texts = self.game.texts
        return [texts[number] for number in self.numbers]

    @property
    def result(self) -> Result | None:
        """Scores and ranks by seat, once the game is over."""
        return self.stopped or (self.standing if self.over else None)

    def stop(self, result: Result) -> None:
        """The players end the game here, with this result: nobody is to move, and everything is shown."""
        self.stopped, self.turn = result, None
        self.state.over = 1

    @property
    def standing(self) -> Result:
        """Scores and ranks as if the game ended now: the whole truth, not what one seat may know."""
        scores, ranks = np.zeros(MAX_SEATS, np.int64), np.zeros(MAX_SEATS, np.int64)
        entry_points.result(self.state, scores, ranks)
        return Result(scores[: self.players].tolist(), ranks[: self.players].tolist())

    def copy(self) -> Round:
        """A second round at the same point; playing on in one leaves the other alone."""
        twin = copy.copy(self)
        twin.state, twin.knowledge = copied(self.state), copied(self.knowledge)
        twin.numbers, twin.movers = self.numbers.copy(), self.movers.copy()
        twin._moves, twin._before, twin._looking = (
            self._moves.copy(),
            copied(self._before),
            blank(self.game.observation),
        )
        return twin

    def record(self, legal: bool = False, **extra: object) -> dict[str, Any]:
        """The round as a game record (docs/records.md)."""
        from .game_record import write  # records are read with rounds, so that module stands on this one

        return write(self, legal, **extra)

    def at(self, moves: int) -> Round:
        """The same game after its first `moves` moves."""
        if not 0 <= moves <= len(self.numbers):
            raise BadInput(f"the game has {len(self.numbers)} moves; {moves} is not from 0 to {len(self.numbers)}")
        earlier = Round(self.game, self.players, self.deal, self.options)
        earlier.play_numbers(self.numbers[:moves])
        return earlier

    def all_would_close(self) -> bool:
        """J13: if all were bots, is a vote due now, and would each agree, from what it has seen, to end the game?"""
        due, would_close = self.game.vote_due, self.game.would_close
        if due is None or would_close is None or not due(self.state):
            return False
        return all(would_close(self.observation(seat)) for seat in range(1, self.players + 1))

    # ---- what a seat may know

    def seat_number(self, seat: Seat) -> int:
        """The seat as the kernels know it: from 0, the watcher −1."""
        if seat == WATCHER:
            return -1
        if isinstance(seat, bool) or not isinstance(seat, int) or not 1 <= seat <= self.players:
            raise BadInput(f"a seat is from 1 to {self.players} or {WATCHER!r}, not {shown(seat)}")
        return seat - 1

    def observation(self, seat: Seat) -> Record:
        """All that a seat has legally seen, as one record; bots, views and odds get this and nothing else."""
        observation = blank(self.game.observation)
        entry_points.observe(observation, self.state, self.knowledge, self.seat_number(seat))
        return observation

    def observed(self, seat: Seat) -> Any:
        """The same for reading in Python: what a seat is shown and told comes from this."""
        entry_points.observe(self._looking, self.state, self.knowledge, self.seat_number(seat))
        return self.game.observed(self._looking)

    def encoding(self, seat: Seat, memory: Memory = "notes") -> npt.NDArray[np.uint8]:
        """What a seat knows as numbers for learning programs, laid out as the game's `features` say."""
        numbers = np.zeros(self.game.encoding_size, np.uint8)
        entry_points.encode(self.state, self.knowledge, self.seat_number(seat), memory == "notes", numbers)
        return numbers

    def odds(self, seat: Seat = WATCHER) -> Odds:
        """The odds of every face that this seat has not seen: a dictionary, in a notebook a table."""
        return Odds(self.game.odds(self.observation(seat)))

    def imagine(self, seat: Seat, rng: Rng) -> Round:
        """A random world that fits all that the seat has seen: the same moves from another deal."""
        world = blank(self.game.state)
        if not entry_points.imagine(self.observation(seat), world, rng):
            raise RuntimeError("no world fits what the seat has seen")
        twin = Round(self.game, self.players, self.game.deal_of(world), self.options)
        if twin.play_numbers(self.numbers) != len(self.numbers):
            raise RuntimeError("in the imagined world the game would have taken another course")
        return twin

    def watch_number(self, number: int, viewers: Sequence[Seat]) -> dict[Seat, Any]:
        """Play a legal move, and say what each of the viewers saw of it."""
        before = {seat: self.observed(seat) for seat in viewers}
        self.play_number(number)
        return {seat: self.game.narrate(before[seat], self.observed(seat), number) for seat in viewers}

    def log(self, seat: Seat, memory: Memory = "table") -> list[Entry]:
        """The moves as this seat was told them; with memory `table`, faces only since its previous turn."""
        if not self.numbers:
            return []
        again = Round(self.game, self.players, self.deal, self.options)
        entries, before = [], again.observed(seat)
        for at, number in enumerate(self.numbers, 1):
            again.play_number(number)
            after = again.observed(seat)
            told = self.game.narrate(before, after, number)
            entries.append(Entry(at, again.movers[-1], self.game.texts[number], told))
            before = after
        since = 0 if memory == "notes" else self.remembered_since(seat)
        return [self.fade(entry) if entry.at <= since else entry for entry in entries]

    def fade(self, entry: Entry) -> Entry:
        """A log line whose faces are no longer shown."""
        return Entry(entry.at, entry.seat, entry.move, self.game.without_faces(entry.told))

    def remembered_since(self, seat: Seat) -> int:
        """How many of the moves lie before the previous turn of this seat (the watcher: of the seat to move)."""
        me = self.turn if seat == WATCHER else seat
        at = len(self.movers)
        if me == self.turn:
            at = self._turn_start(at, me)
        while at and self.movers[at - 1] != me:
            at -= 1
        return self._turn_start(at, me)

    def _turn_start(self, at: int, seat: object) -> int:
        while at and self.movers[at - 1] == seat:
            at -= 1
        return at

    def view(self, seat: Seat, memory: Memory = "table") -> View:
        """Exactly what the server shows this seat now."""
        if memory not in ("table", "notes"):
            raise BadInput(f"memory is table or notes, not {shown(memory)}")
        observed = self.observed(seat)
        return view_of(self, seat, memory, self.log(seat, memory), observed, self.game.board(observed))

    # ---- pictures

    def picture(self, seat: Viewer = WATCHER) -> str:
        """The table in letters, as a seat sees it; `all`: the whole truth, every face shown."""
        return self.game.picture(self.seen_or_all(seat))

    def svg(self, seat: Viewer = WATCHER) -> Drawing:
        """The table as SVG, as a seat sees it; `all`: the whole truth, every face shown."""
        return Drawing(self.game.svg(self.seen_or_all(seat)))

    def animation(self, seat: Viewer = WATCHER, lang: str = "en", seconds: float = 1.0) -> Animation:
        """All moves so far, one by one, as a seat saw them: a page that plays by itself, with buttons and keys."""
        from .animation import Animation  # it stands on this module

        return Animation(self, seat, lang, seconds)

    def seen_or_all(self, seat: Viewer) -> Record:
        """After the end everything is open to all: the whole truth is what would be seen if the game ended now."""
        if seat != "all":
            return self.observation(seat)
        ended, observation = copied(self.state), blank(self.game.observation)
        ended.over = 1
        entry_points.observe(observation, ended, self.knowledge, -1)
        return observation

    def __str__(self) -> str:
        return self.picture()

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.turn} to move"
        return f"<{self.game.name}, {self.players} players, {len(self.numbers)} moves, {state}>"

    def _repr_svg_(self) -> str:
        return self.svg()


def view_of(round: Round, seat: Seat, memory: Memory, log: list[Entry], observed: Any, board: Any) -> View:
    """What a seat is shown, built up from what it has `observed`; the legal moves only where it is to move."""
    game = round.game
    notes = memory == "notes"
    return View(
        game=game.name,
        players=round.players,
        options=game.changed_options(round.options),
        seat=seat,
        to_move=round.turn,
        at=len(round.numbers),
        table=board,
        legal=round.legal if seat == round.turn else [],
        log=log,
        result=round.result,
        known=game.known(observed) if notes else msgspec.UNSET,
        odds=noted_odds(game, round.observation(seat), seat) if notes else msgspec.UNSET,
    )


def noted_odds(game: Game, observation: Record, seat: Seat) -> dict[str, Any] | None:
    """The odds as notes show them; none for a watcher, who knows no hand: they would take too long."""
    return None if game.private and seat == WATCHER else game.odds(observation)


def new(game: str, players: int | None = None, seed: str | None = None, number: int = 0, **options: Value) -> Round:
    """A new game. The same seed (any text) always gives the same deal; without one, chance decides.

    >>> import rectoverso
    >>> game = rectoverso.new("nummerus", players=2, seed="docs")
    >>> game.turn
    1
    """
    described = game_named(game)
    seats = described.players[0] if players is None else players
    described.options_of(seats, options)
    chosen = secrets.token_hex(16) if seed is None else seed
    deal = deal_from_seed(described.deck, described.two_faced, chosen, number)
    return Round(described, seats, deal, options)


def from_deal(game: str, players: int, deal: Sequence[str | int], **options: Value) -> Round:
    """A new game from a deal as it stands in a record."""
    described = game_named(game)
    described.options_of(players, options)
    return Round(described, players, read_deal(described, deal), options)


def read_deal(game: Game, deal: Sequence[object]) -> Deal:
    """The packed cards of a deal; refuses anything but each card of the deck exactly once."""
    if not isinstance(deal, Sequence) or isinstance(deal, str) or len(deal) != len(game.deck):
        length = len(deal) if isinstance(deal, Sequence) and not isinstance(deal, str) else "something else"
        raise BadInput(f"deal: a list of {len(game.deck)} cards is needed, not {length}")
    cards = []
    left = {unordered(int(card)) for card in game.deck}
    for place, written in enumerate(deal, 1):
        try:
            card = game.read_card(written)
        except ValueError as error:
            raise BadInput(f"deal: card {place}: {error}") from None
        if unordered(card) not in left:
            raise BadInput(f"deal: card {place}, {shown(written)}, is not in the deck or is there twice")
        left.remove(unordered(card))
        cards.append(card)
    return np.array(cards, np.int64)


def unordered(card: int) -> int:
    """A card without its orientation."""
    return min(card, int(turned_over(card)))
