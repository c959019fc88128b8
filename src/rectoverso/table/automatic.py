"""What happens without a command: rounds begin and end, clocks run out, bots vote and take over."""

from __future__ import annotations

from collections.abc import Callable

from ..games.round import Result, Round
from . import events as e
from . import fair
from .attendance import Attendance
from .decide import TAKEOVER_LEVEL
from .table import Table
from .table_parts import Chair, Vote

NONCE_MS = 10_000
"""Time allowed for the commitments, and again for the nonces."""
WAITING_MS = 24 * 3600 * 1000
"""Time after which a table that never filled is closed, counted while the server runs."""
RESUMED_MS = 30_000
"""Time that nobody's clock runs out in after an interruption, unless a whole turn is shorter."""


def events_due(table: Table, attendance: Attendance, now: int, new_seed: Callable[[], str]) -> list[e.AnyEvent]:
    """The events that are due now; ask again after they have happened."""
    match table.phase:
        case "waiting":
            return _waiting(table, attendance, now, new_seed)
        case "committing":
            return _committing(table, attendance, now)
        case "opening":
            return _opening(table, attendance, now, new_seed)
        case "playing":
            return _playing(table, attendance, now)
        case "over":
            return _over(table, attendance, now, new_seed)
        case _:
            return []


def next_due_at(table: Table, attendance: Attendance) -> int | None:
    """When to ask `events_due` again if nothing happens before; None: no clock is running."""
    match table.phase:
        case "waiting":
            return _waits_until(table, attendance)
        case "committing" | "opening":
            return _nonces_until(table, attendance)
        case "playing":
            vote_ends_at = _vote_until(table.vote, attendance) if table.vote else None
            times = [turn_ends_at(table, attendance), vote_ends_at, *_takeovers(table, attendance).values()]
            return min((time for time in times if time is not None), default=None)
        case _:
            return None


def turn_ends_at(table: Table, attendance: Attendance) -> int | None:
    """When the turn clock of the chair to move runs out; an interruption costs nobody their turn."""
    deadline, seconds = table.deadline, table.setup.turn_seconds
    if deadline is None or seconds is None:
        return None
    return max(deadline, attendance.resumed_at + min(seconds * 1000, RESUMED_MS))


def _nonces_until(table: Table, attendance: Attendance) -> int:
    """When the table stops waiting for commitments, or for nonces."""
    assert table.secrets is not None
    return max(table.secrets.until, attendance.resumed_at + NONCE_MS)


def _vote_until(vote: Vote, attendance: Attendance) -> int:
    """J13: when silence counts as a no."""
    return max(vote.until, attendance.resumed_at + RESUMED_MS)


def missing_answers(table: Table, attendance: Attendance) -> list[int]:
    """The persons who are present and have not yet said that they want to go on."""
    return [
        chair.number
        for chair in table.persons
        if attendance.present(chair) and chair.ended != "left" and chair.number not in table.wants
    ]


# ---- before the deal


def _waits_until(table: Table, attendance: Attendance) -> int:
    """When a table that never filled is closed. A clock that jumped during a restart closes no table at once."""
    return max(table.changed, attendance.resumed_at) + WAITING_MS


def _waiting(table: Table, attendance: Attendance, now: int, new_seed: Callable[[], str]) -> list[e.AnyEvent]:
    if all(chair.taken for chair in table.chairs):
        return [_prepare(new_seed(), now)]
    if now >= _waits_until(table, attendance):
        return [e.Closed(t=now, notice="nobody-came")]
    return []


def _prepare(seed: str, now: int) -> e.AnyEvent:
    """A new round begins with the server's commitment."""
    return e.Preparing(t=now, seed=seed, commitment=fair.commitment_to_seed(seed), until=now + NONCE_MS)


def _committing(table: Table, attendance: Attendance, now: int) -> list[e.AnyEvent]:
    secrets = table.secrets
    assert secrets is not None
    awaited = {chair.number for chair in table.persons if not chair.bot_plays} - secrets.aside
    if now < _nonces_until(table, attendance) and any(chair not in secrets.commitments for chair in awaited):
        return []
    return [e.Opening(t=now, until=now + NONCE_MS)]


def _opening(table: Table, attendance: Attendance, now: int, new_seed: Callable[[], str]) -> list[e.AnyEvent]:
    """A deal without a nonce that was committed to would let its owner choose between two deals, so it is redrawn.

    A person who did not open takes no part in the rest of this round's draws: there are at most as many as persons.
    """
    secrets = table.secrets
    assert secrets is not None
    if not secrets.unopened:
        return [e.Dealt(t=now)]
    if now < _nonces_until(table, attendance):
        return []
    seed = new_seed()
    return [e.Redrawn(t=now, seed=seed, commitment=fair.commitment_to_seed(seed), until=now + NONCE_MS)]


# ---- during a round


def _playing(table: Table, attendance: Attendance, now: int) -> list[e.AnyEvent]:
    round = table.round
    assert round is not None
    if round.over:
        assert round.result is not None
        return [e.RoundOver(t=now, result=round.result)]
    if given_up(table):
        return [e.RoundOver(t=now, result=_result_after_resigning(table, round))]
    if table.vote is not None and (events := _voting(table, round, table.vote, attendance, now)):
        return events
    if all(chair.bot_plays for chair in table.chairs) and round.all_would_close():
        return [_close(table, now)]
    deadline = turn_ends_at(table, attendance)
    mover = table.to_move
    if deadline is not None and mover is not None and now >= deadline:
        return [e.TakenOver(t=now, chair=mover.number, by="clock", level=TAKEOVER_LEVEL)]
    return _take_over(table, attendance, now)


def still_playing(table: Table) -> list[int]:
    """The chairs of persons for whom no bot plays."""
    return [chair.number for chair in table.persons if not chair.bot_plays]


def given_up(table: Table) -> bool:
    """Resigning ends a round between two players; a larger one ends if all persons who still play want that."""
    if not table.resigned:
        return False
    playing = still_playing(table)
    return len(table.chairs) == 2 or (bool(playing) and table.wants_stop.issuperset(playing))


def _result_after_resigning(table: Table, round: Round) -> Result:
    """The scores as they lie on the table; those who resigned come last, whatever they have."""
    standing = round.standing
    resigned = [chair in table.resigned for chair in table.order]
    places = list(zip(resigned, standing.ranks, strict=True))
    ranks = [1 + sum(other < mine for other in places) for mine in places]
    return Result(standing.scores, ranks)


def _voting(table: Table, round: Round, vote: Vote, attendance: Attendance, now: int) -> list[e.AnyEvent]:
    """J13: bots answer from what they know; if all say yes, the game ends before the next move."""
    if vote.no or now >= _vote_until(vote, attendance):
        return [e.VoteFailed(t=now)]
    for chair in table.chairs:
        if chair.bot_plays and chair.number not in vote.yes:
            return [e.Voted(t=now, chair=chair.number, yes=_bot_would_close(table, round, chair))]
    if len(vote.yes) == len(table.chairs):
        return [_close(table, now)]
    return []


def _close(table: Table, now: int) -> e.AnyEvent:
    """J13: all have agreed; bots that are left alone ask each other without a vote that anybody would see."""
    [close] = table.game.extra_moves
    return e.Moved(t=now, chair=0, move=close)


def _bot_would_close(table: Table, round: Round, chair: Chair) -> bool:
    seat = table.seat_of(chair.number)
    assert seat is not None
    would_close = table.game.would_close
    return would_close is not None and bool(would_close(round.observation(seat)))


def _takeovers(table: Table, attendance: Attendance) -> dict[int, int]:
    """By chair, when a bot takes over for a person who has gone while another person waits."""
    grace = table.setup.grace_seconds
    if grace is None or len(table.chairs) == 1:
        return {}
    playing = [chair for chair in table.persons if chair.ended is None]
    if not any(attendance.present(chair) for chair in playing):
        return {}
    gone = [chair.number for chair in playing if not attendance.present(chair)]
    return {chair: attendance.away_since[chair] + grace * 1000 for chair in gone}


def _take_over(table: Table, attendance: Attendance, now: int) -> list[e.AnyEvent]:
    """A bot takes over after the grace time; the person gets the chair back on return (`commands.Back`)."""
    if attendance.complete:
        return []
    late = [chair for chair, time in _takeovers(table, attendance).items() if time <= now]
    return [e.TakenOver(t=now, chair=late[0], by="left", level=TAKEOVER_LEVEL)] if late else []


# ---- after a round


def _over(table: Table, attendance: Attendance, now: int, new_seed: Callable[[], str]) -> list[e.AnyEvent]:
    """The next round begins when all persons present want it; the same deal again only if all want that."""
    somebody = any(attendance.present(chair) and chair.number in table.wants for chair in table.persons)
    if not somebody or missing_answers(table, attendance):
        return []
    if all(table.wants.values()):
        return [e.Dealt(t=now, again=table.finished[-1].again or table.number)]
    return [_prepare(new_seed(), now)]
