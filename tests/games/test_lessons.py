"""Lessons: every step can be played, every other move is answered, every rule that players act by is used."""

from __future__ import annotations

import pytest

from rectoverso.games import game_named
from rectoverso.games.discovery import own_names
from rectoverso.games.game import Game
from rectoverso.games.lesson import Lesson, Step
from rectoverso.games.lesson_steps import LEARNER, answer, lesson_of, message
from rectoverso.games.round import Round
from rectoverso.kernel.rng import new_rng
from rectoverso.server.http.lessons import show
from rectoverso.words import LANGUAGES, YOU, has, keys, say
from tests.games.acting_rules import ACTING

LESSONS = [(game_named(name), lesson) for name in own_names() for lesson in game_named(name).lessons]
STEPS = [(game, lesson, step) for game, lesson in LESSONS for step in lesson.steps]
NAMES = [YOU, *"BCDEF"]
each_step = pytest.mark.parametrize(
    ("game", "lesson", "step"), STEPS, ids=[f"{game.name}-{lesson.name}-{step.name}" for game, lesson, step in STEPS]
)
each_lesson = pytest.mark.parametrize(
    ("game", "lesson"), LESSONS, ids=[f"{game.name}-{lesson.name}" for game, lesson in LESSONS]
)


@each_step
def test_the_learner_can_do_what_the_step_asks_for_and_the_others_reply(game: Game, lesson: Lesson, step: Step) -> None:
    round = step.position()
    assert (round.game, round.players, round.turn) == (game, lesson.players, LEARNER)
    assert set(step.right) <= set(round.legal)
    for move in step.right:
        answered = answer(game, lesson, step, move, "en", NAMES)
        assert answered.right
        assert answered.text
        assert [frame.move for frame in answered.shown] == [move, *filter(None, step.then.split(", "))]
        assert answered.shown[0].seat == LEARNER


@each_step
def test_every_other_move_is_answered_with_the_reason(game: Game, lesson: Lesson, step: Step) -> None:
    legal = step.position().legal
    wrong = [move for move in legal if move not in step.right]
    assert has(f"{message(game, lesson, step)}_no") == bool(wrong)
    for move in wrong:
        answered = answer(game, lesson, step, move, "de", NAMES)
        assert not answered.right
        assert len(answered.text) > 20
        assert answered.shown == []
    impossible = [move for move in game.texts if move not in legal][:: max(1, len(game.texts) // 40)]
    for move in (*impossible, "nonsense"):
        answered = answer(game, lesson, step, move, "nl", NAMES)
        assert not answered.right
        assert answered.text, move


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["swap", "behind"])
def test_t5_an_answer_claims_nothing_of_a_back_that_nobody_has_seen(name: str, lang: str) -> None:
    """Each move that would turn an unseen coin over is answered with that coin; its back might help after all."""
    game, lesson, step = next(found for found in STEPS if found[0].name == "titus" and found[2].name == name)
    board = game.board(step.position().observed(LEARNER))
    theirs = board.seats[1]
    tops = [series.coins[-1] for series in theirs.series]
    turned = [group[0] for group in theirs.groups if name == "swap"] + tops
    assert turned
    for coin in turned:
        assert str(coin.face) in say(lang, f"{message(game, lesson, step)}_no")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_figures_that_texts_name_are_those_of_the_position(lang: str) -> None:
    """T16, T19: the points before and after the move; T18: there is one group of four to be made at once."""

    def step_of(name: str) -> tuple[str, Round]:
        game, lesson, step = next(found for found in STEPS if found[0].name == "titus" and found[2].name == name)
        return message(game, lesson, step), step.position()

    key, left = step_of("left")
    left.play("join #39")
    assert all(str(points) in say(lang, key) for points in left.standing.scores)
    key, points = step_of("points")
    reserve, other = points.standing.scores
    stack = points.game.board(points.observed(LEARNER)).stack
    assert all(str(figure) in say(lang, key) for figure in (reserve - 6, other, stack[0], reserve - 6 + stack[0]))
    assert all(str(figure) in say(lang, f"{key}_no") for figure in (reserve, other, stack[0]))
    points.play("score #54")
    assert points.standing.scores == [reserve - 6 + stack[0], other]
    key, last = step_of("last")
    for move in last.legal:
        begun = last.copy()
        begun.play(move)
        fours = begun.standing.scores[0] > last.standing.scores[0]
        assert fours == (move == "join #6"), "what the answer to every other move says"


@each_lesson
def test_a_lesson_has_at_least_eight_steps_and_uses_every_rule_once(game: Game, lesson: Lesson) -> None:
    assert len(lesson.steps) >= 8
    assert len({step.name for step in lesson.steps}) == len(lesson.steps)
    used = [rule for step in lesson.steps for rule in step.rules]
    assert sorted(used) == sorted(ACTING[game.name, lesson.name])


@each_lesson
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_step_is_told_briefly_in_every_language(game: Game, lesson: Lesson, lang: str) -> None:
    for step in lesson.steps:
        assert 30 < len(say(lang, message(game, lesson, step))) < 330, step.name


@each_step
def test_the_learner_is_sent_only_what_they_have_seen(game: Game, lesson: Lesson, step: Step) -> None:
    """In another world that looks the same to them, they are sent the same."""
    round = step.position()
    twin = round.imagine(LEARNER, new_rng(7))
    assert game.board(twin.observed(LEARNER)) == game.board(round.observed(LEARNER))
    assert twin.legal == round.legal
    number = lesson.steps.index(step) + 1
    assert show(game, lesson.name, number, "en").board == game.board(round.observed(LEARNER))


def test_no_text_is_left_over_and_an_unknown_lesson_is_none() -> None:
    wanted = {message(*step) for step in STEPS}
    assert {key.removesuffix("_no") for key in keys("lesson_")} == wanted
    assert lesson_of(LESSONS[0][0], "none") is None
