"""What happens by itself: rounds begin and end, clocks run out, bots vote and take over. Time and luck come in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..games.round import Round
from . import events as e
from . import fair
from .decide import TAKEOVER_LEVEL
from .parts import Chair, Question, Secrets
from .table import Table

NONCE_MS = 10_000
"""So long the table waits for commitments, and again for nonces."""
WAITING_MS = 24 * 3600 * 1000
"""A table that nobody came to in so long is given up."""


class Here:
    """Who looks on now, and since when the others have been away."""

    def __init__(self, away_since: Mapping[int, int]) -> None:
        self.away_since = away_since

    def present(self, chair: Chair) -> bool:
        """Bots always are."""
        return chair.kind == "bot" or chair.number not in self.away_since


def following(table: Table, here: Here, now: int, seed: Callable[[], str]) -> list[e.AnyEvent]:
    """The events that follow by themselves now; ask again after they have happened."""
    match table.phase:
        case "waiting":
            return _waiting(table, now, seed)
        case "committing":
            return _committing(table, now)
        case "opening":
            return _opening(table, now)
        case "playing":
            return _playing(table, here, now)
        case "over":
            return _over(table, here, now, seed)
        case _:
            return []


def wake_at(table: Table, here: Here) -> int | None:
    """When `following` should be asked again, if nothing happens before."""
    match table.phase:
        case "waiting":
            return table.changed + WAITING_MS
        case "committing" | "opening":
            assert table.secrets is not None
            return table.secrets.until
        case "playing":
            times = [table.deadline, table.question.until if table.question else None, *_takeovers(table, here)]
            return min((time for time in times if time is not None), default=None)
        case _:
            return None


def prepare(seed: str, now: int) -> e.AnyEvent:
    """A new round begins with the server's commitment."""
    return e.Preparing(t=now, seed=seed, commitment=fair.commitment_to_seed(seed), until=now + NONCE_MS)


def _waiting(table: Table, now: int, seed: Callable[[], str]) -> list[e.AnyEvent]:
    if all(chair.taken for chair in table.chairs):
        return [prepare(seed(), now)]
    if now >= table.changed + WAITING_MS:
        return [e.Closed(t=now, notice="nobody-came")]
    return []


def _committing(table: Table, now: int) -> list[e.AnyEvent]:
    secrets = table.secrets
    assert secrets is not None
    awaited = [chair.number for chair in table.persons if not chair.bot_plays]
    if now < secrets.until and any(chair not in secrets.commitments for chair in awaited):
        return []
    return [e.Opening(t=now, until=now + NONCE_MS)]


def _opening(table: Table, now: int) -> list[e.AnyEvent]:
    secrets = table.secrets
    assert secrets is not None
    if _unopened(secrets) and now < secrets.until:
        return []
    return [e.Dealt(t=now)]


def _unopened(secrets: Secrets) -> list[int]:
    return [chair for chair, word in secrets.commitments.items() if word is not None and chair not in secrets.nonces]


def _playing(table: Table, here: Here, now: int) -> list[e.AnyEvent]:
    round = table.round
    assert round is not None
    if round.over:
        assert round.result is not None
        return [e.RoundOver(t=now, result=round.result)]
    if table.question is not None and (news := _voting(table, round, table.question, now)):
        return news
    deadline = table.deadline
    mover = table.to_move
    if deadline is not None and mover is not None and now >= deadline:
        return [e.TakenOver(t=now, chair=mover.number, by="clock", level=TAKEOVER_LEVEL)]
    return _leavers(table, here, now)


def _voting(table: Table, round: Round, question: Question, now: int) -> list[e.AnyEvent]:
    """J13: bots answer honestly from what they know; all yes: the game ends before the next move."""
    if question.no or now >= question.until:
        return [e.VoteFailed(t=now)]
    for chair in table.chairs:
        if chair.bot_plays and chair.number not in question.yes:
            return [e.Voted(t=now, chair=chair.number, yes=_honest(table, round, chair))]
    if len(question.yes) == len(table.chairs):
        [word] = table.game.extra_moves
        return [e.Moved(t=now, chair=0, move=word)]
    return []


def _honest(table: Table, round: Round, chair: Chair) -> bool:
    seat = table.seat_of(chair.number)
    assert seat is not None
    would = table.game.would_close
    return would is not None and bool(would(round.observation(seat)))


def _takeovers(table: Table, here: Here) -> list[int]:
    """When bots take over for persons who have gone while another person waits."""
    grace = table.setup.grace_seconds
    if grace is None or len(table.chairs) == 1:
        return []
    if not any(chair.ended is None and here.present(chair) for chair in table.persons):
        return []
    gone = [chair for chair in table.persons if chair.ended is None and not here.present(chair)]
    return [here.away_since[chair.number] + grace * 1000 for chair in gone]


def _leavers(table: Table, here: Here, now: int) -> list[e.AnyEvent]:
    """A bot takes over for a leaver after the grace time; he gets the chair back when he returns (`decide.back`)."""
    if not here.away_since or not any(time <= now for time in _takeovers(table, here)):
        return []
    grace = (table.setup.grace_seconds or 0) * 1000
    gone = [chair for chair in table.persons if chair.ended is None and not here.present(chair)]
    late = [chair.number for chair in gone if here.away_since[chair.number] + grace <= now]
    return [e.TakenOver(t=now, chair=late[0], by="left", level=TAKEOVER_LEVEL)]


def _over(table: Table, here: Here, now: int, seed: Callable[[], str]) -> list[e.AnyEvent]:
    """The next round begins when all persons who are here want it; the same deal again only if all want that."""
    somebody = any(here.present(chair) and chair.number in table.wants for chair in table.persons)
    if not somebody or needed(table, here):
        return []
    if all(table.wants.values()):
        return [e.Dealt(t=now, again=table.played[-1].again or table.number)]
    return [prepare(seed(), now)]


def needed(table: Table, here: Here) -> list[int]:
    """The persons who are here and have not yet said that they want to go on."""
    return [
        chair.number
        for chair in table.persons
        if here.present(chair) and chair.ended != "left" and chair.number not in table.wants
    ]
