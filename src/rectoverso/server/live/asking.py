"""What each request of the socket asks of its table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...table import decide
from ...table import events as e
from ...table.table import Table
from ..messages import socket as p
from . import names

Deciding = Callable[[Any, str, str, Table, int], Sequence[e.AnyEvent]]
"""From a request, who sent it, its mark in the log, the table and the time to events; or it refuses."""


def _play(asked: p.Play, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.play(table, decide.held(table, guest, asked.chair), asked.against, asked.move, now, ref)


def _undo(asked: p.Undo, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.undo(table, decide.held(table, guest, asked.chair), asked.against, now, ref)


def _resign(asked: p.Resign, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.resign(table, decide.held(table, guest, asked.chair), now, ref)


def _back(asked: p.Back, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.back(table, decide.held(table, guest, asked.chair), now, ref)


def _ask(asked: p.AskClose, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.ask(table, decide.held(table, guest, asked.chair), now, ref)


def _vote(asked: p.CastVote, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.vote(table, decide.held(table, guest, asked.chair), asked.yes, now, ref)


def _again(asked: p.PlayAgain, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.again(table, decide.held(table, guest, asked.chair), asked.same_deal, now, ref)


def _commit(asked: p.Commit, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.commit(table, decide.held(table, guest, asked.chair), asked.commitment, now, ref)


def _open(asked: p.Open, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.open_nonce(table, decide.held(table, guest, asked.chair), asked.nonce, now, ref)


def _rename(asked: p.Rename, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    chair = decide.held(table, guest, asked.chair)
    others = [other.name for other in table.chairs if other is not chair]
    return decide.rename(table, chair, names.distinct(names.clean(asked.name), others), now, ref)


def _seat_bot(asked: p.SeatBot, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.seat_bot(table, guest, asked.chair, asked.level, now, ref)


def _leave(asked: p.Leave, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.leave(table, decide.held(table, guest, asked.chair), now, ref)


def _close(asked: p.CloseTable, guest: str, ref: str, table: Table, now: int) -> Sequence[e.AnyEvent]:
    return decide.close(table, guest, now, ref)


DECIDING: dict[type, Deciding] = {
    p.Play: _play,
    p.Undo: _undo,
    p.Resign: _resign,
    p.Back: _back,
    p.AskClose: _ask,
    p.CastVote: _vote,
    p.PlayAgain: _again,
    p.Commit: _commit,
    p.Open: _open,
    p.Rename: _rename,
    p.SeatBot: _seat_bot,
    p.Leave: _leave,
    p.CloseTable: _close,
}
"""By the type of a request: what happens when its turn comes. Other people's chairs are refused."""
