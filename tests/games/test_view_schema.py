"""Views are typed data: what every seat is shown keeps to the schema of its game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator, ValidationError

import rectoverso
from rectoverso.games import GAMES, game_named
from rectoverso.games.conformance.sample_games import any_move, go_on, opened, tables, viewers
from rectoverso.games.round import Memory, Round, Seat
from rectoverso.kernel.rng import new_rng

MEMORIES: tuple[Memory, ...] = ("table", "notes")


def sent(round: Round, seat: Seat, memory: Memory) -> Any:
    return msgspec.json.decode(msgspec.json.encode(round.view(seat, memory)))


def moments(name: str, players: int, options: dict[str, Any]) -> list[Round]:
    """The beginning, the middle and the end of one game."""
    finished, rng = opened(game_named(name), players, options, 5), new_rng(5)
    while not finished.over:
        go_on(finished, any_move(finished, rng))
    return [finished.at(0), finished.at(len(finished.numbers) // 2), finished]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_keeps_to_the_schema(name: str) -> None:
    schema = rectoverso.view_schema(name)
    Draft202012Validator.check_schema(schema)
    keeps_to = Draft202012Validator(schema)
    for players, options in list(tables(game_named(name)))[::3]:
        for round in moments(name, players, options):
            for seat in viewers(round)[-2:]:
                for memory in MEMORIES:
                    keeps_to.validate(sent(round, seat, memory))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", ["table", "log", "legal", "seat"])
def test_a_view_that_lacks_a_part_does_not(name: str, part: str) -> None:
    view = sent(rectoverso.new(name, seed="schema"), 1, "table")
    del view[part]
    with pytest.raises(ValidationError, match=part):
        Draft202012Validator(rectoverso.view_schema(name)).validate(view)


def test_notes_give_the_odds_to_seats_and_where_nothing_is_private_to_watchers() -> None:
    for name, private in (("titus", False), ("janus", True), ("nummerus", False)):
        round = rectoverso.new(name, seed="notes")
        assert sent(round, 1, "notes")["odds"] == msgspec.json.decode(msgspec.json.encode(round.odds(1)))
        assert (sent(round, "watcher", "notes")["odds"] is None) == private
        assert "odds" not in sent(round, 1, "table")
