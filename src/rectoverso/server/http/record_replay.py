"""A finished game step by step, from its record."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from ...errors import BadInput
from ...games.game_record import from_record
from ...games.generic_board import GenericBoard, generic_board
from ...games.round import Round
from ...words import YOU
from ..live.record_names import record_names
from ..messages.http import Replay, ReplayRecord, ReplayStep

MAX_MOVES = 3000
"""Longer games are not shown step by step."""


def replay_steps(request: ReplayRecord) -> Replay:
    """A game step by step, as a seat saw it then, or with every face open."""
    moves = request.record.get("moves")
    if isinstance(moves, list) and len(moves) > MAX_MOVES:
        raise BadInput(f"moves: {len(moves)} are more than the {MAX_MOVES} that are shown step by step")
    whole = from_record(request.record)
    if isinstance(request.seat, int) and request.seat > whole.players:
        raise BadInput(f"seat: the game has {whole.players} players, so a seat is from 1 to {whole.players}")
    round = Round(whole.game, whole.players, whole.deal, whole.options)
    start = round.game.board(round.game.observed(round.seen_or_all(request.seat)))
    names = _names(request, whole.players)
    generic = _generic(round, request, names)
    steps = [_step(round, number, request, names) for number in whole.numbers]
    options = whole.game.changed_options(whole.options)
    return Replay(whole.game.name, whole.players, options, request.seat, start, steps, whole.result, generic)


def _generic(round: Round, request: ReplayRecord, names: list[str]) -> GenericBoard | UnsetType:
    """The position as groups of pieces, without buttons."""
    if round.game.pieces is None:
        return UNSET
    observed = round.game.observed(round.seen_or_all(request.seat))
    return generic_board(round.game, observed, [], request.lang, names)


def _names(request: ReplayRecord, players: int) -> list[str]:
    names = record_names(request.record, request.lang, players)
    return [YOU if seat == request.seat else name for seat, name in enumerate(names, 1)]


def _step(round: Round, number: int, request: ReplayRecord, names: list[str]) -> ReplayStep:
    """Where every face is open, a move is narrated as the player who made it saw it."""
    mover = round.turn or 0
    observer = mover if request.seat == "all" else request.seat
    told = round.watch_number(number, [observer])[observer]
    return ReplayStep(
        at=len(round.numbers),
        seat=mover,
        move=round.game.text(number),
        told=told,
        text=round.game.in_words(told, request.lang, names),
        board=round.game.board(round.game.observed(round.seen_or_all(request.seat))),
        generic=_generic(round, request, names),
    )
