"""Exercises: every position can be reached, has a best move that is clearly better, and the collections are varied."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from rectoverso.analysis.long_search import SearchedMove, lead, lead_error, long_search
from rectoverso.errors import BadInput
from rectoverso.games import GAMES, game_named
from rectoverso.games.exercise import Exercise, exercise_of, exercises, position_of, read, written
from rectoverso.games.game import Game
from rectoverso.kernel.rng import new_rng
from rectoverso.server.http.exercises import answer_message, position_message
from rectoverso.server.messages.http import LessonMove
from scripts import exercises as script
from scripts.exercises import (
    COLLECTION,
    LONG_SEARCHES,
    LONG_SIMULATIONS,
    MAX_SHARE,
    MIN_CHOICES,
    MIN_LEAD,
    Candidate,
    Part,
    confirmed,
    grade,
    is_clear,
    known,
    of_exercise,
    part,
)

WITH_EXERCISES = [game_named(name) for name in GAMES if exercises(game_named(name))]
ALL = [(game, exercise) for game in WITH_EXERCISES for exercise in exercises(game)]


def first_of_each_grade(game: Game) -> list[Exercise]:
    """One exercise of each grade, the first in the order of the collection; the soak searches all."""
    return list({one.grade: one for one in reversed(exercises(game))}.values())


SAMPLE = [(game, exercise) for game in WITH_EXERCISES for exercise in first_of_each_grade(game)]
OTHER_SEED = 1 << 33
"""Numbers that no search has used which decided about keeping a position."""
MIN_ERRORS_AGAIN = 3.0


def name_of(value: object) -> str | None:
    """A game or an exercise in the name of a test."""
    if isinstance(value, Game):
        return value.name
    return f"{value.deal}-{len(value.moves)}" if isinstance(value, Exercise) else None


def test_titus_and_janus_have_exercises() -> None:
    assert {"titus", "janus"} == {game.name for game in WITH_EXERCISES}


@pytest.mark.parametrize("game", WITH_EXERCISES, ids=name_of)
def test_every_exercise_is_a_position_with_a_clearly_best_move(game: Game) -> None:
    for exercise in exercises(game):
        position = position_of(game, exercise)
        assert set(exercise.wins) == set(position.legal)
        assert len(exercise.wins) >= MIN_CHOICES
        chances = list(exercise.wins.values())
        assert all(better >= worse for better, worse in pairwise(chances))
        assert chances[0] - chances[1] >= MIN_LEAD - 0.001  # they are rounded


@pytest.mark.parametrize("game", WITH_EXERCISES, ids=name_of)
def test_a_collection_is_varied_and_at_least_half_of_it_is_not_for_newcomers(game: Game) -> None:
    collection = exercises(game)
    assert len({(one.deal, one.moves) for one in collection}) == len(collection)
    counts = Counter(property for one in collection for property in of_exercise(one))
    assert max(counts.values()) <= MAX_SHARE * COLLECTION
    assert 2 * sum(one.grade == "easy" for one in collection) <= len(collection)


@pytest.mark.parametrize(("game", "exercise"), SAMPLE, ids=name_of)
def test_the_grade_says_who_finds_the_move(game: Game, exercise: Exercise) -> None:
    position = position_of(game, exercise)
    assert grade(position.observation(position.turn or 0), game.number(exercise.best)) == exercise.grade


@pytest.mark.parametrize(("game", "exercise"), SAMPLE, ids=name_of)
def test_a_search_with_other_random_numbers_finds_the_same_move(game: Game, exercise: Exercise) -> None:
    search_again(game, exercise, 50_000)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "exercise"), ALL, ids=name_of)
def test_a_long_search_with_other_random_numbers_finds_the_same_move(game: Game, exercise: Exercise) -> None:
    search_again(game, exercise, LONG_SIMULATIONS)


def search_again(game: Game, exercise: Exercise, simulations: int) -> None:
    """Search the position from what its seat has seen: the best move is the same, beyond what chance may do."""
    position = position_of(game, exercise)
    found = long_search(position.observation(position.turn or 0), simulations, OTHER_SEED)
    assert game.text(found[0].move) == exercise.best
    assert lead(found) > MIN_ERRORS_AGAIN * lead_error(found)


@pytest.mark.parametrize("game", WITH_EXERCISES, ids=name_of)
def test_nothing_is_told_that_the_seat_has_not_seen(game: Game) -> None:
    """In a world that looks the same to the seat, with other hidden faces, all messages are the same, byte for byte."""
    others = 0
    for number, exercise in enumerate(exercises(game), 1):
        position = position_of(game, exercise)
        world = position.imagine(position.turn or 0, new_rng(number))
        others += world.deal.tolist() != position.deal.tolist()
        told, in_world = (
            msgspec.json.encode(position_message(one, number, exercise.grade)) for one in (position, world)
        )
        assert told == in_world
        for move in list(exercise.wins)[:3]:
            tried = LessonMove(move)
            assert answer_message(position, exercise, tried) == answer_message(world, exercise, tried)
    assert others > 0


def test_an_exercise_is_read_as_it_was_written() -> None:
    for game, exercise in SAMPLE:
        assert read(json.loads(json.dumps(written(exercise)))) == exercise
        assert exercise_of(game, 1) == exercises(game)[0]


def test_games_without_a_collection_and_other_numbers_are_refused() -> None:
    assert exercises(game_named("nummerus")) == ()
    with pytest.raises(BadInput, match="nummerus has 0 exercises"):
        exercise_of(game_named("nummerus"), 1)
    with pytest.raises(BadInput, match="there is no number 0"):
        exercise_of(game_named("titus"), 0)


def test_a_lead_counts_only_if_the_search_tried_that_move_most() -> None:
    ahead = [SearchedMove(1, 900, 0.6, 8000), SearchedMove(2, 100, 0.5, 8000)]
    assert is_clear(ahead)
    assert not is_clear([msgspec.structs.replace(ahead[0], tries=50), ahead[1]])
    assert not is_clear([msgspec.structs.replace(ahead[0], win=0.53), ahead[1]])
    assert not is_clear([msgspec.structs.replace(one, games=100) for one in ahead])


def test_parts_share_the_deals() -> None:
    parts = [part("1/3"), part("2/3"), part("3/3")]
    assert [[one.number for one in parts if one.takes(deal)] for deal in range(0, 60, 12)] == [[1], [2], [3], [1], [2]]
    for game in WITH_EXERCISES:
        for one in parts:
            players = {game.players[deal % len(game.players)] for deal in range(36) if one.takes(deal)}
            assert players == set(game.players)
    assert sum(one.share for one in parts) == COLLECTION
    for wrong in ("0/2", "3/2"):
        with pytest.raises(ValueError, match=wrong):
            part(wrong)


def test_what_parts_find_is_merged_in_the_order_of_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "FOUND", tmp_path)
    game = game_named("titus")
    have = exercises(game)
    last = have[-1]
    later = [last._replace(deal=last.deal + ahead) for ahead in (1, 2, 3)]
    for number, found in enumerate((later[1::2], [last, *later[::2]]), 1):
        lines = [f"{script.line(one)}\n" for one in found]
        Part(number, 2).file(game).write_text("".join(lines), "utf-8")
    assert known(game) == [*have, *later]


def test_the_first_search_that_disagrees_ends_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("titus")
    exercise = exercises(game)[0]
    one = Candidate(position_of(game, exercise), game.number(exercise.best), 0.1, exercise.phase, exercise.grade)
    agree = [SearchedMove(one.best, 900, 0.6, 8000), SearchedMove(one.best + 1, 100, 0.5, 8000)]
    closer = [msgspec.structs.replace(agree[0], win=0.52), agree[1]]
    seeds = []

    def answers(results: list[list[SearchedMove]]) -> object:
        def search(_observation: object, _simulations: int, seed: int) -> list[SearchedMove]:
            seeds.append(seed)
            return results.pop(0)

        return search

    monkeypatch.setattr(script, "long_search", answers([agree] * len(LONG_SEARCHES)))
    assert confirmed(one, 7) == agree
    assert len(set(seeds)) == len(LONG_SEARCHES)
    monkeypatch.setattr(script, "long_search", answers([agree, closer]))
    assert confirmed(one, 7) is None
