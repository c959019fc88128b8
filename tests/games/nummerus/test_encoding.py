"""What a seat of Nummerus knows as numbers: the board, rebuilt from them."""

from __future__ import annotations

import pytest

from rectoverso.games import game_named
from rectoverso.games.conformance.sample_games import moments
from rectoverso.games.features import parts

GAME = game_named("nummerus")


def test_n1_the_whole_table_can_be_read_from_it() -> None:
    for round in moments(GAME, step=11):
        board = round.view("watcher").table
        for seat in range(1, round.players + 1):
            told = parts(GAME.features, round.encoding(seat))
            assert [pawn or None for pawn in told["fields"].tolist()] == board.fields
            assert told["power"].nonzero()[0].tolist() == [board.power]
            seats = board.seats[seat - 1 :] + board.seats[: seat - 1]
            assert [(row.nonzero()[0] + 1).tolist() for row in told["taken"][: round.players]] == [
                one.pawns for one in seats
            ]
            assert told["tokens"].tolist()[: round.players] == [one.tokens for one in seats]
            assert not told["taken"][round.players :].any()
            to_move = [] if round.turn is None else [(round.turn - seat) % round.players]
            assert told["to_move"].nonzero()[0].tolist() == to_move
            assert told["trading"][0] == (board.phase == "trade")
            assert told["board"][0] == (board.board == "square")


@pytest.mark.parametrize("moves", range(0, 48, 5))
def test_n9_alone_the_bonds_tell_the_series(moves: int) -> None:
    finished = next(round for round in moments(GAME, step=10**6) if round.players == 1 and round.over)
    round = finished.at(moves)
    told = parts(GAME.features, round.encoding(1))
    series: list[list[int]] = []
    for pawn in (told["taken"][0].nonzero()[0] + 1).tolist():
        if series and series[-1][-1] == pawn - 1 and told["bonds"][pawn - 2]:
            series[-1].append(pawn)
        else:
            series.append([pawn])
    assert series == round.view(1).table.seats[0].series
