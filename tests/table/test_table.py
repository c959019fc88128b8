"""Rounds and matches; and that a table is the replay of its log."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from rectoverso.errors import Refused
from rectoverso.games import GAMES
from rectoverso.table import commands as c
from rectoverso.table import events as e
from rectoverso.table.setup import Setup
from tests.table.evening import Evening, told, two


def test_n7_points_add_up_over_the_rounds_and_the_first_seat_moves_on() -> None:
    evening = Evening("nummerus", "person", "person", "person", options={"scoring": "points"}, rounds=3)
    totals = [0, 0, 0]
    for number in range(3):
        evening.deal()
        expected = [1, 2, 3][number:] + [1, 2, 3][:number]
        assert evening.table.order == expected
        assert evening.table.ranks() is None
        evening.play_out()
        played = evening.table.finished[-1]
        for chair, score in zip(played.order, played.result.scores, strict=True):
            totals[chair - 1] += score
        assert evening.table.points() == totals
        assert evening.table.match_over == (number == 2)
        for chair in (1, 2, 3):
            evening.do(c.PlayAgain, chair, False)
    assert evening.table.match == 2
    assert evening.table.points() == [0, 0, 0]


def test_n7_most_points_win_and_ties_share() -> None:
    evening = Evening("nummerus", "person", "person", options={"scoring": "points"}, rounds=2)
    for _ in range(2):
        evening.deal()
        evening.play_out()
        ranks, points = evening.table.ranks(), evening.table.points()
        for chair in (1, 2):
            evening.do(c.PlayAgain, chair, False)
    assert ranks == [1 + (points[1] > points[0]), 1 + (points[0] > points[1])]


def test_the_same_deal_once_more_has_the_same_deal_and_seats() -> None:
    evening = Evening("titus", "person", "person", random_seats=True)
    evening.deal()
    evening.play_out()
    evening.do(c.PlayAgain, 1, True)
    assert evening.table.phase == "over"
    evening.do(c.PlayAgain, 2, True)
    first, again = evening.table.finished[0], evening.table
    assert again.round is not None
    assert again.round.deal.tolist() == again.replayed(first).deal.tolist()
    assert (again.order, again.again_of) == (first.order, 1)
    evening.play_out()
    evening.do(c.PlayAgain, 1, True)
    evening.do(c.PlayAgain, 2, False)
    assert evening.table.phase == "committing"


def test_a_finished_round_keeps_a_move_that_the_rules_no_longer_allow() -> None:
    evening = two()
    assert evening.table.round is not None
    legal = evening.table.round.legal
    former = next(move for move in evening.table.game.texts if move.startswith("take ") and move not in legal)
    evening.happen([e.Moved(t=evening.now, chair=1, move=former)])
    evening.do(c.Resign, 1)
    [played] = evening.table.finished
    assert evening.table.replayed(played).moves == played.moves == [former]


def test_who_moves_first_is_drawn_with_the_deal() -> None:
    orders = set()
    for seed in range(12):
        evening = Evening("nummerus", "person", "person", "person", seed=seed, random_seats=True)
        evening.deal()
        orders.add(tuple(evening.table.order))
    assert len(orders) > 2
    assert all(sorted(order) == [1, 2, 3] for order in orders)


def test_j2_n1_the_table_may_say_who_begins() -> None:
    """The dealer, or the youngest: their chair has seat 1, the others follow clockwise. N7: then it moves on."""
    evening = Evening("nummerus", "person", "person", "person", first_chair=2)
    evening.deal()
    assert evening.table.order == [2, 3, 1]
    evening.play_out()
    evening.want_again()
    evening.deal()
    assert evening.table.order == [3, 1, 2]


def test_a_stored_table_without_a_first_chair_begins_with_chair_1() -> None:
    setup = b'{"game": "nummerus", "players": 2, "options": {}, "random_seats": false}'
    assert msgspec.json.decode(setup, type=Setup).first_chair == 1


@settings(max_examples=25)
@given(st.data())
def test_a_table_is_the_replay_of_its_log_whatever_happens(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    kinds = data.draw(st.lists(st.sampled_from(["person", "bot"]), min_size=2, max_size=3))
    who = ["person", *kinds][: 3 if game == "janus" else 2 + (len(kinds) > 2)]
    evening = Evening(game, *who, *["bot"] * ((3 if game == "janus" else 2) - len(who)), turn_seconds=60, seed=7)
    for _ in range(data.draw(st.integers(1, 40))):
        chair = data.draw(st.integers(1, len(evening.table.chairs)))
        try:
            _something(evening, chair, data.draw(st.sampled_from(DEEDS)))
        except Refused:
            continue
    assert told(evening.table) == told(evening.twin())
    assert evening.table.n == len(evening.log)


YEAR_S = 365 * 24 * 3600
DEEDS = [
    "play",
    "play",
    "play",
    "undo",
    "ask",
    "yes",
    "no",
    "resign",
    "stop",
    "back",
    "again",
    "commit",
    "later",
    "clock back",
    "clock ahead",
    "leave",
    "away",
]


def _something(evening: Evening, chair: int, deed: str) -> None:
    table = evening.table
    match deed:
        case "play" if table.to_move is not None:
            evening.play()
        case "undo":
            evening.do(c.Undo, chair, table.n)
        case "ask":
            evening.do(c.AskClose, chair)
        case "yes" | "no":
            evening.do(c.CastVote, chair, deed == "yes")
        case "resign":
            evening.do(c.Resign, chair)
        case "stop":
            evening.do(c.Stop, chair)
        case "back":
            evening.do(c.Back, chair)
        case "again":
            evening.do(c.PlayAgain, chair, False)
        case "commit":
            evening.do(c.Commit, chair, None)
        case "leave":
            evening.do(c.Leave, chair)
        case "later":
            evening.later(21)
        case "clock back":
            evening.later(-3600)
        case "clock ahead":
            evening.later(3 * YEAR_S)
        case "away":
            evening.away = {} if evening.away else {chair: evening.now}
