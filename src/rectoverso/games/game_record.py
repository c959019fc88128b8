"""The portable game record (docs/records.md): read, write, replay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from ..errors import BadInput, shown
from ..kernel import entry_points
from . import game_named
from .game import Game, Value
from .round import Result, Round, read_deal

FORMAT = "rectoverso/1"
MAX_RECORD_MOVES = 100_000  # a game may go on for ever, a record may not
_MAX_SHOWN = 12
_LISTS_AT_ONCE = 1 << 16


class Written(msgspec.Struct):
    """A record as it stands in a file. Keys that we do not know are ignored."""

    format: str
    game: str
    players: int
    options: dict[str, Any]
    deal: list[Any]
    moves: list[str]
    result: Any = None
    stopped: Any = None
    to_move: list[Any] | None = None
    legal: list[Any] | None = None


class BadRecord(BadInput):
    """A record that breaks the rules; `moves` of its moves were right."""

    def __init__(self, message: str, moves: int = 0) -> None:
        self.moves = moves
        super().__init__(message)


_reader = msgspec.json.Decoder(Written)


# ---- writing


def write(round: Round, /, legal: bool = False, **extra: object) -> dict[str, Any]:
    """A round as a record; with `legal`, every legal move and the seat to move at each step."""
    record = write_parts(round.game, round.players, round.options, write_deal(round), round.moves)
    if legal:
        texts = round.game.texts
        record["to_move"] = list(round.movers)
        record["legal"] = [[texts[number] for number in numbers] for numbers in legal_along(round)]
    if round.over:
        write_result(record, round.result, round.stopped is not None)
    return record | extra


def write_parts(
    game: Game, players: int, options: Mapping[str, Value], deal: list[Any], moves: list[str]
) -> dict[str, Any]:
    """The record of a game without its result; `options` are all of them."""
    return {
        "format": FORMAT,
        "game": game.name,
        "players": players,
        "options": game.changed_options(options),
        "deal": deal,
        "moves": moves,
    }


def write_deal(round: Round) -> list[Any]:
    """The deal as it stands in a record."""
    return [round.game.write_card(card) for card in round.deal.tolist()]


def write_result(record: dict[str, Any], result: Result | None, stopped: bool) -> None:
    """Add the result; `stopped`: the players ended the game before its end by the rules."""
    record["stopped" if stopped else "result"] = msgspec.to_builtins(result)


def legal_along(round: Round) -> list[list[int]]:
    """The legal moves before each move of a round, as numbers."""
    game = round.game
    state = Round(game, round.players, round.deal, round.options).state
    numbers = np.array(round.numbers, np.int64)
    moves = np.zeros(game.list_size, np.int32)
    flat, ends = np.zeros(max(_LISTS_AT_ONCE, 2 * len(moves)), np.int32), np.zeros(len(numbers), np.int64)
    lists: list[list[int]] = []
    while len(lists) < len(numbers):
        played = entry_points.list_legal(state, moves, numbers[len(lists) :], flat, ends)
        lists += _split(flat, ends[:played].tolist())
    return lists


def _split(flat: Any, ends: list[int]) -> list[list[int]]:
    return [flat[start:end].tolist() for start, end in zip([0, *ends], ends, strict=False)]


# ---- reading


def parse(line: str | bytes) -> Written:
    """A record from JSON text; the message says what is wrong with it."""
    try:
        return _reader.decode(line)
    except msgspec.ValidationError as error:
        raise BadRecord(f"not a game record: {error}") from None
    except RecursionError:
        raise BadRecord("not a game record: it is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadRecord(f"not JSON: {error}") from None


def from_record(record: Mapping[str, Any] | Written | str | bytes) -> Round:
    """The round that a record describes, replayed and checked completely."""
    if isinstance(record, str | bytes):
        record = parse(record)
    elif not isinstance(record, Written):
        try:
            record = msgspec.convert(record, Written)
        except msgspec.ValidationError as error:
            raise BadRecord(f"not a game record: {error}") from None
    return replay(record)


def replay(record: Written) -> Round:
    """Play a record through; names the first wrong thing."""
    round = _opened(record)
    moves = record.moves
    played = round.play_numbers([round.game.numbers.get(move, -1) for move in moves])
    _check_steps(round, record)
    if played < len(moves):
        raise BadRecord(_why_not(round, moves[played], played), played)
    _check_result(round, record.result)
    if record.stopped is not None:
        _stop(round, record.stopped)
    return round


def _opened(record: Written) -> Round:
    """The game of a record before its first move."""
    if record.format != FORMAT:
        raise BadRecord(f"format: {shown(record.format)} is not {FORMAT!r}")
    game = game_named(record.game)
    game.options_of(record.players, record.options)
    if len(record.moves) > MAX_RECORD_MOVES:
        raise BadRecord(f"moves: {len(record.moves)} are more than the {MAX_RECORD_MOVES} that a record may hold")
    for key, steps in (("to_move", record.to_move), ("legal", record.legal)):
        if steps is not None and len(steps) != len(record.moves):
            raise BadRecord(f"{key}: {len(steps)} entries for {len(record.moves)} moves")
    return Round(game, record.players, read_deal(game, record.deal), record.options)


def _check_steps(round: Round, record: Written) -> None:
    """What the record says of each step that could be played, and of the one that could not."""
    turns: list[int | None] = [*round.movers, round.turn]
    if record.legal is None:
        offers: list[list[int]] = []
    else:
        offers = [*legal_along(round), round.legal_numbers]
    for at in range(min(len(turns), len(record.moves))):
        if turns[at] is None:
            return  # after the end; the move itself is what is wrong
        if record.to_move is not None:
            _check_turn(turns[at], record.to_move[at], at)
        if record.legal is not None:
            _check_legal(round, offers[at], record.legal[at], at)


def _check_turn(turn: int | None, claimed: object, at: int) -> None:
    if claimed != turn or type(claimed) is not int:
        raise BadRecord(f"move {at + 1}: to_move says {shown(claimed)}, but seat {turn} is to move", at)


def _check_legal(round: Round, offered: list[int], claimed: object, at: int) -> None:
    if not isinstance(claimed, list) or not all(isinstance(move, str) for move in claimed):
        raise BadRecord(f"move {at + 1}: legal is not a list of moves", at)
    numbers = round.game.numbers
    listed = {numbers.get(move, -1) for move in claimed}
    if len(claimed) == len(offered) and listed == set(offered):
        return
    raise BadRecord(_wrong_list([round.game.texts[number] for number in offered], claimed, at), at)


def _wrong_list(legal: Sequence[str], claimed: Sequence[str], at: int) -> str:
    for move in claimed:
        if move not in legal:
            return f"move {at + 1}: legal lists {shown(move)}, which is not legal; legal: {_some(legal)}"
    if missing := sorted(set(legal).difference(claimed)):
        return f"move {at + 1}: legal leaves out {missing[0]!r}"
    return f"move {at + 1}: legal lists a move twice"


def _why_not(round: Round, move: str, at: int) -> str:
    if round.over:
        return f"move {at + 1}: {shown(move)} comes after the end of the game"
    return f"move {at + 1}: {shown(move)} is not legal; legal: {_some(round.legal)}"


def _stop(round: Round, claimed: object) -> None:
    """End a game that its players ended before its end: the scores are those on the table, the ranks were theirs."""
    moves = len(round.numbers)
    if round.over:
        raise BadRecord(f"stopped: given, but the game is over after {moves} moves", moves)
    said = _claimed("stopped", claimed, round.standing.scores, moves)
    if len(said.ranks) != round.players or not all(1 <= rank <= round.players for rank in said.ranks):
        raise BadRecord(f"stopped: {shown(said.ranks)} are no ranks of {round.players} seats", moves)
    round.stop(said)


def _claimed(key: str, claimed: object, scores: list[int], moves: int) -> Result:
    """A result as a record claims it; refused if its scores are others."""
    try:
        said = msgspec.convert(claimed, Result)
    except msgspec.ValidationError as error:
        raise BadRecord(f"{key}: {error}", moves) from None
    if said.scores != scores:
        raise BadRecord(f"{key}: scores are {scores}, not {shown(said.scores)}", moves)
    return said


def _check_result(round: Round, claimed: object) -> None:
    if claimed is None:
        return
    moves = len(round.numbers)
    result = round.result
    if result is None:
        raise BadRecord(f"result: given, but the game is not over after {moves} moves", moves)
    said = _claimed("result", claimed, result.scores, moves)
    if said.ranks != result.ranks:
        raise BadRecord(f"result: ranks are {result.ranks}, not {shown(said.ranks)}", moves)


def _some(legal: Sequence[str]) -> str:
    shown_ones = ", ".join(legal[:_MAX_SHOWN])
    return shown_ones if len(legal) <= _MAX_SHOWN else f"{shown_ones} and {len(legal) - _MAX_SHOWN} more"
