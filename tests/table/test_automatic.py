"""What happens at a table without a command: deals, clocks, votes, takeovers."""

from __future__ import annotations

from typing import Any

from rectoverso.games.game_record import from_record
from rectoverso.table import automatic
from rectoverso.table import commands as c
from rectoverso.table import events as e
from rectoverso.table.attendance import Attendance
from rectoverso.table.proof import verify
from rectoverso.table.round_record import round_record
from tests.table.evening import Evening, refusal, told, two


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


def test_a_table_waits_until_nobody_is_missing() -> None:
    evening = Evening("nummerus", "person", "open")
    assert evening.table.phase == "waiting"
    evening.command(c.TakeOpenChair(2, "Ben"), "g2")
    assert evening.table.phase == "committing"


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
    evening.later(9.9)
    assert evening.table.phase == "opening"
    evening.later(0.1)
    assert evening.table.phase == "committing"  # not opened: drawn again (test_fair.py)


def test_a_bot_plays_for_whoever_lets_the_clock_run_out_until_they_are_back() -> None:
    evening = two(turn_seconds=30)
    evening.later(29)
    assert evening.table.chair(1).ended is None
    evening.later(1)
    assert evening.table.chair(1).ended == "clock"
    assert refusal(c.Play, evening, 1, evening.table.n, "take 1") == "bot-plays"
    evening.do(c.Back, 1)
    assert evening.table.deadline == evening.now + 30_000


def test_a_bot_takes_over_from_a_leaver_after_the_grace_time_if_somebody_waits() -> None:
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


def test_resigning_ends_a_round_between_two_and_the_other_wins() -> None:
    for game, moves in (("nummerus", 9), ("titus", 12)):
        evening = two(game)
        for _ in range(moves):
            evening.play()
        evening.do(c.Resign, 1)
        assert evening.table.phase == "over"
        played = evening.table.finished[0]
        assert played.ended == {1: "resigned"}
        assert played.result.ranks == [2, 1]
        record = round_record(evening.table, played, "t")
        assert "result" not in record
        assert record["stopped"] == {"scores": played.result.scores, "ranks": [2, 1]}
        assert record["ended"] == {"seat": 1, "by": "resigned"}
        assert from_record(record).result == played.result
        verify(record)
        assert told(evening.table) == told(evening.twin())
        evening.want_again()
        evening.deal()
        assert not evening.table.chair(1).bot_plays


def test_in_a_larger_game_a_bot_plays_on_for_whoever_resigns() -> None:
    evening = Evening("nummerus", "person", "person", "person")
    evening.deal()
    assert refusal(c.Stop, evening, 2) == "not-now"
    evening.do(c.Resign, 1)
    assert refusal(c.Back, evening, 1) == "not-handed-over"
    assert refusal(c.Stop, evening, 1) == "bot-plays"
    evening.play_out()
    played = evening.table.finished[0]
    assert played.ended == {1: "resigned"}
    assert played.result == evening.table.replayed(played).standing
    assert "result" in round_record(evening.table, played, "t")


def test_those_who_still_play_may_end_a_round_that_somebody_has_given_up() -> None:
    evening = Evening("nummerus", "person", "person", "bot", "person")
    evening.deal()
    for _ in range(20):
        evening.play()
    evening.do(c.Resign, 2)
    evening.do(c.Stop, 1)
    assert refusal(c.Stop, evening, 1) == "voted-already"
    assert evening.table.phase == "playing"
    evening.do(c.Stop, 4)
    assert evening.table.phase == "over"
    result = evening.table.finished[0].result
    assert result.ranks[1] == 4
    assert sorted(result.ranks)[0] == 1
    assert [(note.what, note.chair) for note in evening.table.notes] == [("resigned", 2), ("stop", 1), ("stop", 4)]


def test_n7_who_ends_a_round_by_resigning_does_not_win_the_match() -> None:
    evening = two(rounds=2, options={"scoring": "points"})
    evening.play_out()
    points = evening.table.points()
    leader = 1 + (points[1] > points[0])
    evening.want_again()
    evening.deal()
    evening.do(c.Resign, leader)
    assert evening.table.match_over
    ranks = evening.table.ranks()
    assert ranks is not None
    assert ranks[leader - 1] == 2


def janus(*who: str, **setup: Any) -> Evening:
    evening = Evening("janus", *who, **setup)
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
    assert evening.table.finished[0].moves[-1] == "close"


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


def idle(evening: Evening, rounds: int) -> None:
    """Nobody keeps more than two cards, so nobody lays a triplet."""
    round = evening.table.round
    assert round is not None
    for _ in range(rounds * 3):
        discards = [move for move in round.legal if move.startswith("discard")]
        evening.play(discards[0] if len(discards) > 1 else "draw")
        if evening.table.phase == "playing" and "end" in round.legal:
            evening.play("end")


def test_j13_agreed_nothing_but_the_vote_ends_the_game_and_bots_say_yes_after_twelve_rounds() -> None:
    evening = janus("person", "bot", "bot", options={"ending": "agreed"})
    idle(evening, 11)
    evening.do(c.AskClose, 1)
    assert evening.table.phase == "playing"
    idle(evening, 2)
    assert evening.table.phase == "playing"
    evening.do(c.AskClose, 1)
    assert [event.yes for event in evening.log if isinstance(event, e.Voted)] == [False, True, True]
    assert evening.table.finished[0].moves[-1] == "close"


def test_j13_agreed_bots_that_are_left_alone_end_the_game_themselves() -> None:
    evening = janus("person", "bot", "bot", options={"ending": "agreed"})
    evening.do(c.Resign, 1)
    idle(evening, 11)
    assert evening.table.phase == "playing"
    idle(evening, 1)
    assert evening.table.phase == "over"
    assert evening.table.finished[0].moves[-1] == "close"
    assert not any(isinstance(event, e.VoteCalled) for event in evening.log)


def test_an_interruption_costs_nobody_their_turn() -> None:
    evening = two(turn_seconds=60)
    mover = evening.table.to_move
    assert mover is not None
    evening.now += 3600 * 1000  # the server was away for an hour
    attendance = Attendance()
    attendance.resume(evening.now)
    assert due(evening, attendance) == []
    assert automatic.next_due_at(evening.table, attendance) == evening.now + automatic.RESUMED_MS
    evening.now += automatic.RESUMED_MS
    [event] = due(evening, attendance)
    assert (type(event), event.chair) == (e.TakenOver, mover.number)


def test_after_an_interruption_a_short_turn_begins_anew_and_whoever_is_away_has_the_grace_time() -> None:
    evening = two(turn_seconds=5, grace_seconds=120)
    attendance = Attendance({2: evening.now})
    evening.now += 3600 * 1000
    attendance.resume(evening.now)
    assert automatic.next_due_at(evening.table, attendance) == evening.now + 5000
    assert attendance.away_since == {2: evening.now}


def test_an_interruption_takes_nobody_out_of_the_deal_and_ends_no_vote() -> None:
    committing = Evening("nummerus", "person", "person")
    opening = Evening("nummerus", "person", "person")
    opening.commit(1, 2)
    asked = Evening("janus", "person", "person", "person")
    asked.deal()
    asked.do(c.AskClose, 1)
    for evening in (committing, opening, asked):
        evening.now += 3600 * 1000
        assert due(evening, Attendance()) != []
        attendance = Attendance()
        attendance.resume(evening.now)
        assert due(evening, attendance) == []


def due(evening: Evening, attendance: Attendance) -> list[Any]:
    """What is due at a table now."""
    return automatic.events_due(evening.table, attendance, evening.now, evening.seed)
