"""Commands become events: what may be done at a table now. Everything else is refused with a stable code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import Refused
from . import commands as c
from . import events as e
from . import fair, player_names
from .commands import Command
from .setup import Level
from .table import Phase, Table
from .table_parts import Chair

TAKEOVER_LEVEL: Level = "club"
VOTE_MS = 60_000
MAX_REPEATED = 100
"""How often in a round a chair may do what can be repeated without end: undo, rename, leave, ask for a vote, change its
mind about another round. A log should grow only with what is played. Which events count: `_REPEATABLE` in table.py."""
MAX_ROUNDS = 500
"""After this many rounds at a table its match is played to the end, and no other begins: results stay in memory."""
MAX_SAT_DOWN = 5
"""How often a guest may take a chair of a table."""
MAX_CARRIED = 50
"""How often chairs of a table may be carried to other devices."""


def decide(table: Table, command: Command, guest: str, now: int) -> list[e.AnyEvent]:
    """The events that follow from a guest's command; empty where there is nothing to do."""
    return _DECISIONS[type(command)](table, command, guest, now)


# ---- what several decisions check


def held(table: Table, guest: str, number: int) -> Chair:
    """A chair that the guest holds; refuses other people's chairs."""
    chair = _existing(table, number)
    if guest not in chair.guests:
        raise Refused("not-your-chair", chair=number)
    return chair


def check_may_watch(table: Table, guest: str) -> None:
    """Refuse to show a table to somebody without a chair where watching is off."""
    if not table.setup.watching and not table.chairs_of(guest):
        raise Refused("watching-forbidden")


def may_ask(table: Table) -> bool:
    """J13: any player may ask the table at any time, one question at once."""
    return table.phase == "playing" and bool(table.game.extra_moves) and table.vote is None


def _existing(table: Table, number: int) -> Chair:
    if not 1 <= number <= len(table.chairs):
        raise Refused("no-such-chair", chair=number)
    return table.chairs[number - 1]


def _empty(table: Table, number: int) -> Chair:
    chair = _existing(table, number)
    if chair.taken:
        raise Refused("chair-taken", chair=number)
    return chair


def _check_phase(table: Table, *phases: Phase) -> None:
    if table.phase in phases:
        return
    if table.phase == "void":
        raise Refused("table-void")
    raise Refused("game-over" if table.phase == "over" and "playing" in phases else "not-now", phase=table.phase)


def _check_fresh(table: Table, against: int) -> None:
    """Refuse what was decided on a position that has changed since, or that nobody can have seen yet."""
    if not table.position_n <= against <= table.n:
        raise Refused("stale", n=table.n)


def _check_host(table: Table, guest: str) -> None:
    """Only the person who opened the table may change it, and only while it waits."""
    if guest != table.host:
        raise Refused("not-the-host")
    _check_phase(table, "waiting")


def _check_not_too_often(table: Table, chair: Chair) -> None:
    if table.repeated[chair.number] >= MAX_REPEATED:
        raise Refused("too-often", most=MAX_REPEATED)


def _check_person_plays(chair: Chair) -> None:
    if chair.bot_plays:
        raise Refused("bot-plays")


def _check_legal(table: Table, chair: Chair, move: str) -> None:
    round = table.round
    assert round is not None
    if table.to_move is not chair:
        raise Refused("game-over" if round.over else "not-your-turn")
    if move not in table.legal():
        raise Refused("illegal-move", move=move, legal=table.legal())


# ---- the game


def _play(table: Table, command: c.Play, guest: str, now: int) -> list[e.AnyEvent]:
    chair = held(table, guest, command.chair)
    _check_phase(table, "playing")
    _check_person_plays(chair)
    _check_fresh(table, command.against)
    _check_legal(table, chair, command.move)
    return [e.Moved(t=now, chair=chair.number, move=command.move)]


def _play_bot(table: Table, command: c.PlayBot, guest: str, now: int) -> list[e.AnyEvent]:
    """A move that a bot chose for another position is dropped."""
    chair = table.chair(command.chair)
    if command.position_n != table.position_n or table.to_move is not chair or not chair.bot_plays:
        return []
    _check_legal(table, chair, command.move)
    return [e.Moved(t=now, chair=chair.number, move=command.move, bot=True)]


def _undo(table: Table, command: c.Undo, guest: str, now: int) -> list[e.AnyEvent]:
    """One's own last action, if nobody has seen a new face since (by what was shown, never by hidden values)."""
    chair = held(table, guest, command.chair)
    _check_phase(table, "playing")
    _check_fresh(table, command.against)
    possible = table.undoable()
    if possible is not None and possible[0] == chair.number:
        _check_not_too_often(table, chair)
        return [e.Undone(t=now, chair=chair.number, to=possible[1])]
    own = [at for at, step in enumerate(table.steps, 1) if step.chair == chair.number and not step.bot]
    if not own or chair.bot_plays:
        raise Refused("nothing-to-undo")
    shown = table.last_showing
    if possible is not None or shown is None or shown < own[-1]:
        raise Refused("others-have-moved")
    raise Refused("face-was-shown", at=shown)


def _resign(table: Table, command: c.Resign, guest: str, now: int) -> list[e.AnyEvent]:
    chair = held(table, guest, command.chair)
    _check_phase(table, "playing")
    if chair.ended == "resigned":
        raise Refused("bot-plays")
    return [e.TakenOver(t=now, chair=chair.number, by="resigned", level=TAKEOVER_LEVEL)]


def _stop(table: Table, command: c.Stop, guest: str, now: int) -> list[e.AnyEvent]:
    """A round that somebody has given up may be ended by those who still play."""
    chair = held(table, guest, command.chair)
    _check_phase(table, "playing")
    _check_person_plays(chair)
    if not table.resigned:
        raise Refused("not-now", phase=table.phase)
    if chair.number in table.wants_stop:
        raise Refused("voted-already")
    return [e.WantsStop(t=now, chair=chair.number)]


def _back(table: Table, command: c.Back, guest: str, now: int) -> list[e.AnyEvent]:
    """A player who resigned gets the chair back with the next round."""
    chair = held(table, guest, command.chair)
    if chair.ended is None or (chair.ended == "resigned" and table.phase == "playing"):
        raise Refused("not-handed-over")
    return [e.HandedBack(t=now, chair=chair.number)]


# ---- the vote (J13)


def _ask_close(table: Table, command: c.AskClose, guest: str, now: int) -> list[e.AnyEvent]:
    """J13: the same player may ask again only after another move."""
    chair = held(table, guest, command.chair)
    if not table.game.extra_moves:
        raise Refused("no-vote-here")
    _check_phase(table, "playing")
    _check_person_plays(chair)
    if table.vote is not None or table.asked_at.get(chair.number) == len(table.steps):
        raise Refused("asked-already")
    _check_not_too_often(table, chair)
    return [e.VoteCalled(t=now, chair=chair.number, until=now + VOTE_MS)]


def _cast_vote(table: Table, command: c.CastVote, guest: str, now: int) -> list[e.AnyEvent]:
    chair = held(table, guest, command.chair)
    _check_phase(table, "playing")
    if table.vote is None:
        raise Refused("no-vote-open")
    _check_person_plays(chair)
    if chair.number in table.vote.yes:
        raise Refused("voted-already")
    return [e.Voted(t=now, chair=chair.number, yes=command.yes)]


# ---- the fair deal


def _commit(table: Table, command: c.Commit, guest: str, now: int) -> list[e.AnyEvent]:
    chair = held(table, guest, command.chair)
    secrets = table.secrets
    if table.phase != "committing" or secrets is None or chair.number in secrets.aside:
        raise Refused("too-late")
    if chair.number in secrets.commitments:
        raise Refused("committed-already")
    return [e.Committed(t=now, chair=chair.number, commitment=command.commitment)]


def _open_nonce(table: Table, command: c.OpenNonce, guest: str, now: int) -> list[e.AnyEvent]:
    chair = held(table, guest, command.chair)
    secrets = table.secrets
    if table.phase != "opening" or secrets is None:
        raise Refused("too-late" if table.phase != "committing" else "not-now")
    if chair.number in secrets.nonces:
        raise Refused("committed-already")
    if secrets.commitments.get(chair.number) != fair.commitment_to_nonce(command.nonce):
        raise Refused("commitment-mismatch")
    return [e.NonceOpened(t=now, chair=chair.number, nonce=command.nonce)]


# ---- around the game


def _play_again(table: Table, command: c.PlayAgain, guest: str, now: int) -> list[e.AnyEvent]:
    chair = held(table, guest, command.chair)
    _check_phase(table, "over")
    if table.wants.get(chair.number) == command.same_deal:
        raise Refused("voted-already")
    if table.number >= MAX_ROUNDS and (command.same_deal or table.match_over):
        raise Refused("too-often", most=MAX_ROUNDS)
    _check_not_too_often(table, chair)
    return [e.WantsAgain(t=now, chair=chair.number, same=command.same_deal)]


def _rename(table: Table, command: c.Rename, guest: str, now: int) -> list[e.AnyEvent]:
    chair = held(table, guest, command.chair)
    _check_not_too_often(table, chair)
    others = [other.name for other in table.chairs if other is not chair]
    name = player_names.distinct(player_names.clean(command.name), others)
    return [e.Renamed(t=now, chair=chair.number, name=name)]


def _leave(table: Table, command: c.Leave, guest: str, now: int) -> list[e.AnyEvent]:
    """The host of a waiting table closes it by leaving."""
    chair = held(table, guest, command.chair)
    if table.phase == "waiting":
        if table.host in chair.guests:
            return [e.Closed(t=now, notice="closed-by-host")]
        return [e.ChairLeft(t=now, chair=chair.number)]
    _check_phase(table, "playing", "over")
    if chair.ended is not None:
        raise Refused("bot-plays")
    _check_not_too_often(table, chair)
    return [e.TakenOver(t=now, chair=chair.number, by="left", level=TAKEOVER_LEVEL)]


def _seat_bot(table: Table, command: c.SeatBot, guest: str, now: int) -> list[e.AnyEvent]:
    _check_host(table, guest)
    chair = _empty(table, command.chair)
    return [e.BotSeated(t=now, chair=chair.number, level=command.level)]


def _close_table(table: Table, command: c.CloseTable, guest: str, now: int) -> list[e.AnyEvent]:
    _check_host(table, guest)
    return [e.Closed(t=now, notice="closed-by-host")]


def _void_table(table: Table, command: c.VoidTable, guest: str, now: int) -> list[e.AnyEvent]:
    """Once: every process that loads the table says so."""
    return [] if table.phase in ("over", "void") else [e.Closed(t=now, notice=command.notice)]


# ---- sitting down


def _take_open_chair(table: Table, command: c.TakeOpenChair, guest: str, now: int) -> list[e.AnyEvent]:
    """A guest who already sits at this table stays there."""
    if table.chairs_of(guest):
        return []
    _check_phase(table, "waiting")
    number = _free_chair(table) if command.chair is None else command.chair
    if _existing(table, number).kind != "open":
        raise Refused("chair-taken", chair=number)
    return _sit_down(table, _empty(table, number), guest, command.name, now)


def _free_chair(table: Table) -> int:
    for chair in table.chairs:
        if chair.kind == "open" and not chair.taken:
            return chair.number
    raise Refused("table-full")


def _take_chair(table: Table, command: c.TakeChair, guest: str, now: int) -> list[e.AnyEvent]:
    _check_phase(table, "waiting")
    return _sit_down(table, _empty(table, command.chair), guest, command.name, now)


def _sit_down(table: Table, chair: Chair, guest: str, name: str | None, now: int) -> list[e.AnyEvent]:
    if table.sat_down[guest] >= MAX_SAT_DOWN:
        raise Refused("too-often", most=MAX_SAT_DOWN)
    called = player_names.distinct(name, [other.name for other in table.chairs]) if name else None
    return [e.ChairTaken(t=now, chair=chair.number, guest=guest, name=called)]


def _carry_chair(table: Table, command: c.CarryChair, guest: str, now: int) -> list[e.AnyEvent]:
    if command.link in table.links:
        raise Refused("link-used")
    if not 1 <= command.chair <= len(table.chairs) or not table.chair(command.chair).person:
        raise Refused("bad-link")
    if guest in table.chair(command.chair).guests:
        return []
    if len(table.links) >= MAX_CARRIED:
        raise Refused("too-often", most=MAX_CARRIED)
    return [e.ChairCarried(t=now, chair=command.chair, guest=guest, link=command.link)]


def _revoke_device(table: Table, command: c.RevokeDevice, guest: str, now: int) -> list[e.AnyEvent]:
    """Only the device that sat down decides; each of the others may give the chair up for itself."""
    chair = held(table, guest, command.chair)
    if command.device not in chair.guests[1:] or guest not in (chair.guests[0], command.device):
        raise Refused("not-your-chair", chair=chair.number)
    return [e.DeviceRevoked(t=now, chair=chair.number, guest=command.device)]


def _delete_guest(table: Table, command: c.DeleteGuest, guest: str, now: int) -> list[e.AnyEvent]:
    """A device that a chair was carried to gives it up; the guest who sat down there is forgotten."""
    chairs = [table.chair(number) for number in table.chairs_of(guest)]
    mine = [chair.number for chair in chairs if chair.guests[0] == guest]
    host = table.host == guest
    events: list[e.AnyEvent] = [
        e.DeviceRevoked(t=now, chair=chair.number, guest=guest) for chair in chairs if chair.number not in mine
    ]
    if table.phase == "waiting" and not host:
        return events + [e.ChairLeft(t=now, chair=number) for number in mine]
    if table.phase == "waiting":
        events.append(e.Closed(t=now, notice="closed-by-host"))
    if mine or host:
        events.append(e.GuestDeleted(t=now, chairs=mine, host=host, level=TAKEOVER_LEVEL))
    return events


_DECISIONS: dict[type, Callable[[Table, Any, str, int], list[e.AnyEvent]]] = {
    c.Play: _play,
    c.PlayBot: _play_bot,
    c.Undo: _undo,
    c.Resign: _resign,
    c.Stop: _stop,
    c.Back: _back,
    c.AskClose: _ask_close,
    c.CastVote: _cast_vote,
    c.Commit: _commit,
    c.OpenNonce: _open_nonce,
    c.PlayAgain: _play_again,
    c.Rename: _rename,
    c.Leave: _leave,
    c.SeatBot: _seat_bot,
    c.CloseTable: _close_table,
    c.VoidTable: _void_table,
    c.TakeOpenChair: _take_open_chair,
    c.TakeChair: _take_chair,
    c.CarryChair: _carry_chair,
    c.RevokeDevice: _revoke_device,
    c.DeleteGuest: _delete_guest,
}
