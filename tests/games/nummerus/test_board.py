"""What is shown and told of Nummerus: everything is open."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import msgspec
import pytest

import rectoverso
from rectoverso.games.nummerus.board import NummerusTable
from rectoverso.games.nummerus.material import fields
from rectoverso.games.nummerus.narration import Ended, NummerusTold, Took, Traded
from rectoverso.words import LANGUAGES
from tests.games.nummerus.positions import played_on
from tests.games.nummerus.rigged import snake, with_the_rest

NAMES = ["@you", "Anna", "Bob", "Cleo"]


def told_of(game: rectoverso.Round, move: str) -> NummerusTold:
    told: NummerusTold = game.watch_number(game.game.number(move), [1])[1]
    return told


def square(order: list[int], players: int = 2, **options: bool | str) -> rectoverso.Round:
    return rectoverso.from_deal("nummerus", players, snake(with_the_rest(order)), board="square", **options)


def test_the_table_shows_the_board_and_what_everybody_has() -> None:
    game = square([5, 9, 6, 11, 1])
    for move in ("take 5", "take 9", "take 6", "take 11"):
        game.play(move)
    table: NummerusTable = game.view(1).table
    assert (table.board, table.phase, table.power) == ("square", "take", 4)
    assert table.fields[:7] == [None, None, None, None, None, 1, 2]
    assert sorted(move.removeprefix("take ") for move in game.legal) == sorted(
        str(table.fields[field]) for field in table.reach
    )
    assert [seat.pawns for seat in table.seats] == [[5, 6], [9, 11]]
    assert [seat.series for seat in table.seats] == [[[5, 6]], []]
    assert [seat.loose for seat in table.seats] == [[], [9, 11]]
    assert [seat.score for seat in table.seats] == [2, 0]


def test_n9_in_solitaire_series_that_touch_lie_apart() -> None:
    game = square([1, 3, 2], players=1)
    for move in ("take 1", "take 3", "take 2 on 3"):
        game.play(move)
    (seat,) = game.view(1).table.seats
    assert seat.series == [[1], [2, 3]]
    assert (seat.loose, seat.score) == ([], 2)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_seat_and_the_watcher_are_shown_the_same(players: int) -> None:
    game = played_on(random.Random(players), players, 20)
    shown = {
        msgspec.json.encode((game.view(seat).table, game.log(seat))) for seat in [*range(1, players + 1), "watcher"]
    }
    assert len(shown) == 1


def test_a_take_is_told_with_the_way_of_the_power_pawn() -> None:
    game = square([7, 8])
    assert told_of(game, "take 7") == Took(seat=1, pawn=7, start=0, field=1, free=False, on=None, over=False)


def test_n4_a_free_choice_is_told_as_such() -> None:
    game = played_on(random.Random(1), 2, 1)
    told = told_of(game, game.legal[0])
    assert isinstance(told, Took)
    assert told.over
    lines = {told_of(late, late.legal[0]).free for late in (played_on(random.Random(seed), 2, 3) for seed in range(30))}
    assert lines == {True, False}


@pytest.mark.parametrize("board", ["classic", "square"])
def test_n4_the_table_says_when_any_pawn_may_be_taken(board: str) -> None:
    said = set()
    for seed in range(30):
        game = played_on(random.Random(seed), 2, 3, board=board)
        table: NummerusTable = game.view(1).table
        places = fields(board)
        row, column = places[table.power]
        pawns = [places[field] for field, pawn in enumerate(table.fields) if pawn is not None]
        lines = [in_line(places, (row, column), pawn) for pawn in pawns]
        assert table.free_choice == (not any(lines))
        said.add(table.free_choice)
    assert said == {True, False}


def in_line(places: list[tuple[int, int]], start: tuple[int, int], end: tuple[int, int]) -> bool:
    """N3: can one slide from a field to another, in one of 8 directions and over fields of the board only?"""
    down, right = end[0] - start[0], end[1] - start[1]
    if 0 not in (down, right) and abs(down) != abs(right):
        return False
    steps = max(abs(down), abs(right))
    way = [(start[0] + down * step // steps, start[1] + right * step // steps) for step in range(1, steps + 1)]
    return all(field in places for field in way)


def test_n4_n8_the_choice_is_not_free_while_pawns_are_exchanged_nor_at_the_end() -> None:
    game = square([5, 9, 6, 11, 20], tausch=True)
    game.play("take 5").play("take 9")
    assert game.view(1).table.phase == "trade"
    assert not game.view(1).table.free_choice
    over = played_on(random.Random(1), 2, 1)
    over.play(over.legal[0])
    assert not over.view(1).table.free_choice


def test_n10_only_a_solitaire_puts_series_away() -> None:
    assert played_on(random.Random(1), 1, 3).view(1).table.put_away_from == 6
    assert played_on(random.Random(1), 2, 3).view(1).table.put_away_from is None


def test_n8_an_exchange_is_told_with_both_pawns_and_the_other_seat() -> None:
    game = square([5, 9, 6, 11, 20], players=3, tausch=True)
    for move in ("take 5", "take 9", "end", "take 6"):
        game.play(move)
    assert told_of(game, "trade 6 9") == Traded(seat=3, other=2, given=6, taken=9, over=False)
    game.play("take 11")
    assert told_of(game, "end") == Ended(seat=1, over=False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_move_is_said_in_every_language(lang: str) -> None:
    said = rectoverso.new("nummerus", players=2).game.in_words
    tellings: list[NummerusTold] = [
        Took(1, 17, 3, 4, False, None, False), Took(1, 17, 3, 4, True, None, False),
        Took(1, 17, 3, 4, False, 16, False), Took(1, 17, 3, 4, False, None, True),
        Traded(1, 2, 12, 30, False), Traded(2, 1, 12, 30, False), Traded(2, 3, 12, 30, False), Ended(2, False),
    ]  # fmt: skip
    lines = [said(told, lang, NAMES) for told in tellings]
    assert len(set(lines)) == len(lines)
    assert all("@" not in line and "{" not in line for line in lines)
    assert "17" in lines[0]
    assert "Anna" in lines[4]


def test_the_picture_shows_board_series_and_tokens() -> None:
    game = square([5, 9, 6], tausch=True)
    game.play("take 5").play("take 9").play("end").play("take 6")
    lines = str(game).splitlines()
    assert lines[0].split() == ["·", "·", "·", "★", "1", "2", "3"]
    assert lines[-2:] == ["seat 1: 5-6 (2 tokens)", "seat 2: 9 (2 tokens)"]


@pytest.mark.parametrize("board", ["classic", "square"])
def test_the_drawing_is_a_picture_with_all_pawns(board: str) -> None:
    game = played_on(random.Random(5), 2, 30, board=board)
    svg = ElementTree.fromstring(game._repr_svg_())
    texts = {text for text in svg.itertext() if text.isdigit()}
    assert {str(pawn) for pawn in range(1, 49)} <= texts


def test_nothing_is_hidden_so_nothing_fades_and_nothing_is_uncovered() -> None:
    game = played_on(random.Random(2), 2, 40)
    move = game.legal_numbers[0]
    assert not game.game.reveals_a_face(game.state, move)
    told = game.watch_number(move, [1])[1]
    assert game.game.without_faces(told) == told
    assert game.odds(1) == {"next": None}
    assert game.view(1, "notes").known.left == sorted(
        set(range(1, 49)) - {pawn for seat in game.view(1).table.seats for pawn in seat.pawns}
    )
