"""What a person may do now. Each function refuses with a code, or gives the events that follow."""

from __future__ import annotations

from ..errors import Refused
from . import events as e
from . import fair
from .parts import Chair
from .setup import Level
from .table import Phase, Table

TAKEOVER_LEVEL: Level = "club"
QUESTION_MS = 60_000


def held(table: Table, guest: str, number: int) -> Chair:
    """The chair that somebody acts for; refuses other people's."""
    if not 1 <= number <= len(table.chairs):
        raise Refused("no-such-chair", chair=number)
    chair = table.chairs[number - 1]
    if guest not in chair.guests:
        raise Refused("not-your-chair", chair=number)
    return chair


def in_phase(table: Table, *phases: Phase) -> None:
    """Refuse what does not fit the moment."""
    if table.phase in phases:
        return
    if table.phase == "void":
        raise Refused("table-void")
    raise Refused("game-over" if table.phase == "over" and "playing" in phases else "not-now", phase=table.phase)


def fresh(table: Table, against: int) -> None:
    """Refuse what was decided on a position that has changed since, or that nobody can have seen yet."""
    if not table.position_n <= against <= table.n:
        raise Refused("stale", n=table.n)


# ---- the game


def play(table: Table, chair: Chair, against: int, move: str, now: int, ref: str = "") -> list[e.AnyEvent]:
    """A person makes a move."""
    in_phase(table, "playing")
    if chair.bot_plays:
        raise Refused("bot-plays")
    fresh(table, against)
    _legal(table, chair, move)
    return [e.Moved(t=now, ref=ref, chair=chair.number, move=move)]


def play_bot(table: Table, chair: Chair, at: int, move: str, now: int) -> list[e.AnyEvent]:
    """A bot makes a move; one that was thought up for another position is dropped."""
    if at != table.position_n or table.to_move is not chair or not chair.bot_plays:
        return []
    _legal(table, chair, move)
    return [e.Moved(t=now, chair=chair.number, move=move, bot=True)]


def _legal(table: Table, chair: Chair, move: str) -> None:
    round = table.round
    assert round is not None
    if table.to_move is not chair:
        raise Refused("game-over" if round.over else "not-your-turn")
    if move not in table.legal():
        raise Refused("illegal-move", move=move, legal=table.legal())


def undo(table: Table, chair: Chair, against: int, now: int, ref: str = "") -> list[e.AnyEvent]:
    """One's own last action, when no face has become visible to anybody since (from visibility, never from values)."""
    in_phase(table, "playing")
    fresh(table, against)
    possible = table.undoable()
    if possible is not None and possible[0] == chair.number:
        return [e.Undone(t=now, ref=ref, chair=chair.number, to=possible[1])]
    if not any(step.chair == chair.number and not step.bot for step in table.steps) or chair.bot_plays:
        raise Refused("nothing-to-undo")
    raise Refused("face-was-shown" if possible is None else "others-have-moved")


def resign(table: Table, chair: Chair, now: int, ref: str = "") -> list[e.AnyEvent]:
    """Give up this round: a bot plays on."""
    in_phase(table, "playing")
    if chair.ended == "resigned":
        raise Refused("bot-plays")
    return [e.TakenOver(t=now, ref=ref, chair=chair.number, by="resigned", level=TAKEOVER_LEVEL)]


def back(table: Table, chair: Chair, now: int, ref: str = "") -> list[e.AnyEvent]:
    """Take the chair back from the bot; who resigned comes back with the next round."""
    if chair.ended is None or (chair.ended == "resigned" and table.phase == "playing"):
        raise Refused("not-handed-over")
    return [e.HandedBack(t=now, ref=ref, chair=chair.number)]


# ---- the vote (J13)


def may_ask(table: Table) -> bool:
    """J13: any player may ask the table at any time, one question at once."""
    return table.phase == "playing" and bool(table.game.extra_moves) and table.question is None


def ask(table: Table, chair: Chair, now: int, ref: str = "") -> list[e.AnyEvent]:
    """J13: shall the game end? The same player asks again only after another move."""
    if not table.game.extra_moves:
        raise Refused("no-vote-here")
    in_phase(table, "playing")
    if chair.bot_plays:
        raise Refused("bot-plays")
    if table.question is not None or table.asked_at.get(chair.number) == len(table.steps):
        raise Refused("asked-already")
    return [e.Asked(t=now, ref=ref, chair=chair.number, until=now + QUESTION_MS)]


def vote(table: Table, chair: Chair, yes: bool, now: int, ref: str = "") -> list[e.AnyEvent]:
    """J13: answer."""
    in_phase(table, "playing")
    if table.question is None:
        raise Refused("no-vote-open")
    if chair.bot_plays:
        raise Refused("bot-plays")
    if chair.number in table.question.yes:
        raise Refused("voted-already")
    return [e.Voted(t=now, ref=ref, chair=chair.number, yes=yes)]


# ---- the fair deal


def commit(table: Table, chair: Chair, commitment: str | None, now: int, ref: str = "") -> list[e.AnyEvent]:
    """A person commits to a nonce, or stands aside."""
    secrets = table.secrets
    if table.phase != "committing" or secrets is None:
        raise Refused("too-late")
    if chair.number in secrets.commitments:
        raise Refused("committed-already")
    return [e.Committed(t=now, ref=ref, chair=chair.number, commitment=commitment)]


def open_nonce(table: Table, chair: Chair, nonce: str, now: int, ref: str = "") -> list[e.AnyEvent]:
    """A person opens the nonce committed to."""
    secrets = table.secrets
    if table.phase != "opening" or secrets is None:
        raise Refused("too-late" if table.phase != "committing" else "not-now")
    if chair.number in secrets.nonces:
        raise Refused("committed-already")
    if secrets.commitments.get(chair.number) != fair.commitment_to_nonce(nonce):
        raise Refused("commitment-mismatch")
    return [e.NonceOpened(t=now, ref=ref, chair=chair.number, nonce=nonce)]


# ---- around the game


def again(table: Table, chair: Chair, same: bool, now: int, ref: str = "") -> list[e.AnyEvent]:
    """Another round: of the match, a rematch, or the same deal once more."""
    in_phase(table, "over")
    if table.wants.get(chair.number) == same:
        raise Refused("voted-already")
    return [e.WantsAgain(t=now, ref=ref, chair=chair.number, same=same)]


def rename(table: Table, chair: Chair, name: str, now: int, ref: str = "") -> list[e.AnyEvent]:
    """Be called otherwise."""
    return [e.Renamed(t=now, ref=ref, chair=chair.number, name=name)]


def take(table: Table, guest: str, number: int, name: str | None, now: int) -> list[e.AnyEvent]:
    """Sit down on an empty chair."""
    in_phase(table, "waiting")
    if not 1 <= number <= len(table.chairs):
        raise Refused("no-such-chair", chair=number)
    if table.chairs[number - 1].taken:
        raise Refused("chair-taken", chair=number)
    return [e.ChairTaken(t=now, chair=number, guest=guest, name=name)]


def carry(table: Table, guest: str, number: int, link: str, now: int) -> list[e.AnyEvent]:
    """Go on with a chair on another device; a link serves once."""
    if link in table.links:
        raise Refused("link-used")
    if not 1 <= number <= len(table.chairs) or not table.chairs[number - 1].person:
        raise Refused("bad-link")
    if guest in table.chairs[number - 1].guests:
        return []
    return [e.ChairCarried(t=now, chair=number, guest=guest, link=link)]


def leave(table: Table, chair: Chair, now: int, ref: str = "") -> list[e.AnyEvent]:
    """Get up. The host of a waiting table closes it by that."""
    if table.phase == "waiting":
        if table.host in chair.guests:
            return [e.Closed(t=now, ref=ref, notice="closed-by-host")]
        return [e.ChairLeft(t=now, ref=ref, chair=chair.number)]
    in_phase(table, "playing", "over")
    if chair.ended is not None:
        raise Refused("bot-plays")
    return [e.TakenOver(t=now, ref=ref, chair=chair.number, by="left", level=TAKEOVER_LEVEL)]


def host_only(table: Table, guest: str) -> None:
    """Some things only the one who opened the table may do, while it waits."""
    if guest != table.host:
        raise Refused("not-the-host")
    in_phase(table, "waiting")


def seat_bot(table: Table, guest: str, number: int, level: Level, now: int, ref: str = "") -> list[e.AnyEvent]:
    """The host puts a bot on an empty chair."""
    host_only(table, guest)
    if not 1 <= number <= len(table.chairs):
        raise Refused("no-such-chair", chair=number)
    if table.chairs[number - 1].taken:
        raise Refused("chair-taken", chair=number)
    return [e.BotSeated(t=now, ref=ref, chair=number, level=level)]


def close(table: Table, guest: str, now: int, ref: str = "") -> list[e.AnyEvent]:
    """The host gives the table up."""
    host_only(table, guest)
    return [e.Closed(t=now, ref=ref, notice="closed-by-host")]
