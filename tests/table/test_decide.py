"""Who may do what at a table, and what is refused."""

from __future__ import annotations

import pytest

from rectoverso.errors import Refused
from rectoverso.table import commands as c
from rectoverso.table.decide import MAX_REPEATED, MAX_ROUNDS, MAX_SAT_DOWN
from tests.table.evening import Evening, refusal, told, two


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


def test_what_somebody_answered_before_a_bot_took_over_is_not_taken_back() -> None:
    evening = Evening("nummerus", "person", "person", "person")
    evening.deal()
    evening.play()
    evening.play()
    evening.do(c.Leave, 2)
    assert evening.table.chair(2).bot_plays
    assert refusal(c.Undo, evening, 1, evening.table.n) == "others-have-moved"


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
            with pytest.raises(Refused, match="face-was-shown") as refused_now:
                evening.do(c.Undo, mover.number, table.n)
            # The page quotes its own line of that move, so nothing hidden is told.
            assert refused_now.value.details == {"at": len(table.steps)}
    assert offered
    assert refused


def test_undo_does_not_give_back_time() -> None:
    evening = two(turn_seconds=30)
    evening.later(20)
    evening.play()
    evening.later(5)
    evening.do(c.Undo, 1, evening.table.n)
    assert evening.table.deadline == evening.now + 5_000


def test_j13_other_games_know_no_vote() -> None:
    assert refusal(c.AskClose, two(), 1) == "no-vote-here"


# ---- what could be done for ever


def test_a_chair_may_not_undo_and_play_for_ever() -> None:
    evening = two()
    for _ in range(MAX_REPEATED):
        chair = evening.table.to_move
        assert chair is not None
        evening.play()
        evening.do(c.Undo, chair.number, evening.table.n)
    evening.play()
    assert refusal(c.Undo, evening, 1, evening.table.n) == "too-often"
    assert refusal(c.Rename, evening, 1, "Anna") == "too-often"
    evening.do(c.Rename, 2, "Bob")  # the others may
    evening.play_out()
    evening.want_again()
    evening.deal()
    evening.do(c.Rename, 1, "Anna")  # a new round, a new start


def test_other_things_that_could_be_done_for_ever_are_bounded_too() -> None:
    evening = Evening("nummerus", "person", "person", "person")
    evening.deal()
    for _ in range(MAX_REPEATED):
        evening.do(c.Leave, 1)
        evening.do(c.Back, 1)
    assert refusal(c.Leave, evening, 1) == "too-often"
    evening.play_out()
    for number in range(MAX_REPEATED):
        evening.do(c.PlayAgain, 2, bool(number % 2))
    assert refusal(c.PlayAgain, evening, 2, False) == "too-often"


@pytest.mark.parametrize("rounds", [1, 3])
def test_rounds_at_a_table_are_bounded_and_the_last_match_is_played_to_its_end(rounds: int) -> None:
    evening = Evening("nummerus", "person", "person", rounds=rounds)
    evening.deal()
    last = -(-MAX_ROUNDS // rounds) * rounds
    for number in range(1, last):
        evening.do(c.Resign, 1)
        if number >= MAX_ROUNDS:
            assert refusal(c.PlayAgain, evening, 1, True) == "too-often"
        evening.want_again()
        evening.deal()
    evening.do(c.Resign, 1)
    for same_deal in (False, True):
        assert refusal(c.PlayAgain, evening, 1, same_deal) == "too-often"
    assert evening.table.number == last


def test_a_guest_may_not_take_and_leave_a_chair_for_ever() -> None:
    evening = Evening("nummerus", "person", "open", "open")
    for _ in range(MAX_SAT_DOWN):
        evening.command(c.TakeOpenChair(2, "Bob"), "b")
        evening.command(c.Leave("", 2), "b")
    with pytest.raises(Refused, match="too-often"):
        evening.command(c.TakeOpenChair(2, "Bob"), "b")
    evening.command(c.TakeOpenChair(2, "Carl"), "c")
