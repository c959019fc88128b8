"""What is shown and told of Titus: what lies open now, and no hidden face before the end."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

import rectoverso
from rectoverso.games.titus.board import TitusCoin, TitusTable
from rectoverso.games.titus.narration import Drew, Joined, Merged, Placed, Scored, Swapped, TitusTold, Took
from rectoverso.words import LANGUAGES
from tests.games.driver import rigged_cards
from tests.games.titus.oracle import all_coins
from tests.games.titus.positions import played
from tests.games.titus.rigged import ONE_SERIES, ONE_SERIES_SCRIPT

NAMES = ["@you", "Anna", "Bob", "Cleo"]


def at(top: str, script: str = "", players: int = 2) -> rectoverso.Round:
    game = rectoverso.from_deal("titus", players, rigged_cards(all_coins(), top))
    for move in filter(None, script.split("; ")):
        game.play(move)
    return game


def told_of(game: rectoverso.Round, move: str) -> TitusTold:
    told: TitusTold = game.watch_number(game.game.number(move), [1])[1]
    return told


def said(game: rectoverso.Round, move: str, lang: str = "en") -> str:
    return game.game.in_words(told_of(game, move), lang, NAMES)


def coins(*pairs: tuple[int, int]) -> list[TitusCoin]:
    return [TitusCoin(tag, face) for tag, face in pairs]


# ---- the table


def test_the_table_shows_pile_stack_reserves_and_series() -> None:
    table: TitusTable = at(f"{ONE_SERIES} 9/8", ONE_SERIES_SCRIPT).view(2).table
    assert (table.pile, table.top, table.hand, table.phase) == (49, TitusCoin(6, 9), None, "choose")
    assert table.stack == list(range(17, 6, -1))
    assert [seat.groups for seat in table.seats] == [[], [coins((2, 5))]]
    assert table.seats[0].series[0].card == 18
    assert table.seats[0].series[0].coins == coins((1, 1), (3, 2), (4, 3), (5, 4))
    assert [seat.score for seat in table.seats] == [18, 0]
    assert table.backs is None


def test_t9_the_coin_in_the_hand_and_the_next_one_show() -> None:
    table: TitusTable = at("7/9 3/4", "draw").view(1).table
    assert (table.hand, table.top, table.phase, table.taken) == (TitusCoin(1, 7), TitusCoin(2, 3), "drawn", 1)


def test_t13_the_table_says_who_is_alone_with_the_fewest() -> None:
    assert at(ONE_SERIES, ONE_SERIES_SCRIPT).view("watcher").table.unlimited
    assert not at(ONE_SERIES).view(1).table.unlimited


def test_t19_groups_of_four_left_in_the_reserve_count_six() -> None:
    table = at(ONE_SERIES, ONE_SERIES_SCRIPT.removesuffix("; score #1")).view(1).table
    assert [seat.score for seat in table.seats] == [6, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seats_and_the_watcher_are_shown_the_same(players: int) -> None:
    game = played(players, players, moves=60)
    shown = {
        msgspec.json.encode((game.view(seat).table, game.odds(seat))) for seat in [*range(1, players + 1), "watcher"]
    }
    assert len(shown) == 1


def test_the_notes_hold_the_faces_that_were_turned_away() -> None:
    game = at("7/9 14/14 5/5", "draw; place; draw; swap #1; place")
    known = game.view(2, "notes").known
    assert known.backs == {"#1": 7}
    assert (7, 9) not in known.unknown
    assert len(known.unknown) == 53


def test_after_the_end_every_back_is_shown() -> None:
    game = played(4)
    table: TitusTable = game.view("watcher").table
    assert (table.pile, table.top, table.hand) == (0, None, None)
    assert table.backs is not None
    assert len(table.backs) == 54


# ---- what is told


def test_t9_a_draw_tells_the_coin_and_the_next_one() -> None:
    game = at("7/9 3/4")
    assert told_of(game, "draw") == Drew(1, TitusCoin(1, 7), TitusCoin(2, 3))
    assert said(at("7/9 3/4"), "draw") == "You draw coin 7. The pile now shows 3."


def test_t9_an_exchange_tells_the_face_that_turned_up() -> None:
    game = at("7/9 14/14 5/5", "draw; place; draw")
    assert told_of(game, "swap #1") == Swapped(2, 1, TitusCoin(2, 14), TitusCoin(1, 7), 9)
    again = at("7/9 14/14 5/5", "draw; place; draw")
    assert said(again, "swap #1") == "Anna exchanges coin 14 for your coin 7 and turns it over: 9."


def test_t10_a_take_tells_the_series_and_the_face_that_turned_up() -> None:
    game = at("1/1 5/5 2/2 3/3 4/6", ONE_SERIES_SCRIPT)
    assert told_of(game, "take 18") == Took(2, 1, 18, TitusCoin(5, 4), 6)


def test_the_other_moves_tell_what_lies_together() -> None:
    game = at("1/1 5/5 2/2 9/9 4/4 7/7 3/3")
    game.play("draw")
    assert told_of(game, "place") == Placed(1, TitusCoin(1, 1), False)
    for move in ("draw", "place", "draw"):
        game.play(move)
    assert told_of(game, "join #1") == Joined(1, TitusCoin(3, 2), coins((1, 1)), False)
    for move in ("end", "draw", "place", "draw", "place", "draw", "place", "draw", "place"):
        game.play(move)
    assert told_of(game, "merge #1 #7") == Merged(1, coins((1, 1), (3, 2)), coins((7, 3)), False)
    game.play("merge #1 #5")
    assert said(game, "score #1") == "You score 1-2-3-4 on point card 18."


def test_a_score_tells_the_series_and_the_card() -> None:
    game = at(ONE_SERIES, ONE_SERIES_SCRIPT.removesuffix("; score #1"))
    assert told_of(game, "score #1") == Scored(1, coins((1, 1), (3, 2), (4, 3), (5, 4)), 18, False)


def test_faded_lines_name_no_face() -> None:
    """In the JSON of a faded line every face is null, and its words name point cards only, not the numbers of coins."""
    game = played(7, 3, moves=120)
    for entry in game.log(1, "notes"):
        faded = game.game.without_faces(entry.told)
        data = msgspec.json.decode(msgspec.json.encode(faded))
        held = [value for name, value in data.items() if name in ("coin", "next", "given", "wanted") and value]
        held += [coin for name in ("group", "lower", "upper") for coin in data.get(name, [])]
        assert all(coin["face"] is None for coin in held)
        assert data.get("back") is None
        for lang in LANGUAGES:
            words = game.game.in_words(faded, lang, NAMES)
            assert words
            assert "#" not in words


def test_the_end_is_told() -> None:
    game = played(8)
    assert game.log(1)[-1].told.over
    assert "the game is over" in game.game.in_words(game.log(1, "notes")[-1].told, "en", NAMES)


# ---- undo


def test_t5_what_uncovers_a_face_cannot_be_taken_back() -> None:
    game = at("1/1 5/5 2/2 3/3 4/6", ONE_SERIES_SCRIPT)
    uncovering = {move: game.game.reveals_a_face(game.state, game.game.number(move)) for move in game.legal}
    assert uncovering == {"draw": True, "take 18": True}
    game.play("draw")
    uncovering = {move: game.game.reveals_a_face(game.state, game.game.number(move)) for move in game.legal}
    assert uncovering.pop("place") is False


def test_the_last_coin_uncovers_nothing_but_the_end_does() -> None:
    game = played(9)
    last = max(at for at, number in enumerate(game.numbers) if game.game.text(number) == "draw")
    assert not game.game.reveals_a_face(game.at(last).state, game.numbers[last])
    assert game.game.reveals_a_face(game.at(len(game.numbers) - 1).state, game.numbers[-1])


# ---- pictures


def test_the_picture_names_every_coin_that_lies_open() -> None:
    game = at(f"{ONE_SERIES} 9/8", ONE_SERIES_SCRIPT)
    assert str(game).splitlines() == [
        "pile: 9(#6) and 48 more   point cards: 17 to 7",
        "seat 1: –",
        "  card 18: 1(#1)-2(#3)-3(#4)-4(#5)",
        "seat 2: 5(#2)",
    ]


@pytest.mark.parametrize("moves", [0, 1, 40, 100, 10_000])
def test_the_drawing_is_well_formed(moves: int) -> None:
    root = ElementTree.fromstring(played(10, 4, moves)._repr_svg_())
    assert root.tag.endswith("svg")
