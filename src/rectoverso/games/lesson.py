"""A lesson: a game learned by playing it, step by step in prepared positions. What a game's `lesson.py` declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # rounds need games, and games declare lessons
    from .round import Round


class Step(NamedTuple):
    """One idea: a position, and the move that uses it.

    Its message is `lesson_<game>_<lesson>_<name>`; every other legal move is answered by the same with `_no`.
    """

    name: str
    position: Callable[[], Round]
    """from a prepared deal, with the learner to move"""
    right: tuple[str, ...]
    """the moves that use the idea; the pieces of the first one are pointed out"""
    rules: tuple[str, ...] = ()
    """the rules that are used here for the first time"""
    then: str = ""
    """what the others do next, like `draw, place`"""


class Lesson(NamedTuple):
    """The steps of a lesson, for a learner on seat 1."""

    name: str
    players: int
    steps: tuple[Step, ...]
