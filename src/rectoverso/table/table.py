"""A table after its events. `evolve` applies the next one and never refuses: what is stored has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Any, Literal

from ..games import game_named
from ..games.daily import daily_deal
from ..games.game import Game
from ..games.game_record import write_deal
from ..games.puzzle import puzzle_deal, puzzle_of
from ..games.round import Round, read_deal
from . import events as e
from . import evolve_chairs, fair, match
from .setup import Notice, Setup
from .table_parts import Chair, FinishedRound, Note, NoteKind, Seating, Secrets, Step, Vote

MAX_NOTES = 50
"""The log of a round tells this many things besides its moves; then the oldest are dropped."""

Phase = Literal["waiting", "committing", "opening", "playing", "over", "void"]


class Table:
    """The state of one table. Built by `replay`, changed only by `evolve`."""

    def __init__(self, opened: e.Opened) -> None:
        self.setup: Setup = opened.setup
        self.game: Game = game_named(opened.setup.game)
        self.host = opened.host
        self.rules = opened.rules
        self.opened = self.changed = opened.t
        self.phase: Phase = "waiting"
        self.notice: Notice | None = None
        self.chairs = [
            Chair(number, place.kind, place.level, [place.guest] if place.guest else [], place.name)
            for number, place in enumerate(opened.places, 1)
        ]
        self.n = 1
        self.position_n = 1
        self.refs: dict[str, int] = {opened.ref: 1} if opened.ref else {}
        self.links: set[str] = set()
        self.sat_down: Counter[str] = Counter()
        """How often each guest has taken a chair here."""
        # the present round
        self.number = 0
        self.match = 0
        self.again_of: int | None = None
        self.secrets: Secrets | None = None
        self.round: Round | None = None
        self.order: list[int] = []
        self.seating = Seating()
        self.steps: list[Step] = []
        self.turn_began = 0
        self._legal: list[str] = []
        self._legal_at = 0
        self.vote: Vote | None = None
        self.asked_at: dict[int, int] = {}
        self.wants: dict[int, bool] = {}
        self.resigned: set[int] = set()
        self.wants_stop: set[int] = set()
        self.notes: list[Note] = []
        self.repeated: Counter[int] = Counter()
        """By chair: how often it has done, in this round or after it, what can be repeated without end."""
        self.finished: list[FinishedRound] = []

    # ---- who

    def chair(self, number: int) -> Chair:
        """The chair of that number."""
        return self.chairs[number - 1]

    def chairs_of(self, guest: str) -> list[int]:
        """The chairs that a guest holds."""
        return [chair.number for chair in self.chairs if guest in chair.guests]

    def seat_of(self, chair: int) -> int | None:
        """A chair's seat in the present round."""
        return self.order.index(chair) + 1 if self.order else None

    @property
    def persons(self) -> list[Chair]:
        """The chairs that persons hold."""
        return [chair for chair in self.chairs if chair.person]

    @property
    def to_move(self) -> Chair | None:
        """The chair whose turn it is."""
        seat = self.round.turn if self.phase == "playing" and self.round is not None else None
        return None if seat is None else self.chairs[self.order[seat - 1] - 1]

    def legal(self) -> list[str]:
        """The legal moves of the chair to move; computed once per position."""
        if self._legal_at != self.position_n:
            self._legal = self.round.legal if self.round is not None else []
            self._legal_at = self.position_n
        return self._legal

    @property
    def deadline(self) -> int | None:
        """When the turn clock of the chair to move runs out."""
        if self.setup.turn_seconds is None:
            return None
        mover = self.to_move
        if mover is None or mover.bot_plays:
            return None
        return self.turn_began + self.setup.turn_seconds * 1000

    @property
    def help(self) -> bool:
        """Rules, last chapter: hints and odds are for notes tables, and where only one person plays."""
        return self.setup.memory == "notes" or len(self.persons) == 1

    # ---- the match (N7)

    @property
    def match_rounds(self) -> list[FinishedRound]:
        """The finished rounds of the present match; the same deal once more is not part of one."""
        latest = takewhile(lambda played: played.match == self.match, reversed(self.finished))
        return [played for played in latest if played.again is None][::-1]

    @property
    def match_over(self) -> bool:
        """Whether all rounds of the match have been played."""
        return len(self.match_rounds) >= self.setup.rounds

    def points(self) -> list[int]:
        """N7: points add up over the rounds, by chair."""
        return match.points(self.match_rounds, len(self.chairs))

    def ranks(self) -> list[int] | None:
        """The ranks of the match, by chair, when it is over."""
        rounds = self.match_rounds
        return match.ranks(rounds, len(self.chairs)) if self.match_over and rounds else None

    def finished_round(self, event: e.RoundOver) -> FinishedRound:
        """The present round, as `event` finishes it."""
        round = self.round
        assert round is not None
        assert self.secrets is not None
        return FinishedRound(
            number=self.number,
            match=self.match,
            order=self.order,
            seating=self.seating,
            deal=write_deal(round),
            moves=round.moves,
            result=event.result,
            stopped=not round.over or round.stopped is not None,
            secrets=self.secrets,
            again=self.again_of,
            ended={chair.number: chair.ended for chair in self.chairs if chair.ended is not None},
            names=[self.chairs[chair - 1].record_name for chair in self.order],
            at=event.t,
            daily=self.setup.daily,
            puzzle=self.setup.puzzle,
        )

    def replayed(self, finished: FinishedRound) -> Round:
        """A finished round, played again: all its moves, as by `evolve`, even those that only older rules allowed."""
        setup = self.setup
        round = Round(self.game, setup.players, read_deal(self.game, finished.deal), setup.options)
        for move in finished.moves:
            round.play_number(self.game.numbers[move])
        if finished.stopped:
            round.stop(finished.result)
        return round

    # ---- undo

    def undoable(self) -> tuple[int, int] | None:
        """Who may undo the last action, and how many moves are left then.

        That is the last action of a person and the bots' answers to it, unless any of these showed somebody a face.
        """
        if self.phase != "playing":
            return None
        at = len(self.steps)
        while at:
            at -= 1
            step = self.steps[at]
            if step.showed:
                return None
            if not step.bot:
                chair = step.chair
                return None if chair == 0 or self.chairs[chair - 1].bot_plays else (chair, at)
        return None

    @property
    def last_showing(self) -> int | None:
        """The number of the last move that showed somebody a face, counted from 1: nothing up to it can be undone."""
        return next((at for at in range(len(self.steps), 0, -1) if self.steps[at - 1].showed), None)

    # ---- events

    def evolve(self, event: e.AnyEvent) -> None:
        """Apply an event."""
        kind = type(event)
        self.n += 1
        self.changed = event.t
        if event.ref:
            self.refs[event.ref] = self.n
        _APPLY[kind](self, event)
        if kind in _REPEATABLE:
            self.repeated[event.chair] += 1  # type: ignore[union-attr]  # all of these kinds have one
        if kind in _PHASE_AFTER:
            self.phase = _PHASE_AFTER[kind]

    def phase_after(self, events: Sequence[e.AnyEvent]) -> Phase:
        """The phase that the table will be in once these events have happened."""
        phases = [_PHASE_AFTER[type(event)] for event in events if type(event) in _PHASE_AFTER]
        return phases[-1] if phases else self.phase

    def _start_round(self, seating: Seating, round: Round, t: int) -> None:
        self.seating, self.order, self.round = seating, seating.order(round.players), round
        self.steps = []
        self.turn_began = t
        self.position_n = self.n
        self.vote = None
        self.asked_at = {}
        self.wants = {}
        self.resigned = set()
        self.wants_stop = set()
        self.notes = []
        self.repeated = Counter()
        for chair in self.chairs:
            if chair.ended is not None and chair.ended != "left":
                chair.ended, chair.level = None, None

    def _note(self, what: NoteKind, chair: int) -> None:
        self.notes = [*self.notes, Note(self.n, len(self.steps), what, chair)][-MAX_NOTES:]


def replay(log: Iterable[e.AnyEvent]) -> Table:
    """The table after all events of a log; the first one opens it."""
    events = iter(log)
    first = next(events)
    if not isinstance(first, e.Opened):
        raise ValueError("the first event of a log must open the table")
    table = Table(first)
    for event in events:
        table.evolve(event)
    return table


def _preparing(table: Table, event: e.Preparing) -> None:
    if table.match == 0 or table.match_over:
        table.match += 1
    table.number += 1
    table.again_of = None
    table.secrets = Secrets(event.seed, event.commitment, event.until)
    table.round = None
    table.wants = {}
    table.position_n = table.n


def _redrawn(table: Table, event: e.Redrawn) -> None:
    old = table.secrets
    assert old is not None
    table.secrets = Secrets(event.seed, event.commitment, event.until, abandoned=[*old.abandoned, old])


def _committed(table: Table, event: e.Committed) -> None:
    assert table.secrets is not None
    table.secrets.commitments[event.chair] = event.commitment


def _opening(table: Table, event: e.Opening) -> None:
    assert table.secrets is not None
    table.secrets.until = event.until


def _nonce_opened(table: Table, event: e.NonceOpened) -> None:
    assert table.secrets is not None
    table.secrets.nonces[event.chair] = event.nonce


def _dealt(table: Table, event: e.Dealt) -> None:
    """T4, J2, N1: the deal follows from the secrets. N7: the first seat moves on by one each round."""
    setup = table.setup
    if event.again is not None:
        earlier = table.finished[event.again - 1]
        table.number += 1
        table.again_of, table.secrets = event.again, earlier.secrets
        deal, seating = read_deal(table.game, earlier.deal), earlier.seating
    else:
        assert table.secrets is not None
        if event.deal is not None:
            deal = read_deal(table.game, event.deal)
        elif setup.daily is not None and setup.puzzle:
            deal = puzzle_deal(table.game, puzzle_of(table.game, setup.daily).deal)
        elif setup.daily is not None:
            deal = daily_deal(table.game, setup.daily, setup.options)
        else:
            deal = fair.deal(table.game, table.secrets.seed, table.secrets.by_chair(setup.players))
        seating = _next_seating(table, table.secrets)
    round = Round(table.game, setup.players, deal, setup.options)
    table._start_round(seating, round, event.t)
    if setup.daily is not None and setup.puzzle and event.deal is None:
        _begin_puzzle(table, round, setup.daily)


def _begin_puzzle(table: Table, round: Round, date: str) -> None:
    """What comes before a puzzle has been played, by nobody here, so nobody can take it back."""
    for move in puzzle_of(table.game, date).moves:
        round.play(move)
        table.steps.append(Step(0, False, table.turn_began, True))


def _next_seating(table: Table, secrets: Secrets) -> Seating:
    """J2, N1: seats are drawn once a match, or the table says who begins. N7: after that the first seat moves on."""
    if table.match_rounds or (table.order and not table.setup.random_seats):
        return table.seating.next_round()
    setup = table.setup
    return Seating(drawn_with=secrets) if setup.random_seats else Seating(moved_on=setup.first_chair - 1)


def _moved(table: Table, event: e.Moved) -> None:
    round = table.round
    assert round is not None
    number = round.game.numbers[event.move]
    showed = bool(round.game.reveals_a_face(round.state, number))
    turn = round.turn
    round.play_number(number)
    table.steps.append(Step(event.chair, event.bot, table.turn_began, showed or round.over))
    if round.turn != turn:
        table.turn_began = event.t
    table.position_n = table.n


def _undone(table: Table, event: e.Undone) -> None:
    """The turn clock goes on from where it was, unless bots had already answered: then it starts again."""
    assert table.round is not None
    undone = table.steps[event.to :]
    table.round = table.round.at(event.to)
    table.turn_began = event.t if any(step.bot for step in undone) else undone[0].began
    del table.steps[event.to :]
    table.position_n = table.n
    table._note("undone", event.chair)


def _taken_over(table: Table, event: e.TakenOver) -> None:
    chair = table.chair(event.chair)
    chair.ended, chair.level = event.by, event.level
    if event.by == "resigned":
        table.resigned.add(event.chair)
    table._note(event.by, event.chair)


def _wants_stop(table: Table, event: e.WantsStop) -> None:
    table.wants_stop.add(event.chair)
    table._note("stop", event.chair)


def _handed_back(table: Table, event: e.HandedBack) -> None:
    chair = table.chair(event.chair)
    chair.ended, chair.level = None, None
    if table.to_move is chair:
        table.turn_began = event.t
    table._note("back", event.chair)


def _vote_called(table: Table, event: e.VoteCalled) -> None:
    table.vote = Vote(event.chair, event.until, {event.chair})
    table.asked_at[event.chair] = len(table.steps)


def _voted(table: Table, event: e.Voted) -> None:
    assert table.vote is not None
    if event.yes:
        table.vote.yes.add(event.chair)
    else:
        table.vote.no = True


def _vote_failed(table: Table, event: e.VoteFailed) -> None:
    table.vote = None


def _round_over(table: Table, event: e.RoundOver) -> None:
    assert table.round is not None
    if not table.round.over:
        table.round.stop(event.result)
    table.finished.append(table.finished_round(event))
    table.vote = None
    table.repeated = Counter()
    table.position_n = table.n


def _wants_again(table: Table, event: e.WantsAgain) -> None:
    table.wants[event.chair] = event.same


def _closed(table: Table, event: e.Closed) -> None:
    table.notice = event.notice
    table.vote = None
    table.position_n = table.n


_REPEATABLE = {e.Undone, e.Renamed, e.TakenOver, e.VoteCalled, e.WantsAgain}

_PHASE_AFTER: dict[type, Phase] = {
    e.Preparing: "committing",
    e.Redrawn: "committing",
    e.Opening: "opening",
    e.Dealt: "playing",
    e.RoundOver: "over",
    e.Closed: "void",
}

_APPLY: dict[type, Callable[[Table, Any], None]] = {
    e.ChairTaken: evolve_chairs.chair_taken,
    e.ChairCarried: evolve_chairs.chair_carried,
    e.DeviceRevoked: evolve_chairs.device_revoked,
    e.GuestDeleted: evolve_chairs.guest_deleted,
    e.ChairLeft: evolve_chairs.chair_left,
    e.BotSeated: evolve_chairs.bot_seated,
    e.Renamed: evolve_chairs.renamed,
    e.Preparing: _preparing,
    e.Redrawn: _redrawn,
    e.Committed: _committed,
    e.Opening: _opening,
    e.NonceOpened: _nonce_opened,
    e.Dealt: _dealt,
    e.Moved: _moved,
    e.Undone: _undone,
    e.TakenOver: _taken_over,
    e.WantsStop: _wants_stop,
    e.HandedBack: _handed_back,
    e.VoteCalled: _vote_called,
    e.Voted: _voted,
    e.VoteFailed: _vote_failed,
    e.RoundOver: _round_over,
    e.WantsAgain: _wants_again,
    e.Closed: _closed,
}
