"""Lessons: their steps, and answers to what a learner tries. Nothing is kept here between two requests."""

from __future__ import annotations

from ...errors import Refused
from ...games.game import Game
from ...games.lesson import Lesson, Step
from ...games.lesson_steps import LEARNER, LessonAnswer, answer, lesson_of, message
from ...words import YOU, say
from ..messages.common import Language
from ..messages.http import LessonMove, LessonStep


def step_asked_for(game: Game, name: str, number: int) -> tuple[Lesson, Step]:
    """A step of a lesson, counted from 1; refuses where there is none."""
    lesson = lesson_of(game, name)
    if lesson is None or number > len(lesson.steps):
        raise Refused("not-found")
    return lesson, lesson.steps[number - 1]


def show(game: Game, name: str, number: int, lang: Language) -> LessonStep:
    """The position of a step as the learner sees it."""
    lesson, step = step_asked_for(game, name, number)
    round = step.position()
    return LessonStep(
        step=number,
        steps=len(lesson.steps),
        text=say(lang, message(game, lesson, step)),
        players=lesson.players,
        options=game.changed_options(round.options),
        board=game.board(round.observed(LEARNER)),
        legal=round.legal,
        right=list(step.right),
        rules=list(step.rules),
    )


def answer_move(game: Game, name: str, number: int, tried: LessonMove) -> LessonAnswer:
    """The answer to a move."""
    lesson, step = step_asked_for(game, name, number)
    others = [say(tried.lang, "player_seat", seat=seat) for seat in range(LEARNER + 1, lesson.players + 1)]
    return answer(game, lesson, step, tried.move, tried.lang, [YOU, *others])
