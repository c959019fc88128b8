"""A table as messages describe it. Nothing here looks at the cards."""

from __future__ import annotations

from msgspec.structs import replace

from ...table import match
from ...table.attendance import Attendance
from ...table.automatic import missing_answers, still_playing, turn_ends_at
from ...table.decide import may_ask
from ...table.proof import SCHEME, scheme_of
from ...table.table import Table
from ..messages import common


def table_message(table: Table, guest: str, attendance: Attendance, watchers: int) -> common.Table:
    """All about a table but the game that lies on it, as one guest may see it."""
    return for_guest(guest, table, for_everybody(table, attendance, watchers))


def for_guest(guest: str, table: Table, shared: common.Table) -> common.Table:
    """The message for one guest: it also says which chairs are theirs, and whether they are the host."""
    mine = [guest in chair.guests for chair in table.chairs]
    chairs = [replace(chair, mine=True) if my else chair for chair, my in zip(shared.chairs, mine, strict=True)]
    return replace(shared, chairs=chairs, host=guest == table.host)


def for_everybody(table: Table, attendance: Attendance, watchers: int) -> common.Table:
    """What is the same for all guests."""
    undo = table.undoable()
    vote = table.vote
    return common.Table(
        phase=table.phase,
        setup=table.setup,
        chairs=[_chair(table, number, attendance) for number in range(1, len(table.chairs) + 1)],
        host=False,
        match=_match(table),
        fair=_fair(table),
        vote=None if vote is None else common.Vote(vote.chair, sorted(vote.yes), vote.until),
        again=_again(table, attendance),
        stop=_stop(table),
        stopped=table.phase == "over" and table.finished[-1].stopped,
        deadline=turn_ends_at(table, attendance),
        undo=undo[0] if undo else None,
        help=table.help and table.phase == "playing",
        may_close=may_ask(table),
        watchers=watchers,
        notice=table.notice,
    )


def _chair(table: Table, number: int, attendance: Attendance) -> common.Chair:
    chair = table.chair(number)
    return common.Chair(
        chair=number,
        seat=table.seat_of(number),
        kind=chair.kind,
        taken=chair.taken,
        name=chair.name,
        level=chair.level if chair.bot_plays else None,
        mine=False,
        present=chair.kind == "bot" or (chair.taken and attendance.present(chair)),
        bot_plays=chair.bot_plays,
        ended=chair.ended,
    )


def _match(table: Table) -> common.Match:
    rounds = table.match_rounds
    done = table.phase in ("over", "waiting")
    return common.Match(
        round=table.number,
        number=max(1, min(len(rounds) + (not done), table.setup.rounds)),
        rounds=table.setup.rounds,
        points=match.points(rounds, len(table.chairs)),
        ranks=table.ranks() if table.phase == "over" else None,
        results=[common.RoundResult(played.number, played.order, played.result) for played in rounds],
    )


def _fair(table: Table) -> common.FairDeal | None:
    """The seed is shown once the round is over, and not before."""
    secrets = table.secrets
    if secrets is None:
        return None
    players = len(table.chairs)
    preparing = table.phase in ("committing", "opening")
    all_in = table.phase != "committing"
    return common.FairDeal(
        scheme=SCHEME if preparing else scheme_of(secrets, table.seating),
        commitment=secrets.commitment,
        until=secrets.until if preparing else None,
        committed=sorted(chair for chair, word in secrets.commitments.items() if word is not None),
        opened=sorted(secrets.nonces),
        commitments=secrets.commitments_by_chair(players) if all_in else None,
        nonces=None if preparing else secrets.by_chair(players),
        seed=secrets.seed if table.phase == "over" else None,
        again=table.again_of,
        draw=len(secrets.abandoned) + 1,
        unopened=[draw.unopened for draw in secrets.abandoned],
    )


def _stop(table: Table) -> common.Stopping | None:
    if table.phase != "playing" or not table.resigned:
        return None
    playing = still_playing(table)
    if not playing:
        return None
    wanted = sorted(table.wants_stop)
    return common.Stopping(sorted(table.resigned), wanted, [chair for chair in playing if chair not in wanted])


def _again(table: Table, attendance: Attendance) -> common.Again | None:
    if table.phase != "over":
        return None
    return common.Again(
        fresh=sorted(chair for chair, same in table.wants.items() if not same),
        same=sorted(chair for chair, same in table.wants.items() if same),
        needed=missing_answers(table, attendance),
    )
