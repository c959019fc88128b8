"""A table: who may do what, what happens by itself, and that its log tells all of it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rectoverso.errors import Refused
from rectoverso.games import GAMES
from rectoverso.table import commands as c
from rectoverso.table import events as e
from tests.table.evening import Evening, told


def refusal(command: type[c.ChairCommand], evening: Evening, chair: int, *fields: object) -> str:
    with pytest.raises(Refused) as refused:
        evening.do(command, chair, *fields)
    return refused.value.code


def two(game: str = "nummerus", **setup: object) -> Evening:
    evening = Evening(game, "person", "person", **setup)
    evening.deal()
    return evening


def test_a_new_round_does_not_begin_for_nobody() -> None:
    evening = two()
    while evening.table.phase == "playing":
        evening.play()
    evening.away = {2: evening.now}
    evening.away[1] = evening.now
    evening.do(c.PlayAgain, 1, False)
    assert evening.table.phase == "over"
    del evening.away[1]
    evening.later(1)
    assert evening.table.phase == "committing"


# ---- beginning


def test_a_table_waits_until_nobody_is_missing() -> None:
    evening = Evening("nummerus", "person", "open")
    assert evening.table.phase == "waiting"
    evening.command(c.TakeOpenChair(2, "Ben"), "g2")
    assert evening.table.phase == "committing"


def test_a_taken_chair_is_refused() -> None:
    evening = Evening("nummerus", "person", "open", "open")
    with pytest.raises(Refused, match="chair-taken"):
        evening.command(c.TakeChair(1, None), "g2")
    with pytest.raises(Refused, match="no-such-chair"):
        evening.command(c.TakeChair(4, None), "g2")


def test_only_the_host_fills_empty_chairs_and_only_while_the_table_waits() -> None:
    evening = Evening("nummerus", "person", "open")
    with pytest.raises(Refused, match="not-the-host"):
        evening.command(c.SeatBot("", 2, "club"), "g9")
    evening.command(c.SeatBot("", 2, "club"), "g1")
    with pytest.raises(Refused, match="not-now"):
        evening.command(c.SeatBot("", 2, "club"), "g1")


def test_a_table_nobody_came_to_is_given_up_after_a_day() -> None:
    evening = Evening("nummerus", "person", "open")
    evening.later(23 * 3600)
    assert evening.table.phase == "waiting"
    evening.later(3601)
    assert (evening.table.phase, evening.table.notice) == ("void", "nobody-came")


def test_the_deal_waits_ten_seconds_for_commitments_and_ten_for_nonces() -> None:
    evening = Evening("nummerus", "person", "person")
    evening.do(c.Commit, 1, "0" * 64)
    evening.later(9.9)
    assert evening.table.phase == "committing"
    evening.later(0.1)
    assert evening.table.phase == "opening"
    assert refusal(c.Commit, evening, 2, None) == "too-late"
    evening.later(10)
    assert evening.table.phase == "playing"
    assert evening.table.secrets is not None
    assert evening.table.secrets.by_chair(2) == [None, None]


# ---- undo


def test_one_takes_back_ones_own_last_action() -> None:
    evening = two()
    before = evening.table.round
    assert before is not None
    legal = before.legal
    evening.play()
    assert refusal(c.Undo, evening, 2, evening.table.n) == "nothing-to-undo"
    evening.do(c.Undo, 1, evening.table.n)
    assert evening.table.round is not None
    assert evening.table.round.legal == legal
    assert told(evening.table) == told(evening.twin())


def test_what_another_person_has_answered_is_not_taken_back() -> None:
    evening = two()
    evening.play()
    evening.play()
    assert refusal(c.Undo, evening, 1, evening.table.n) == "others-have-moved"
    evening.do(c.Undo, 2, evening.table.n)
    evening.do(c.Undo, 1, evening.table.n)
    assert refusal(c.Undo, evening, 1, evening.table.n) == "nothing-to-undo"


def test_the_answers_of_bots_are_taken_back_with_the_action() -> None:
    evening = Evening("nummerus", "person", "bot", "bot")
    evening.deal()
    for _ in range(3):
        evening.play()
    evening.do(c.Undo, 1, evening.table.n)
    assert evening.table.round is not None
    assert evening.table.round.numbers == []


@pytest.mark.parametrize("game", ["titus", "janus"])
def test_nothing_is_taken_back_once_a_face_was_shown(game: str) -> None:
    """Undo exactly when no face has become visible to anybody since: computed from visibility, never from values."""
    evening = Evening(game, *["person"] * (2 if game == "titus" else 3))
    evening.deal()
    offered = refused = 0
    for _ in range(60):
        table = evening.table
        if table.phase != "playing" or table.round is None:
            break
        mover = table.to_move
        assert mover is not None
        before, state = table.round, table.round.state.copy()
        move = evening.play()
        if table.phase != "playing":
            break
        shows = before.game.reveals_a_face(state, before.game.numbers[move])
        assert (table.undoable() == (mover.number, len(table.steps) - 1)) == (not shows)
        offered += not shows
        refused += shows
        if shows:
            assert refusal(c.Undo, evening, mover.number, table.n) == "face-was-shown"
    assert offered
    assert refused


def test_undo_does_not_give_back_time() -> None:
    evening = two(turn_seconds=30)
    evening.later(20)
    evening.play()
    evening.later(5)
    evening.do(c.Undo, 1, evening.table.n)
    assert evening.table.deadline == evening.now + 5_000


# ---- clocks, leaving, coming back


def test_who_lets_the_clock_run_out_is_played_by_a_bot_until_he_says_that_he_is_back() -> None:
    evening = two(turn_seconds=30)
    evening.later(29)
    assert evening.table.chair(1).ended is None
    evening.later(1)
    assert evening.table.chair(1).ended == "clock"
    assert refusal(c.Play, evening, 1, evening.table.n, "take 1") == "bot-plays"
    evening.do(c.Back, 1)
    assert evening.table.deadline == evening.now + 30_000


def test_a_bot_takes_over_a_leaver_after_the_grace_time_if_somebody_waits() -> None:
    evening = two(grace_seconds=60)
    evening.away = {1: evening.now}
    evening.later(59)
    assert not evening.table.chair(1).bot_plays
    evening.later(1)
    assert evening.table.chair(1).ended == "left"
    evening.away = {}
    evening.do(c.Back, 1)
    assert not evening.table.chair(1).bot_plays


def test_nobody_takes_over_while_nobody_waits() -> None:
    evening = two(grace_seconds=60)
    evening.away = {1: evening.now, 2: evening.now}
    evening.later(3600)
    assert not any(chair.bot_plays for chair in evening.table.chairs)
    alone = Evening("nummerus", "person", "bot")
    alone.deal()
    alone.away = {1: alone.now}
    alone.later(3600)
    assert not alone.table.chair(1).bot_plays


def test_who_resigns_is_played_by_a_bot_to_the_end_of_the_round() -> None:
    evening = two()
    evening.do(c.Resign, 1)
    assert refusal(c.Back, evening, 1) == "not-handed-over"
    evening.play_out()
    assert evening.table.finished[0].ended == {1: "resigned"}
    evening.do(c.PlayAgain, 1, False)
    evening.do(c.PlayAgain, 2, False)
    evening.deal()
    assert not evening.table.chair(1).bot_plays


# ---- the vote


def janus(*who: str) -> Evening:
    evening = Evening("janus", *who)
    evening.deal()
    return evening


def test_j13_the_game_ends_before_the_next_move_when_all_say_yes() -> None:
    evening = janus("person", "person", "person")
    evening.play()
    evening.do(c.AskClose, 3)
    evening.do(c.CastVote, 1, True)
    assert evening.table.phase == "playing"
    evening.do(c.CastVote, 2, True)
    assert evening.table.phase == "over"
    assert evening.table.finished[0].round.moves[-1] == "close"


def test_j13_a_single_no_or_a_minute_of_silence_ends_the_question() -> None:
    evening = janus("person", "person", "person")
    evening.do(c.AskClose, 2)
    assert refusal(c.AskClose, evening, 1) == "asked-already"
    assert refusal(c.CastVote, evening, 2, True) == "voted-already"
    evening.do(c.CastVote, 1, False)
    assert evening.table.vote is None
    assert refusal(c.AskClose, evening, 2) == "asked-already"
    evening.play()
    evening.do(c.AskClose, 2)
    evening.later(60)
    assert evening.table.vote is None
    assert refusal(c.CastVote, evening, 1, True) == "no-vote-open"


def test_j13_bots_vote_honestly_from_what_they_know() -> None:
    """At the beginning nobody can know that no triplet is possible: a bot says no."""
    evening = janus("person", "bot", "bot")
    evening.do(c.AskClose, 1)
    votes = [event for event in evening.log if isinstance(event, e.Voted)]
    assert [vote.yes for vote in votes] == [False]
    assert evening.table.phase == "playing"


def test_j13_other_games_know_no_vote() -> None:
    assert refusal(c.AskClose, two(), 1) == "no-vote-here"


# ---- rounds


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
    assert again.round.deal.tolist() == first.round.deal.tolist()
    assert (again.order, again.again_of) == (first.order, 1)
    evening.play_out()
    evening.do(c.PlayAgain, 1, True)
    evening.do(c.PlayAgain, 2, False)
    assert evening.table.phase == "committing"


def test_who_moves_first_is_drawn_with_the_deal() -> None:
    orders = set()
    for seed in range(12):
        evening = Evening("nummerus", "person", "person", "person", seed=seed, random_seats=True)
        evening.deal()
        orders.add(tuple(evening.table.order))
    assert len(orders) > 2
    assert all(sorted(order) == [1, 2, 3] for order in orders)


# ---- the log tells all


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
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


DEEDS = [
    "play",
    "play",
    "play",
    "undo",
    "ask",
    "yes",
    "no",
    "resign",
    "back",
    "again",
    "commit",
    "later",
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
        case "away":
            evening.away = {} if evening.away else {chair: evening.now}
