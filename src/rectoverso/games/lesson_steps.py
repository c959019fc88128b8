"""The steps of a lesson as a learner sees them, and the answer to every move that they try.

Nothing is kept between two steps: each begins from its own prepared deal. What is told is what the learner's seat has
seen, so no hidden face is told before a move shows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from ..words import say
from .attempts import attempt
from .game import Game
from .lesson import Lesson, Step
from .round import Round

LEARNER = 1


class LessonFrame(msgspec.Struct, frozen=True):
    """A position in a lesson after a move: who moved, what the learner saw of it, the board, and who is to move."""

    seat: int
    move: str
    told: Any
    text: str
    board: Any
    to_move: int | None


class LessonAnswer(msgspec.Struct, frozen=True):
    """The answer to a learner's move; a right one is played, and so are the moves of the others."""

    right: bool
    text: str
    rule: str | None = None
    shown: list[LessonFrame] = []


def lesson_of(game: Game, name: str) -> Lesson | None:
    """A lesson of a game by its name."""
    return next((lesson for lesson in game.lessons if lesson.name == name), None)


def message(game: Game, lesson: Lesson, step: Step) -> str:
    """The message of a step."""
    return f"lesson_{game.name}_{lesson.name}_{step.name}"


def answer(game: Game, lesson: Lesson, step: Step, move: str, lang: str, names: Sequence[str]) -> LessonAnswer:
    """What a move is answered: the rule that forbids it, why it is not the one, or what happens then."""
    round = step.position()
    tried = attempt(round.observation(LEARNER), move, lang)
    if not tried.possible:
        return LessonAnswer(False, tried.why or "", tried.rule)
    if move not in step.right:
        return LessonAnswer(False, say(lang, f"{message(game, lesson, step)}_no"))
    play = partial(_played, round, lang=lang, names=names)
    shown = [play(played) for played in (move, *filter(None, step.then.split(", ")))]
    return LessonAnswer(True, shown[0].text, shown=shown)


def _played(round: Round, move: str, lang: str, names: Sequence[str]) -> LessonFrame:
    """Play a move, as the learner sees it."""
    mover = round.turn or 0
    told = round.watch_number(round.game.numbers[move], [LEARNER])[LEARNER]
    board = round.game.board(round.observed(LEARNER))
    return LessonFrame(mover, move, told, round.game.in_words(told, lang, names), board, round.turn)
