"""Records: what is written can be read, what is read is checked to its last word."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rectoverso
from rectoverso.bots.selfplay import play_out, self_played
from rectoverso.errors import BadInput, shown
from rectoverso.games import GAMES, game_named
from rectoverso.games.game_record import (
    FORMAT,
    MAX_RECORD_MOVES,
    BadRecord,
    Written,
    from_record,
    legal_along,
    parse,
    replay,
)
from rectoverso.games.round import Result, Round


def finished(name: str, number: int = 0) -> Round:
    game = game_named(name)
    players = game.players[-1]
    return self_played(game, players, {}, "records", number, ["random"] * players)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_holds_what_the_format_asks_for(name: str) -> None:
    round = finished(name)
    record = round.record(names=["somebody"] * round.players)
    assert list(record) == ["format", "game", "players", "options", "deal", "moves", "result", "names"]
    assert record["format"] == FORMAT
    assert record["options"] == {}
    assert len(record["deal"]) == len(round.game.deck)
    assert record["result"] == {"scores": round.standing.scores, "ranks": round.standing.ranks}
    assert json.loads(json.dumps(record)) == record


def test_a_record_says_to_which_round_of_which_match_it_belongs() -> None:
    record = rectoverso.new("nummerus", 2, seed="match").record(match="t/1", round=2)
    assert (record["match"], record["round"]) == ("t/1", 2)
    assert from_record(record).game.name == "nummerus"


@pytest.mark.parametrize("name", GAMES)
def test_legal_lists_are_those_that_were_legal(name: str) -> None:
    round = finished(name)
    for at in (0, 7, len(round.numbers) - 1):
        assert legal_along(round)[at] == round.at(at).legal_numbers


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_read_from_text_bytes_or_data(name: str) -> None:
    record = finished(name).record(legal=True)
    text = json.dumps(record)
    for form in (record, text, text.encode(), parse(text)):
        again = from_record(form)
        assert again.moves == record["moves"]
        assert again.record(legal=True) == record


@pytest.mark.parametrize("name", GAMES)
def test_an_unfinished_record_goes_on_where_it_stopped(name: str) -> None:
    whole = finished(name)
    record = whole.at(10).record()
    assert "result" not in record
    round = from_record(record)
    for move in whole.moves[10:]:
        round.play(move)
    assert round.result == whole.result


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_wrong_move_is_found_where_it_stands(name: str, data: st.DataObject) -> None:
    round = finished(name)
    at = data.draw(st.integers(0, len(round.numbers) - 1))
    wrong = data.draw(st.sampled_from(round.game.texts))
    record = round.record(legal=True)
    legal = record["legal"][at]
    if wrong in legal or wrong in round.game.extra_moves:
        return
    record["moves"][at] = wrong
    with pytest.raises(BadRecord) as caught:
        from_record(record)
    assert str(caught.value).startswith(f"move {at + 1}: {wrong!r} is not legal; legal: {legal[0]}")
    assert caught.value.moves == at


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_step_is_checked_before_the_move_is(name: str) -> None:
    record = finished(name).record(legal=True)
    record["moves"][5] = "nonsense"
    record["to_move"][5] += 1
    with pytest.raises(BadRecord, match="move 6: to_move says"):
        from_record(record)
    record["legal"][4] = record["legal"][4][1:]
    with pytest.raises(BadRecord, match="move 5: legal leaves out"):
        from_record(record)
    record["legal"][3] = record["legal"][3] * 2
    with pytest.raises(BadRecord, match="move 4: legal lists a move twice"):
        from_record(record)


def test_the_longest_record_is_bounded() -> None:
    record = finished("nummerus").record()
    record["moves"] = ["take 1"] * (MAX_RECORD_MOVES + 1)
    with pytest.raises(BadRecord, match=r"100001 are more than the 100000"):
        from_record(record)


def test_j13_a_game_that_the_table_closed_is_a_good_record() -> None:
    round = rectoverso.new("janus", players=3, seed="records")
    round.play("draw").play("close")
    record = round.record(legal=True)
    assert record["moves"][-1] == "close"
    assert "close" not in record["legal"][-1]
    assert record["to_move"][-1] == 1
    assert from_record(record).over
    record["moves"].append("draw")
    for key in ("legal", "to_move"):
        record[key].append(record[key][-1])
    with pytest.raises(BadRecord, match="move 3: 'draw' comes after the end"):
        from_record(record)


def test_a_record_of_a_game_that_its_players_ended_keeps_the_scores_on_the_table() -> None:
    whole = self_played(game_named("titus"), 2, {}, "stopped", 0, ["random"] * 2)
    cut = whole.at(len(whole.numbers) // 2)
    scores = cut.standing.scores
    cut.stop(Result(scores, [2, 1]))
    written = cut.record()
    assert "result" not in written
    again = from_record(written)
    assert (again.over, again.result, again.legal) == (True, Result(scores, [2, 1]), [])
    other = {"scores": [score + 1 for score in scores], "ranks": [2, 1]}
    for stopped, reason in (
        (other, "stopped: scores are"),
        ({"scores": scores, "ranks": [0, 1]}, "are no ranks of 2 seats"),
        ({"scores": scores, "ranks": [1]}, "are no ranks of 2 seats"),
        ("gone", "stopped: Expected"),
    ):
        with pytest.raises(BadInput, match=reason):
            from_record({**written, "stopped": stopped})
    with pytest.raises(BadInput, match="stopped: given, but the game is over"):
        from_record({**whole.record(), "stopped": other})


def test_a_result_must_be_right_in_ranks_too() -> None:
    round = finished("nummerus")
    record = round.record()
    record["result"]["ranks"] = record["result"]["ranks"][::-1]
    if record["result"]["ranks"] == round.standing.ranks:
        record["result"]["ranks"] = [rank + 1 for rank in round.standing.ranks]
    with pytest.raises(BadRecord, match="result: ranks are"):
        from_record(record)


@pytest.mark.parametrize("wrong", [{}, {"scores": [1]}, {"scores": [1.5, 2], "ranks": [1, 2]}, "7", True])
def test_a_result_of_another_shape_is_refused(wrong: Any) -> None:
    with pytest.raises(BadRecord, match="result: "):
        from_record({**finished("nummerus").record(), "result": wrong})


def test_a_record_of_data_is_held_to_the_same_types() -> None:
    with pytest.raises(BadRecord, match="not a game record"):
        from_record({"format": FORMAT, "game": 7})
    with pytest.raises(BadInput, match="there is no game"):
        replay(Written(FORMAT, "chess", 2, {}, [], []))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text() | st.floats(), st.lists, max_leaves=30))
def test_a_quoted_value_is_never_longer_than_a_line(value: object) -> None:
    text = shown(value)
    assert len(text) <= 60
    assert "\n" not in text


@settings(deadline=None, max_examples=150)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_a_record_or_bad_input(line: bytes) -> None:
    with pytest.raises(BadInput):
        from_record(line)


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Janus without `stall` may go on for ever."""
    from rectoverso.bots import make_bot, selfplay
    from rectoverso.kernel.rng import new_rng

    monkeypatch.setattr(selfplay, "MAX_RECORD_MOVES", 50)
    round = rectoverso.new("janus", players=3, seed="records", stall=0)
    with pytest.raises(BadInput, match="did not end within 50 moves"):
        play_out(round, [make_bot("random")] * 3, [new_rng(1)] * 3)
